import type { ErrorBehavior } from "../kernel/mod.ts";

/** One GraphQL request as a client sends it. */
export interface ClientGraphQlRequest {
  /** The document's text. */
  readonly document: string;
  /** Which operation of the document to run; needed when there are several. */
  readonly operationName?: string;
  /** The operation's variables, by name. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Protocol extensions, by name. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** What becomes of a position of the response that fails; absent leaves it to the service. */
  readonly onError?: ErrorBehavior;
  /** Sent with this request, where the transport has headers per request. */
  readonly headers: Headers;
  /** Values for interceptors and transports; they don't leave the client. */
  readonly attributes: ReadonlyMap<string, unknown>;
  /** Gives the request up when aborted. */
  readonly signal?: AbortSignal;
}

/** The request as it stands on the wire. */
export interface GraphQlRequestBody {
  /** The text of the document. */
  readonly query: string;
  /** The operation to execute, where the document has several. */
  readonly operationName?: string;
  /** The variables, already in their JSON form. */
  readonly variables?: Record<string, unknown>;
  /** Extensions of the protocol, such as the hash of a persisted document. */
  readonly extensions?: Record<string, unknown>;
  /** What becomes of a position that fails. */
  readonly onError?: ErrorBehavior;
}

/** Writes a request in its wire form; empty parts are left out. */
export function requestBody(
  { document, operationName, variables, extensions, onError }: ClientGraphQlRequest,
): GraphQlRequestBody {
  return {
    query: document,
    ...(operationName === undefined ? {} : { operationName }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
    ...(onError === undefined ? {} : { onError }),
  };
}
