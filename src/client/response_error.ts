import { formatValuePath, type ValuePath } from "../kernel/mod.ts";

/** One entry of a response's `errors`. */
export interface ResponseError {
  /** The message of the server. */
  readonly message: string;
  /** The locations in the document. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  /** Which field failed; absent for errors of the request as a whole. */
  readonly path?: ValuePath;
  /** Extensions; `classification` is the kind of error. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * Reads errors as they arrived: members that a server writes as `null` are absent.
 *
 * @param arrived the value of `errors`; some servers write `null` for none
 */
export function responseErrors(arrived: readonly ResponseError[] | null | undefined): readonly ResponseError[] {
  return (arrived ?? []).map((error) => {
    const members = Object.entries(error);
    const present = members.filter(([, value]) => value !== null);
    // Only null properties are removed; required ones are unchanged.
    return present.length === members.length ? error : Object.fromEntries(present) as unknown as ResponseError;
  });
}

/** The classification that a server gave an error, or `undefined`. */
export function classificationOf(error: ResponseError): unknown {
  return error.extensions?.classification;
}

/** Renders errors for messages, one per line. */
export function describeErrors(errors: readonly ResponseError[]): string {
  return errors.map(({ message, path, extensions }) => {
    const at = path === undefined ? "" : ` at '${formatValuePath(path)}'`;
    const kind = extensions?.classification === undefined ? "" : ` (${JSON.stringify(extensions.classification)})`;
    return `${message}${at}${kind}`;
  }).join("\n");
}
