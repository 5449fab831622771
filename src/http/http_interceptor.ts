import type { ServiceIdentifier } from "../../deps.ts";
import { type MaybePromise, type Ordered, token } from "../kernel/mod.ts";
import type { HttpExchange } from "./http_exchange.ts";

/** Continues with the remaining interceptors, then the routes. */
export type NextHttpHandler = (exchange: HttpExchange) => MaybePromise<Response>;

/**
 * Sees every request of the application, whatever its route. The first in `order` is the outermost.
 *
 * Without bound interceptors the chain costs nothing.
 */
export interface HttpInterceptor extends Ordered {
  /** Whether it also sees the requests of a port of the actuator's own (`actuator.port`); by default it does not. */
  readonly isForEveryPort?: boolean;
  /**
   * Sees one request and its response.
   *
   * @param exchange the request; after `next`, `exchange.route` is the matched route
   * @param next continues
   * @returns the response, `next`'s or another
   */
  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response>;
}

/** Identifier of the {@linkcode HttpInterceptor} beans. */
export const HttpInterceptor: ServiceIdentifier<HttpInterceptor> = token<HttpInterceptor>("HttpInterceptor");
