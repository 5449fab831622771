import { type DocumentationComment, mayHoldTags } from "./documentation_tags.ts";
import { readDocumentedTypes } from "./documented_types.ts";
import type { Findings } from "./statement_reader.ts";
import { readJsxPragmas, readTypeReference, typesNamedBy } from "./type_comments.ts";

/** A comment that sets the types of the import after it. */
interface TypeComment extends DocumentationComment {
  readonly specifier: string;
}

/** Reads the references and export tags in the comments of a file. */
export class Comments {
  readonly #source: string;
  readonly #found: Findings;
  readonly #hasTags: boolean;
  readonly #hasTypeComments: boolean;
  readonly #hasPragmas: boolean;
  /** Whether documentation comments declare types, as in JavaScript. */
  readonly #hasDocumentedTypes: boolean;
  /** The last comment that sets the types of an import. */
  #typeComment: TypeComment | undefined;
  /** The last documentation comment. */
  last: DocumentationComment = { start: 0, end: 0 };

  /**
   * @param source the text
   * @param path the file's name, whose extension determines whether it is JavaScript and may contain JSX
   * @param found collects the results
   */
  constructor(source: string, path: string, found: Findings) {
    this.#source = source;
    this.#found = found;
    this.#hasTags = mayHoldTags(source);
    this.#hasTypeComments = source.includes("-types") || source.includes("<reference");
    this.#hasPragmas = path.endsWith("x") && /@jsxImportSource/i.test(source);
    this.#hasDocumentedTypes = /\.[cm]?jsx?$/.test(path) && (source.includes("/**") && source.includes("import"));
  }

  /**
   * Reads a comment.
   *
   * @param comment its position
   * @param isFirst whether only comments precede it
   * @param mayDeclare whether it is outside of all braces
   */
  read(comment: DocumentationComment, isFirst: boolean, mayDeclare: boolean): void {
    const { start, end } = comment;
    if (this.#source.startsWith("/**", start)) this.#readDocumentation(comment, mayDeclare);
    if (this.#hasPragmas && isFirst) readJsxPragmas(this.#source.slice(start, end), this.#found, start);
    if (!this.#hasTypeComments) return;
    const text = this.#source.slice(start, end);
    if (isFirst) readTypeReference(text, this.#found, start);
    const specifier = typesNamedBy(text);
    if (specifier !== undefined) this.#typeComment = { specifier, ...comment };
  }

  /**
   * Records the types named by the comment before an import, if any.
   *
   * @param start of the import
   * @param known number of references before it
   */
  addTypes(start: number, known: number): void {
    if (this.#typeComment === undefined) return;
    const { specifier, start: offset, end } = this.#typeComment;
    this.#typeComment = undefined;
    const { references } = this.#found;
    const [reference] = references.slice(known);
    if (reference === undefined || this.#source.slice(end, start).trim() !== "") return;
    references.push({ specifier, kind: "type", typeOnly: true, names: reference.names, offset });
  }

  #readDocumentation(comment: DocumentationComment, mayDeclare: boolean): void {
    this.last = comment;
    const { start, end } = comment;
    if (this.#hasDocumentedTypes) readDocumentedTypes(this.#source.slice(start, end), this.#found, start);
    if (!this.#hasTags || !mayDeclare) return;
    if (mayHoldTags(this.#source.slice(start, end))) this.#found.tagged.push(comment);
  }
}
