import { Authentication } from "../../context/mod.ts";
import type { HttpExchange } from "../../http/mod.ts";
import type { Cancellation } from "../execution/mod.ts";
import {
  WebGraphQlRequest,
  type WebGraphQlRequestParts,
  WebSocketGraphQlRequest,
  type WebSocketSessionInfo,
} from "../interception/mod.ts";
import type { OperationParameters } from "./operation_parameters.ts";
import { preferredLocale } from "./preferred_locale.ts";

// Read once: the global is a getter, which takes longer than creating the number.
const webCrypto = crypto;

/** The origin of an operation. */
export interface OperationOrigin {
  readonly exchange: HttpExchange;
  /** Identifies the request; by default a random one. */
  readonly id?: string;
  /** Cancels the operation. */
  readonly cancellation?: Cancellation;
}

/**
 * Creates the request for interceptors and execution.
 *
 * @param parameters the parameters of the client
 * @param origin its origin
 */
export function webGraphQlRequest(parameters: OperationParameters, origin: OperationOrigin): WebGraphQlRequest {
  return authenticated(new WebGraphQlRequest(requestParts(parameters, origin)), origin.exchange);
}

/** The origin of an operation over a WebSocket. */
export interface WebSocketOrigin {
  /** The connection, with its handshake. */
  readonly session: WebSocketSessionInfo & { readonly exchange: HttpExchange };
  /** The id that the client gave the operation. */
  readonly id: string;
  readonly cancellation: Cancellation;
}

/**
 * Creates the request of an operation over a WebSocket.
 *
 * @param parameters the parameters of the client
 * @param origin its origin
 */
export function webSocketGraphQlRequest(
  parameters: OperationParameters,
  { session, id, cancellation }: WebSocketOrigin,
): WebSocketGraphQlRequest {
  const { exchange } = session;
  return authenticated(
    new WebSocketGraphQlRequest(requestParts(parameters, { exchange, id, cancellation }), session),
    exchange,
  );
}

function authenticated<R extends WebGraphQlRequest>(request: R, { authentication }: HttpExchange): R {
  if (authentication !== undefined) request.graphQlContext.put(Authentication, authentication);
  return request;
}

function requestParts(
  { query, operationName, variables, extensions, onError }: OperationParameters,
  { exchange, id = webCrypto.randomUUID(), cancellation }: OperationOrigin,
): WebGraphQlRequestParts {
  const { headers } = exchange.request;
  return {
    id,
    document: query,
    operationName,
    variables,
    extensions,
    onError,
    // Read on demand: few operations need these, and each takes a call to the server.
    locale: () => preferredLocale(headers.get("accept-language")),
    uri: () => exchange.url,
    remoteAddress: () => exchange.remoteAddress,
    cancellation,
    headers,
  };
}
