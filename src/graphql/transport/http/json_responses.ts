import { textResponse } from "../../../http/mod.ts";
import type { ResponseMap } from "../../execution/mod.ts";
import { resultText } from "../result_text.ts";
import { jsonFormat, personal, type ResponseFormat } from "./response_format.ts";

/** How a JSON response differs from a plain success. */
export interface JsonResponseOptions {
  readonly format: ResponseFormat;
  /** Whether the result answers a POST request without credentials: no cache stores it, and no browser sniffs it. */
  readonly isAnonymous?: boolean;
  readonly status?: number;
  /** Further headers. */
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
}

/**
 * Makes a response of a result, or of several.
 *
 * @param body what to write
 * @param options media type, status and headers
 */
export function jsonResponse(body: ResponseMap | readonly ResponseMap[], options: JsonResponseOptions): Response {
  const { format, status = 200, headers: further, isAnonymous = false } = options;
  const text = "length" in body ? JSON.stringify(body) : resultText(body);
  if (status === 200 && further === undefined) {
    return textResponse(text, isAnonymous ? format.successfulAnonymous : format.successful);
  }
  const headers = new Headers(further instanceof Headers ? further : { ...further });
  headers.set("content-type", format.contentType);
  // What an interceptor has set counts: it knows which results may be stored.
  for (const [name, value] of Object.entries(personal)) if (!headers.has(name)) headers.set(name, value);
  return textResponse(text, { status, headers });
}

/** Why a request was refused, for its answer. */
export interface Refused {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes the answer to a request that was refused before an operation could run.
 *
 * @param refused status, message and headers
 * @param accepted a format that the client accepts, where one is known
 */
export function refusalResponse({ status, message, headers }: Refused, accepted: ResponseFormat | undefined): Response {
  const classification = status === 403 ? "FORBIDDEN" : status === 503 ? "UNAVAILABLE" : "BAD_REQUEST";
  const body: ResponseMap = { errors: [{ message, extensions: { classification } }] };
  return jsonResponse(body, { format: jsonFormat(accepted), status, headers });
}
