import type { GraphQLError } from "../../../../deps.ts";
import type { ValuePath } from "../../../kernel/mod.ts";

/** One place in a response: its value, and the errors that concern it. */
export class ResponseField {
  /** The path as it was asked for. */
  readonly path: string;
  /** The path as names and indexes. */
  readonly parsedPath: ValuePath;
  /** The value; `null` where there is none. */
  readonly value: unknown;
  /** The errors at this place, below it and above it; errors without a path are not among them. */
  readonly errors: readonly GraphQLError[];

  /**
   * Creates the field.
   *
   * @param path the path as text and as parts
   * @param value the value there
   * @param errors all errors of the response
   */
  constructor(
    path: { readonly text: string; readonly parts: ValuePath },
    value: unknown,
    errors: readonly GraphQLError[],
  ) {
    this.path = path.text;
    this.parsedPath = path.parts;
    this.value = value;
    this.errors = errors.filter((error) => error.path !== undefined && overlap(error.path, path.parts));
  }

  /** Whether there is a value. */
  get hasValue(): boolean {
    return this.value !== null;
  }
}

function overlap(a: ValuePath, b: ValuePath): boolean {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return false;
  return true;
}
