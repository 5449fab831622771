import { STATUS_TEXT, type StatusCode } from "@std/http/status";
import { shortened } from "../kernel/mod.ts";

/** Maximum length of `detail`, in UTF-16 units: it may quote what a client sent. */
const maxDetail = 1_000;

/** The members of a problem document (RFC 9457). */
export interface Problem {
  /** HTTP status, repeated in the document. */
  readonly status: number;
  /** A short text that is the same for every occurrence; by default the status's name. */
  readonly title?: string;
  /** What went wrong this time and what is needed; a detail of more than 1,000 characters is cut. */
  readonly detail?: string;
  /** Further members, such as `errors`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Further response headers, such as `Allow`. */
  readonly headers?: HeadersInit;
}

/**
 * Makes a response that carries a problem document.
 *
 * @param content what to say; never put implementation details into it
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
