/** The text of generated functions, and the objects that it refers to by name. */
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
   * A name for an object that the text refers to: the same for the same object.
   *
   * @param value the object
   * @param hint says what it is, such as `Book_title_field`
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
   * A name that nothing else in the text has.
   *
   * @param hint says what it names; names of schemas are made of letters, digits and `_`
   */
  newName(hint: string): string {
    const count = (this.#taken.get(hint) ?? 0) + 1;
    this.#taken.set(hint, count);
    // No schema has names with a dollar sign, so that no numbered name is that of another hint.
    return count === 1 ? `${hint}$` : `${hint}$${count}`;
  }

  /** Adds a function. */
  define(text: string): void {
    this.#functions.push(text);
  }

  /**
   * The body of a function with the parameters `support` and `constants`.
   *
   * @param support names that the functions use of `support`
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
