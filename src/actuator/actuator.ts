import {
  baseUrlOf,
  CorsPolicy,
  type HttpExchange,
  type HttpRoute,
  methodNotAllowed,
  OriginGuard,
  problem,
} from "../http/mod.ts";
import { Authentication } from "../context/mod.ts";
import {
  type ActuatorEndpoint,
  type ActuatorRequest,
  describeValue,
  type EspalierProperties,
  inOrder,
  type MaybePromise,
  withoutTrailingSlashes,
} from "../kernel/mod.ts";
import { whyExposed } from "./exposure.ts";
import { withoutBody } from "./without_body.ts";

/** A link of the discovery page. */
export interface ActuatorLink {
  /** The absolute address. */
  readonly href: string;
  /** Whether `href` holds a variable. */
  readonly templated: boolean;
}

/** Answers the requests below the actuator's base path: finds the endpoint, or lists the endpoints as links. */
export class Actuator {
  /** The exposed endpoints by id. */
  readonly #endpoints: ReadonlyMap<string, ActuatorEndpoint>;
  readonly #properties: Pick<EspalierProperties, "actuator" | "http">;
  readonly #basePath: string;
  readonly #cors: CorsPolicy;
  readonly #origins: OriginGuard;

  /**
   * @param endpoints all that are installed; `order` decides where their links stand
   * @param properties base path, discovery, forwarded headers, origins
   * @throws TypeError when two endpoints have the same id, or an id is not a valid path segment for a link
   */
  constructor(endpoints: readonly ActuatorEndpoint[], properties: Pick<EspalierProperties, "actuator" | "http">) {
    const known = new Map<string, ActuatorEndpoint>();
    for (const endpoint of inOrder(endpoints)) {
      requireId(endpoint.id);
      if (known.has(endpoint.id)) {
        throw new TypeError(`Cannot install two actuator endpoints of one id: current value is "${endpoint.id}"`);
      }
      known.set(endpoint.id, endpoint);
    }
    this.#endpoints = new Map([...known].filter(([, endpoint]) => whyExposed(endpoint, properties.actuator).isExposed));
    this.#properties = properties;
    this.#basePath = withoutTrailingSlashes(properties.actuator.basePath);
    // Rules that open the application's resources do not apply to operational endpoints.
    this.#cors = new CorsPolicy(
      { ...properties.http, corsOrigins: properties.actuator.corsOrigins },
      "actuator.corsOrigins",
    );
    this.#origins = new OriginGuard(properties.http, this.#cors);
  }

  /** The route of the base path, whose title start-up prints, and the route of everything below it. */
  routes(): HttpRoute[] {
    const below: HttpRoute = {
      path: `${this.#basePath}/{*path}`,
      order: 1000,
      answersWhileStopping: true,
      handle: (exchange, { path = "" }) => this.handle(exchange, path),
    };
    if (!this.#hasDiscovery) return [below];
    return [
      { ...below, path: this.#basePath || "/", title: "Actuator", handle: (exchange) => this.handle(exchange, "") },
      below,
    ];
  }

  /** Whether to serve the list of links: not at the root of the application's port, where it would hide its index. */
  get #hasDiscovery(): boolean {
    const { discovery, port } = this.#properties.actuator;
    return discovery && (this.#basePath !== "" || port >= 0);
  }

  /**
   * Answers one request.
   *
   * @param exchange the request
   * @param path the path after the base path
   * @returns the answer; `undefined` passes the request on, which happens only where the base path is the root
   */
  handle(exchange: HttpExchange, path: string): MaybePromise<Response | undefined> {
    const { request } = exchange;
    const [id = "", ...rest] = withoutTrailingSlashes(path.replace(/^\/+/, "")).split("/");
    const baseUrl = baseUrlOf(request, this.#properties.http) + this.#basePath;
    if (id === "" && this.#hasDiscovery) {
      return this.#answer(exchange, ["GET", "HEAD"], () => Response.json({ _links: this.#links(baseUrl) }));
    }
    const endpoint = this.#endpoints.get(id);
    if (endpoint === undefined || (rest.length > 0 && endpoint.pathVariable === undefined)) {
      return this.#notFound(exchange);
    }
    return this.#answer(
      exchange,
      methodsOf(endpoint),
      () => endpoint.handle({ request, path: rest.join("/"), baseUrl, ...callerOf(exchange) }),
    );
  }

  /** Handles a request after checking its method and origin. */
  async #answer(
    exchange: HttpExchange,
    methods: readonly string[],
    handle: () => MaybePromise<Response | undefined>,
  ): Promise<Response | undefined> {
    const { request } = exchange;
    const preflight = this.#cors.preflight(request, [...methods, "OPTIONS"]);
    if (preflight !== undefined) return preflight;
    if (!methods.includes(request.method)) return methodNotAllowed(request.method, methods);
    const isSafe = request.method === "GET" || request.method === "HEAD";
    const refusal = isSafe ? undefined : this.#origins.refusal(exchange);
    if (refusal !== undefined) return problem({ status: 403, detail: refusal });
    const answer = notStored(await handle() ?? this.#notFound(exchange));
    return answer && this.#cors.permit(request, request.method === "HEAD" ? withoutBody(answer) : answer);
  }

  #notFound({ path }: HttpExchange): Response | undefined {
    if (this.#basePath === "") return undefined;
    return problem({ status: 404, detail: `There is no actuator endpoint at "${path}"` });
  }

  #links(baseUrl: string): Record<string, ActuatorLink> {
    const links: Record<string, ActuatorLink> = { self: { href: baseUrl, templated: false } };
    for (const { id, pathVariable } of this.#endpoints.values()) {
      if (pathVariable !== undefined) {
        links[`${id}-${pathVariable}`] = { href: `${baseUrl}/${id}/{*${pathVariable}}`, templated: true };
      }
      links[id] = { href: `${baseUrl}/${id}`, templated: false };
    }
    return links;
  }
}

/** The state of a service is of the moment, and not for everybody. */
function notStored(answer: Response | undefined): Response | undefined {
  if (answer === undefined) return undefined;
  if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "no-store");
  answer.headers.set("x-content-type-options", "nosniff");
  return answer;
}

function callerOf({ authentication }: HttpExchange): Pick<ActuatorRequest, "caller"> {
  return Authentication.isKnown(authentication) ? { caller: authentication.grants } : {};
}

function requireId(id: unknown): void {
  if (typeof id === "string" && id !== "" && id !== "self" && !id.includes("/")) return;
  throw new TypeError(
    `Cannot install an actuator endpoint as its id must be a text without a slash, other than "self": current value is ${
      describeValue(id)
    }`,
  );
}

function methodsOf(endpoint: ActuatorEndpoint): readonly string[] {
  const methods = endpoint.methods ?? ["GET"];
  return methods.includes("GET") ? [...methods, "HEAD"] : methods;
}
