/** The text of generated functions, and the objects that it refers to by name. */
export class CodeBuffer {
  readonly #constants: unknown[] = [];
  readonly #names: Map<unknown, string> = new Map();
  readonly #functions: string[] = [];
  #count = 0;

  /** The objects, in the order of their names. */
  get constants(): readonly unknown[] {
    return this.#constants;
  }

  /** A name for an object that the text refers to: the same for the same object. */
  constant(value: unknown): string {
    let name = this.#names.get(value);
    if (name === undefined) {
      name = `k${this.#constants.length}`;
      this.#names.set(value, name);
      this.#constants.push(value);
    }
    return name;
  }

  /** A name that no other function has. */
  newName(prefix: string): string {
    return `${prefix}${this.#count++}`;
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
      ...this.#constants.map((_, i) => `const k${i} = constants[${i}];`),
      ...this.#functions,
      `return ${result};`,
    ].join("\n");
  }
}
