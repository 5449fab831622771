import type { ServiceIdentifier } from "../../deps.ts";
import type { MaybePromise } from "./maybe_promise.ts";
import type { Ordered } from "./ordered.ts";
import { token } from "./token.ts";

/** Who calls an endpoint. */
export interface ActuatorCaller {
  /** Name of the principal. */
  readonly name: string;
  /** Roles that were granted to the caller. */
  readonly roles: ReadonlySet<string>;
}

/** A request to one endpoint. */
export interface ActuatorRequest {
  /** The HTTP request. */
  readonly request: Request;
  /** What follows the endpoint's own path, percent-decoded and without slash at its ends; `""` for the endpoint. */
  readonly path: string;
  /** The absolute URL of the actuator, for links; without slash at its end. */
  readonly baseUrl: string;
  /** Who calls; absent where nobody has authenticated. */
  readonly caller?: ActuatorCaller;
}

/**
 * An operational resource below the actuator's base path. Any area may bind one; it is reachable, and linked, where
 * the actuator is installed.
 */
export interface ActuatorEndpoint extends Ordered {
  /** Path segment and link name: `"modulith"` answers at `/actuator/modulith`. */
  readonly id: string;
  /** The methods that it answers, `["GET"]` by default; `HEAD` comes with `GET`. */
  readonly methods?: readonly string[];
  /**
   * Whether the endpoint is shown unless `actuator.exposureExclude` names it; for health, and for endpoints with a switch
   * of their own. All others are shown where `actuator.exposureInclude` names them: in the development preset.
   */
  readonly isExposedByDefault?: boolean;
  /** Name of the variable that stands for the rest of the path; gives a templated link `<id>-<variable>`. */
  readonly pathVariable?: string;
  /**
   * Answers one request.
   *
   * @param request a request with one of the methods
   * @returns the response, or `undefined` when the endpoint has nothing at the path
   */
  handle(request: ActuatorRequest): MaybePromise<Response | undefined>;
}

/** Identifier of the {@linkcode ActuatorEndpoint} beans. */
export const ActuatorEndpoint: ServiceIdentifier<ActuatorEndpoint> = token<ActuatorEndpoint>("ActuatorEndpoint");

/**
 * Identifier of endpoints that the console asks and the actuator does not show, because their feature has them shown only
 * where an option says so.
 */
export const ConsoleEndpoint: ServiceIdentifier<ActuatorEndpoint> = token<ActuatorEndpoint>("ConsoleEndpoint");
