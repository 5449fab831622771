import { CorsPolicy, type HttpExchange, methodNotAllowed, OriginGuard, problem } from "../http/mod.ts";
import { type ActuatorEndpoint, EspalierProperties } from "../kernel/mod.ts";
import { consoleEndpoints } from "./console_endpoints.ts";
import type { ConsoleParts } from "./console_parts.ts";

/** A header that forms can't send, and cross-origin scripts only after a preflight, which always fails. */
export const writeHeader = "x-espalier-console";

/** Asks the endpoints of the actuator in process, whether or not the actuator shows them. */
export class ConsoleData {
  readonly #parts: ConsoleParts;
  readonly #origins: OriginGuard;
  #endpoints: Promise<ReadonlyMap<string, ActuatorEndpoint>> | undefined;

  /** @param parts the service */
  constructor(parts: ConsoleParts) {
    this.#parts = parts;
    const { http } = parts.container.get(EspalierProperties);
    // Pages of other origins that may call the application's resources may not operate it.
    const closed = { ...http, corsOrigins: [], csrfProtection: true };
    this.#origins = new OriginGuard(closed, new CorsPolicy(closed));
  }

  /**
   * Answers a request for the data of an endpoint.
   *
   * @param exchange the request
   * @param path the endpoint's id, and the rest of the path
   */
  async handle(exchange: HttpExchange, [id = "", ...rest]: readonly string[]): Promise<Response> {
    const { request } = exchange;
    const endpoint = (await (this.#endpoints ??= consoleEndpoints(this.#parts.container))).get(id);
    if (endpoint === undefined) return problem({ status: 404, detail: `There is no endpoint "${id}"` });
    const methods = endpoint.methods ?? ["GET"];
    if (!methods.includes(request.method)) return methodNotAllowed(request.method, methods);
    if (request.method !== "GET") {
      const refusal = this.#refusal(exchange);
      if (refusal !== undefined) return problem({ status: 403, detail: refusal });
    }
    const baseUrl = `${exchange.origin}${this.#parts.basePath}/data`;
    const path = rest.join("/");
    const response = await endpoint.handle({ request, path, baseUrl }) ??
      problem({ status: 404, detail: `Endpoint "${id}" has nothing at "${path}"` });
    response.headers.set("cache-control", "no-store");
    response.headers.set("x-content-type-options", "nosniff");
    return response;
  }

  #refusal(exchange: HttpExchange): string | undefined {
    if (exchange.request.headers.has(writeHeader)) return this.#origins.refusal(exchange);
    return `Cannot accept a change as it must come from the console: header "${writeHeader}" is absent`;
  }
}
