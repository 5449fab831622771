import type { FieldArguments } from "../../wiring/mod.ts";

/** Tells apart the arguments of one field, so that calls of one batch share theirs. */
export class ArgumentKeys {
  /** Numbers of values that show nothing: whether two of them are equal can't be known. */
  readonly #identities = new WeakMap<object, number>();
  #identified = 0;

  /**
   * A text that is equal for equal arguments.
   *
   * @param args coerced arguments
   * @returns `""` when there are none
   */
  of(args: FieldArguments): string {
    const names = Object.keys(args);
    if (names.length === 0) return "";
    return `(${names.sort().map((name) => `${name}:${this.#keyOf(args[name])}`).join(",")})`;
  }

  #keyOf(value: unknown): string {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
    if (Array.isArray(value)) return `[${value.map((item) => this.#keyOf(item)).join(",")}]`;
    const prototype = Object.getPrototypeOf(value);
    if (prototype === null || prototype === Object.prototype) return `{${this.#propertiesOf(value)}}`;
    return `${value.constructor.name}<${this.#textOf(value)}>`;
  }

  /** What a custom scalar made is compared by its text, which dates and the like have, else by its properties. */
  #textOf(value: object): string {
    const text = value instanceof Date ? String(value.getTime()) : String(value);
    return JSON.stringify(/^\[object .*\]$/.test(text) ? this.#propertiesOf(value) || this.#identityOf(value) : text);
  }

  #propertiesOf(value: object): string {
    const properties = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
    return properties.map(([name, part]) => `${JSON.stringify(name)}:${this.#keyOf(part)}`).join(",");
  }

  #identityOf(value: object): string {
    let identity = this.#identities.get(value);
    if (identity === undefined) this.#identities.set(value, identity = ++this.#identified);
    return `#${identity}`;
  }
}
