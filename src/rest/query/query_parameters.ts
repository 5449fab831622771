/** One parameter of a query string. */
interface QueryParameter {
  readonly name: string;
  readonly value: string;
  /** The client's spelling, escaped for a URI template. */
  readonly raw: string;
}

/**
 * A query string's parameters in the client's order and spelling. What can't be decoded is kept as it is: no query
 * string is an error.
 */
export class QueryParameters {
  readonly #parameters: readonly QueryParameter[];

  /**
   * Creates the parameters.
   *
   * @param search the query, with or without its question mark
   */
  constructor(search: string) {
    const query = search.startsWith("?") ? search.slice(1) : search;
    this.#parameters = query === "" ? [] : query.split("&").filter((piece) => piece !== "").map(parameter);
  }

  /** Whether there are no parameters. */
  get isEmpty(): boolean {
    return this.#parameters.length === 0;
  }

  /** The first value of a parameter, or `undefined` when the client did not send it. */
  get(name: string): string | undefined {
    return this.#parameters.find((parameter) => parameter.name === name)?.value;
  }

  /** The names of the parameters, each once. */
  get names(): ReadonlySet<string> {
    return new Set(this.#parameters.map(({ name }) => name));
  }

  /** All values of a parameter, in the client's order. */
  getAll(name: string): string[] {
    return this.#parameters.filter((parameter) => parameter.name === name).map(({ value }) => value);
  }

  /** Whether the client sent a parameter. */
  has(name: string): boolean {
    return this.#parameters.some((parameter) => parameter.name === name);
  }

  /**
   * The query string without some parameters, in the client's order and spelling.
   *
   * @param names the parameters to leave out
   * @returns without question mark; `""` when nothing is left
   */
  without(names: ReadonlySet<string>): string {
    return this.#parameters.filter(({ name }) => !names.has(name)).map(({ raw }) => raw).join("&");
  }
}

function parameter(piece: string): QueryParameter {
  const equals = piece.indexOf("=");
  const name = equals < 0 ? piece : piece.slice(0, equals);
  const value = equals < 0 ? "" : piece.slice(equals + 1);
  return { name: decode(name), value: decode(value), raw: templateSafe(piece) };
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  // Decodes like an HTML form, and keeps invalid percent signs, for which decodeURIComponent would throw.
  return new URLSearchParams(`=${text.replaceAll("&", "%26")}`).get("") ?? "";
}

/** A piece of a query without escapes that is safe already. */
const plainPiece = /^[\w.~!$&()*+,;=:@/?-]*$/;

/**
 * Makes text safe to stand in a URI template as literal text: braces, quotes, broken percent signs and everything that
 * is no URI character are percent-encoded; what is a URI already stays as it is.
 */
function templateSafe(text: string): string {
  if (plainPiece.test(text)) return text;
  return text.replace(/%(?![0-9A-Fa-f]{2})|[^\w.~!$&()*+,;=:@/?%-]/gu, (character) => encodeCharacter(character));
}

function encodeCharacter(character: string): string {
  // encodeURIComponent does not escape apostrophes, and throws for a lone surrogate.
  if (character === "'") return "%27";
  return character.isWellFormed() ? encodeURIComponent(character) : "%EF%BF%BD";
}
