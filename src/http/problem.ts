import { STATUS_TEXT, type StatusCode } from "@std/http/status";
import { shortened } from "../kernel/mod.ts";

/** Maximum length of `detail`, in UTF-16 code units: it may quote client input. */
const maxDetail = 1_000;

/** The members of a problem document (RFC 9457). */
export interface Problem {
  /** HTTP status, repeated in the document. */
  readonly status: number;
  /** A short summary that is the same for every occurrence; by default the name of the status. */
  readonly title?: string;
  /** The cause of this occurrence and the remedy; truncated after 1,000 characters. */
  readonly detail?: string;
  /** Further members, such as `errors`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Further response headers, such as `Allow`. */
  readonly headers?: HeadersInit;
}

/**
 * Makes a response that carries a problem document.
 *
 * @param content the members of the document; they must not reveal implementation details
 * @returns a response of type `application/problem+json`
 *
 * @example
 * ```ts
 * import { problem } from "@espalier/espalier/http";
 *
 * const response = problem({ status: 404, detail: 'There is no book "7"' });
 * console.log(response.status, await response.json());
 * ```
 */
export function problem(content: Problem): Response {
  const { status, title = STATUS_TEXT[status as StatusCode] ?? "Error", detail, extensions, headers } = content;
  const body = { type: "about:blank", title, status, ...detailMember(detail), ...extensions };
  const response = Response.json(body, { status, headers: new Headers(headers) });
  response.headers.set("content-type", "application/problem+json");
  response.headers.set("x-content-type-options", "nosniff");
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}

function detailMember(detail: string | undefined): { readonly detail?: string } {
  return detail === undefined ? {} : { detail: shortened(detail, maxDetail) };
}
