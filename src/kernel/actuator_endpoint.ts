import type { ServiceIdentifier } from "../../deps.ts";
import type { MaybePromise } from "./maybe_promise.ts";
import type { Ordered } from "./ordered.ts";
import { token } from "./token.ts";

/** The authenticated caller of an endpoint. */
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
  /**
   * The rest of the path below the endpoint, percent-decoded, without a slash at either end; `""` for the endpoint
   * itself.
   */
  readonly path: string;
  /** The absolute URL of the actuator, for links; without a slash at its end. */
  readonly baseUrl: string;
  /** The caller; absent if the request is not authenticated. */
  readonly caller?: ActuatorCaller;
}

/**
 * An operational resource below the actuator's base path. Any area may bind one; it is served and linked if the
 * actuator is installed.
 */
export interface ActuatorEndpoint extends Ordered {
  /** Path segment and link name: `"modulith"` is served at `/actuator/modulith`. */
  readonly id: string;
  /** The supported methods, `["GET"]` by default; `GET` includes `HEAD`. */
  readonly methods?: readonly string[];
  /**
   * Whether the endpoint is shown unless `actuator.exposureExclude` names it; for health, and for endpoints with a
   * switch
   * of their own. All others are shown where `actuator.exposureInclude` names them: in the development preset.
   */
  readonly isExposedByDefault?: boolean;
  /** Name of the variable for the rest of the path; adds a templated link `<id>-<variable>`. */
  readonly pathVariable?: string;
  /** Handles one request.
   *
   * @param request a request with one of the methods
   * @returns the response, or `undefined` when the endpoint has nothing at the path
   */
  handle(request: ActuatorRequest): MaybePromise<Response | undefined>;
}

/** Identifier of the {@linkcode ActuatorEndpoint} beans. */
export const ActuatorEndpoint: ServiceIdentifier<ActuatorEndpoint> = token<ActuatorEndpoint>("ActuatorEndpoint");

/**
 * Identifier of endpoints that the console calls but the actuator does not serve: their feature binds them as an
 * {@linkcode ActuatorEndpoint} only if an option enables it.
 */
export const ConsoleEndpoint: ServiceIdentifier<ActuatorEndpoint> = token<ActuatorEndpoint>("ConsoleEndpoint");
