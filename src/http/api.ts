/**
 * Routes, and what every HTTP answer shares.
 *
 * @module
 */

// Routes and interceptors.
export {
  type ConnectionInfo,
  HttpExchange,
  HttpInterceptor,
  HttpRoute,
  type NextHttpHandler,
  type PathVariables,
} from "./mod.ts";

// Responses.
export {
  baseUrlOf,
  methodNotAllowed,
  type Problem,
  problem,
  ResponseStatusError,
  type ResponseStatusErrorOptions,
  textResponse,
} from "./mod.ts";

// Streams.
export {
  type DisconnectWatch,
  EventStream,
  type EventStreamOptions,
  SlowReaderError,
  type TextStream,
  type TextStreamOptions,
} from "./mod.ts";

// Who makes a request.
export { type CredentialSource, RequestAuthenticator, SecurityScheme } from "./mod.ts";
