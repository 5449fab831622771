/** Documentation comments of a class. */
export interface ClassComments {
  readonly description?: string;
  /** The comments by property name. */
  readonly properties: ReadonlyMap<string, string>;
}

/**
 * Reads the documentation comments of classes and their properties, line by line: of descriptors in `entity({ … })` and
 * of declared properties.
 *
 * @param source TypeScript source text
 * @returns the comments by class name
 */
export function classComments(source: string): ReadonlyMap<string, ClassComments> {
  const reader = new CommentReader();
  for (const line of source.split("\n")) reader.read(line);
  return reader.classes;
}

class CommentReader {
  readonly classes = new Map<string, ClassComments & { readonly properties: Map<string, string> }>();
  #current: Map<string, string> | undefined;
  /** The lines of an unfinished comment. */
  #open: string[] | undefined;
  /** The comment before the line. */
  #comment: string | undefined;

  read(line: string): void {
    const text = line.trim();
    if (this.#open !== undefined) this.#continue(text);
    else if (text.startsWith("/**")) {
      this.#open = [];
      this.#continue(text.slice(3));
    } else if (text !== "") {
      this.#code(line, text);
      this.#comment = undefined;
    }
  }

  #continue(text: string): void {
    const end = text.indexOf("*/");
    const inner = end < 0 ? text : text.slice(0, end);
    this.#open!.push((inner.startsWith("*") ? inner.slice(1) : inner).trim());
    if (end < 0) return;
    const lines = this.#open!.filter((each) => each !== "");
    this.#open = undefined;
    // Omit tags, which are meant for readers of the code.
    const tag = lines.findIndex((each) => each.startsWith("@"));
    this.#comment = (tag < 0 ? lines : lines.slice(0, tag)).join(" ") || undefined;
  }

  #code(line: string, text: string): void {
    const declared = /^(?:export )?(?:default )?(?:abstract )?class (\w+)/.exec(line)?.[1];
    if (declared !== undefined) {
      this.#current = new Map();
      const described = this.#comment === undefined ? {} : { description: this.#comment };
      this.classes.set(declared, { ...described, properties: this.#current });
    } else if (line.startsWith("}") && !line.startsWith("},")) this.#current = undefined;
    else if (this.#comment !== undefined) {
      const property = /^(?:public )?(?:readonly )?(\w+)[?!]?:/.exec(text)?.[1];
      if (property !== undefined) this.#current?.set(property, this.#comment);
    }
  }
}
