/**
 * HTTP: custom routes in addition to those of the features, interceptors of all requests, problem documents (RFC 9457)
 * and
 * event streams.
 *
 * A route is a bean. The router, limits, origin and host checks, and the draining of connections are the same for all
 * routes.
 *
 * ```ts
 * import { ContainerModule, createApp, createContainer } from "@espalier/espalier";
 * import { HttpRoute, problem, textResponse } from "@espalier/espalier/http";
 *
 * const routes = new ContainerModule(({ bind }) => {
 *   bind(HttpRoute).toConstantValue({
 *     path: "/greetings/{name}",
 *     handle: (_exchange, { name }) =>
 *       name === "Bob" ? problem({ status: 404, detail: "Bob is not here" }) : textResponse(`Hello, ${name}!`),
 *   });
 * });
 * await using app = await createApp(createContainer(routes));
 * const response = await app.fetch(new Request("http://localhost/greetings/Ada"));
 * console.log(await response.text()); // Hello, Ada!
 * ```
 *
 * - Contracts: {@linkcode HttpRoute}, {@linkcode HttpInterceptor}, {@linkcode RequestAuthenticator}.
 * - The argument of a handler: {@linkcode HttpExchange}.
 * - Responses: {@linkcode problem}, {@linkcode textResponse}, {@linkcode methodNotAllowed}, {@linkcode EventStream},
 *   and {@linkcode ResponseStatusError}, which code far from the route throws.
 *
 * Read on: `docs/transports.md` and `docs/security.md` in the repository.
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

// The caller of a request.
export { type CredentialSource, RequestAuthenticator, SecurityScheme } from "./mod.ts";
