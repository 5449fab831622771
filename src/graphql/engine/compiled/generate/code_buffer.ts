/** The source text of generated functions, and the objects that it refers to by name. */
export class CodeBuffer {
  readonly #constants: unknown[] = [];
  readonly #names: Map<unknown, string> = new Map();
  readonly #taken = new Map<string, number>();
  readonly #functions: string[] = [];

  /** The objects, in the order of their names. */
  get constants(): readonly unknown[] {
    return this.#constants;
  }

  /**
   * Returns the name by which the text refers to an object: the same for the same object.
   *
   * @param value the object
   * @param hint a readable prefix, such as `Book_title_field`
   */
  constant(value: unknown, hint: string): string {
    let name = this.#names.get(value);
    if (name === undefined) {
      name = this.newName(hint);
      this.#names.set(value, name);
      this.#constants.push(value);
    }
    return name;
  }

  /**
   * Returns a name that is unique in the text.
   *
   * @param hint a readable prefix; names of schemas consist of letters, digits and `_`
   */
  newName(hint: string): string {
    const count = (this.#taken.get(hint) ?? 0) + 1;
    this.#taken.set(hint, count);
    // Names in schemas have no dollar sign, so that a numbered name can't equal another hint.
    return count === 1 ? `${hint}$` : `${hint}$${count}`;
  }

  /** Adds a function. */
  define(text: string): void {
    this.#functions.push(text);
  }

  /**
   * Returns the body of a function with the parameters `support` and `constants`.
   *
   * @param support the names of `support` that the functions use
   * @param result the expression that it returns
   */
  body(support: readonly string[], result: string): string {
    return [
      '"use strict";',
      `const { ${support.join(", ")} } = support;`,
      `const [${[...this.#names.values()].join(", ")}] = constants;`,
      ...this.#functions,
      `return ${result};`,
    ].join("\n");
  }
}
