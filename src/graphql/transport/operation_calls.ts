import type { DisconnectWatch, HttpExchange } from "../../http/mod.ts";
import type { Logger } from "../../kernel/mod.ts";
import type { OperationKind, ResponseMap } from "../execution/mod.ts";
import { restrictOperations, trustDocument, type WebGraphQlHandler } from "../interception/mod.ts";
import { failedOperation } from "./failed_operation.ts";
import { webGraphQlRequest } from "./operation_origin.ts";
import { requireResponse } from "./require_response.ts";

/** An operation of the service's own documents, with the variables of a client. */
export interface OperationCall {
  /** The document. */
  readonly document: string;
  /** Names the operation. */
  readonly operationName: string;
  /** The kind of operation: any other kind is rejected. */
  readonly kind: OperationKind;
  /** The variables, as the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The response to a call. */
export interface OperationCallOutcome {
  /** Data and errors, as GraphQL clients receive them. */
  readonly body: ResponseMap;
  /** The HTTP status if an interceptor or the service rejected the call. */
  readonly status?: number;
  /** Headers that interceptors have set. */
  readonly headers: Headers;
}

/**
 * Executes operations of the service's own documents for clients of other protocols, through the same interceptors,
 * limits and rules as those of GraphQL clients. The class is its own identifier in the container.
 */
export class OperationCalls {
  readonly #handler: WebGraphQlHandler;
  readonly #watch: DisconnectWatch;
  readonly #logger: Logger;

  /**
   * Creates the calls.
   *
   * @param handler executes operations with the interceptors
   * @param watch detects that a client disconnects
   * @param logger receives the details that clients don't
   */
  constructor(handler: WebGraphQlHandler, watch: DisconnectWatch, logger: Logger) {
    this.#handler = handler;
    this.#watch = watch;
    this.#logger = logger;
  }

  /**
   * Executes an operation.
   *
   * @param call the operation and its variables
   * @param exchange the request of the client
   */
  async call(call: OperationCall, exchange: HttpExchange): Promise<OperationCallOutcome> {
    const { document: query, operationName, variables, kind } = call;
    const request = webGraphQlRequest({ query, operationName, variables }, { exchange });
    trustDocument(request.graphQlContext);
    restrictOperations(request.graphQlContext, { allowed: [kind], reason: "the call is of another kind" });
    const unwatch = this.#watch.watch(exchange.request, () => request.cancellation.cancel());
    try {
      const response = requireResponse(await this.#handler.handleRequest(request));
      const headers = response.hasResponseHeaders ? new Headers(response.responseHeaders) : new Headers();
      return { body: response.toMap(), headers };
    } catch (error) {
      const { status, body, headers } = failedOperation(error, request, this.#logger);
      return { status, body, headers: new Headers({ ...headers }) };
    } finally {
      unwatch();
    }
  }
}
