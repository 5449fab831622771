import type { ServiceIdentifier } from "../../deps.ts";
import type { AccessRule } from "../context/mod.ts";
import { type MaybePromise, type Ordered, token } from "../kernel/mod.ts";
import type { HttpExchange } from "./http_exchange.ts";

/** Values of a path pattern's variables, percent-decoded. */
export type PathVariables = Readonly<Record<string, string>>;

/** Handles the requests of one path pattern, with any method.
 *
 * An exact path wins over a pattern; between patterns `order` decides, then the order of binding. A route that
 * returns `undefined` passes the request on to the next that matches.
 */
export interface HttpRoute extends Ordered {
  /**
   * A path such as `/graphql`, or a pattern: `{name}` matches one segment, `{*name}` at the end the rest, including
   * slashes (it may be empty); an escaped slash in it stays escaped.
   */
  readonly path: string;
  /** Named in the block that start-up prints, for example `"GraphQL"`; absent keeps the route out of it. */
  readonly title?: string;
  /** Whether the route is also served while the application stops; all others then respond with 503. */
  readonly answersWhileStopping?: boolean;
  /** The access rule of the route; checked before `handle` is called. */
  readonly access?: AccessRule;
  /** Whether the route checks access itself, so that the default denial does not apply. */
  readonly hasOwnRules?: boolean;
  /**
   * Whether the route is hidden from the caller: then the next matching route handles the request, independent of
   * rules.
   *
   * @param exchange the request
   */
  isHidden?(exchange: HttpExchange): boolean;
  /** Handles one request.
   *
   * @param exchange the request
   * @param variables the values of the pattern's variables
   * @returns the response, or `undefined` to pass the request on
   */
  handle(exchange: HttpExchange, variables: PathVariables): MaybePromise<Response | undefined>;
}

/** Identifier of the {@linkcode HttpRoute} beans. */
export const HttpRoute: ServiceIdentifier<HttpRoute> = token<HttpRoute>("HttpRoute");
