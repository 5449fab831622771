import { formatValuePath, type ValuePath } from "../kernel/mod.ts";

/** One entry of a response's `errors`, as it arrived. */
export interface ResponseError {
  readonly message: string;
  /** Where in the document. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  /** Which field failed; absent for errors of the request as a whole. */
  readonly path?: ValuePath;
  /** Further data; `classification` holds the kind of error. */
  readonly extensions?: Readonly<Record<string, unknown>>;
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
