import type { ServiceIdentifier } from "../../deps.ts";
import type { AccessRule } from "../context/mod.ts";
import { type MaybePromise, type Ordered, token } from "../kernel/mod.ts";
import type { HttpExchange } from "./http_exchange.ts";

/** Values of a path pattern's variables, percent-decoded. */
export type PathVariables = Readonly<Record<string, string>>;

/**
 * Answers the requests of one path pattern, whatever their method.
 *
 * An exact path wins over a pattern; between patterns `order` decides, then the order of binding. A route that
 * returns `undefined` passes the request on to the next that matches.
 */
export interface HttpRoute extends Ordered {
  /**
   * A path such as `/graphql`, or a pattern: `{name}` stands for one segment, `{*name}` at the end for the rest,
   * slashes included (also for nothing at all); an escaped slash in it stays escaped.
   */
  readonly path: string;
  /** Named in the block that start-up prints, for example `"GraphQL"`; absent keeps the route out of it. */
  readonly title?: string;
  /** Whether the route answers while the application stops, too; all others then refuse with 503. */
  readonly answersWhileStopping?: boolean;
  /** What the route requires of who asks; checked before `handle` is called. */
  readonly access?: AccessRule;
  /** Whether the route decides itself what may be asked: then it is not denied by default. */
  readonly hasOwnRules?: boolean;
  /**
   * Whether the route does not exist for who asks: the request goes on to the next that matches, whatever the rules say.
   *
   * @param exchange the request
   */
  isHidden?(exchange: HttpExchange): boolean;
  /**
   * Answers one request.
   *
   * @param exchange the request
   * @param variables the values of the pattern's variables
   * @returns the response, or `undefined` to pass the request on
   */
  handle(exchange: HttpExchange, variables: PathVariables): MaybePromise<Response | undefined>;
}

/** Identifier of the {@linkcode HttpRoute} beans. */
export const HttpRoute: ServiceIdentifier<HttpRoute> = token<HttpRoute>("HttpRoute");
