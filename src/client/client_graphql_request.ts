import type { ErrorBehavior } from "../kernel/mod.ts";

/** One GraphQL request as a client sends it. */
export interface ClientGraphQlRequest {
  /** The source text of the document. */
  readonly document: string;
  /** Which operation of the document to run; needed when there are several. */
  readonly operationName?: string;
  /** The operation's variables, by name. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Protocol extensions, by name. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** The effect of an error at a position of the response; absent leaves it to the service. */
  readonly onError?: ErrorBehavior;
  /** Headers of this request, for transports with headers per request. */
  readonly headers: Headers;
  /** Values for interceptors and transports; they are not sent to the service. */
  readonly attributes: ReadonlyMap<string, unknown>;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** The request in its wire format. */
export interface GraphQlRequestBody {
  /** The source text of the document. */
  readonly query: string;
  /** The operation to execute, if the document has several. */
  readonly operationName?: string;
  /** The variables, already in their JSON form. */
  readonly variables?: Record<string, unknown>;
  /** Extensions of the protocol, such as the hash of a persisted document. */
  readonly extensions?: Record<string, unknown>;
  /** The effect of an error at a position of the response. */
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
