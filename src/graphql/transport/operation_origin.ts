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

// The global is a getter, which costs more than the number it gives.
const webCrypto = crypto;

/** Where an operation came from, beside its parameters. */
export interface OperationOrigin {
  readonly exchange: HttpExchange;
  /** Identifies the request; by default a random one. */
  readonly id?: string;
  /** Cancels the operation. */
  readonly cancellation?: Cancellation;
}

/**
 * Makes the request that interceptors and execution see.
 *
 * @param parameters what the client asks
 * @param origin where it came from
 */
export function webGraphQlRequest(parameters: OperationParameters, origin: OperationOrigin): WebGraphQlRequest {
  return authenticated(new WebGraphQlRequest(requestParts(parameters, origin)), origin.exchange);
}

/** Where an operation over a WebSocket came from. */
export interface WebSocketOrigin {
  /** The connection, with its handshake. */
  readonly session: WebSocketSessionInfo & { readonly exchange: HttpExchange };
  /** The id that the client gave the operation. */
  readonly id: string;
  readonly cancellation: Cancellation;
}

/**
 * Makes the request of an operation that came over a WebSocket.
 *
 * @param parameters what the client asks
 * @param origin where it came from
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
    // Few operations ask for these, and each costs a question to the server.
    locale: () => preferredLocale(headers.get("accept-language")),
    uri: () => exchange.url,
    remoteAddress: () => exchange.remoteAddress,
    cancellation,
    headers,
  };
}
