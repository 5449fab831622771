import type { MaybePromise } from "../kernel/mod.ts";
import { type ClientGraphQlRequest, requestBody } from "./client_graphql_request.ts";
import type { GraphQlResponseBody } from "./client_graphql_response.ts";
import { GraphQlTransportError } from "./graphql_client_error.ts";
import type { ResumeOptions } from "./resuming_stream.ts";
import { parseResponse } from "./parse_response.ts";

/** Sends an HTTP request: the global `fetch`, or the `fetch` of an application in the same process. */
export type Fetch = (request: Request) => MaybePromise<Response>;

/** The endpoint and options of an HTTP transport. */
export interface HttpGraphQlTransportOptions {
  /** The endpoint, for example `"http://localhost:8080/graphql"`. */
  readonly url: string | URL;
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Fetch;
  /**
   * How subscriptions resume after their connection was lost, if the server sends positions; `false` disables it.
   */
  readonly resume?: ResumeOptions | false;
}

/** Makes the HTTP request for a GraphQL request. */
export function httpRequest(url: string, request: ClientGraphQlRequest, accept: string): Request {
  const headers = new Headers({ accept, "content-type": "application/json" });
  for (const [name, value] of request.headers) headers.set(name, value);
  const body = JSON.stringify(requestBody(request));
  return new Request(url, { method: "POST", headers, body, ...(request.signal ? { signal: request.signal } : {}) });
}

/** Sends an HTTP request; the error of a failed connection contains the URL. */
export async function sendRequest(send: Fetch, sent: Request, request: ClientGraphQlRequest): Promise<Response> {
  try {
    return await send(sent);
  } catch (cause) {
    if (sent.signal.aborted) throw sent.signal.reason;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GraphQlTransportError(`Cannot reach ${sent.url}: ${reason}`, request, { cause });
  }
}

/** Reads a GraphQL response from an HTTP response, whatever its status. */
export async function readResponse(response: Response, request: ClientGraphQlRequest): Promise<GraphQlResponseBody> {
  const text = await readText(response, request);
  const body = parseResponse(text);
  if (body !== undefined && ("data" in body || Array.isArray(body.errors))) return body;
  throw new GraphQlTransportError(
    `Cannot read the answer as it must be a GraphQL response: status is ${response.status}, body is "${
      text.slice(0, 200)
    }"`,
    request,
    { status: response.status },
  );
}

async function readText(response: Response, request: ClientGraphQlRequest): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    if (request.signal?.aborted) throw request.signal.reason;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GraphQlTransportError(`Cannot read the answer as its body broke off: ${reason}`, request, {
      cause,
      status: response.status,
    });
  }
}
