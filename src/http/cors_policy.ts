import type { EspalierProperties } from "../kernel/mod.ts";

/** The configuration of cross-origin requests. */
export type CorsProperties = Pick<
  EspalierProperties["http"],
  "corsOrigins" | "corsHeaders" | "corsExposedHeaders" | "corsCredentials" | "corsMaxAgeSeconds"
>;

/** Decides which origins may call the service, and sends the CORS headers. */
export class CorsPolicy {
  readonly #properties: CorsProperties;
  readonly #origins: ReadonlySet<string>;
  readonly #isAnyAllowed: boolean;

  /**
   * Creates the policy.
   *
   * @param properties the configuration; without origins no cross-origin request is allowed
   * @param source the property that the origins are from
   * @throws TypeError if cookies are allowed for every origin, which browsers reject
   */
  constructor(properties: CorsProperties, source: "http.corsOrigins" | "actuator.corsOrigins" = "http.corsOrigins") {
    this.#properties = properties;
    this.#origins = new Set(properties.corsOrigins.map((origin) => origin.toLowerCase()));
    this.#isAnyAllowed = this.#origins.has("*");
    if (this.#isAnyAllowed && properties.corsCredentials) {
      throw new TypeError(
        `Cannot use property "http.corsCredentials" as "${source}" must name origins: current value is "*"`,
      );
    }
  }

  /** Whether any origin is allowed at all. */
  get isEnabled(): boolean {
    return this.#origins.size > 0;
  }

  /**
   * Whether pages of an origin may call.
   *
   * @param origin the value of the `Origin` header, for example `https://example.com`
   */
  allows(origin: string): boolean {
    return this.#isAnyAllowed || this.#origins.has(origin.toLowerCase());
  }

  /**
   * Responds to a preflight, which a browser sends before a request that a form could not send.
   *
   * @param request the request
   * @param methods the methods of the resource
   * @returns 204 with the permissions, or `undefined` when the request is no preflight of an allowed origin
   */
  preflight(request: Request, methods: readonly string[]): Response | undefined {
    if (request.method !== "OPTIONS") return undefined;
    const origin = request.headers.get("origin");
    if (origin === null || !this.allows(origin)) return undefined;
    if (!request.headers.has("access-control-request-method")) return undefined;
    const { corsHeaders, corsMaxAgeSeconds } = this.#properties;
    const headers = new Headers({
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers": corsHeaders.join(", "),
      "access-control-max-age": String(corsMaxAgeSeconds),
    });
    this.#permit(headers, origin);
    return new Response(null, { status: 204, headers });
  }

  /**
   * Adds the headers that let the page read a response.
   *
   * @param request the request, whose `Origin` header is checked
   * @param response gets the headers; returned
   */
  permit(request: Request, response: Response): Response {
    if (!this.isEnabled) return response;
    const origin = request.headers.get("origin");
    if (origin === null || !this.allows(origin)) response.headers.append("vary", "Origin");
    else this.#permit(response.headers, origin);
    return response;
  }

  #permit(headers: Headers, origin: string): void {
    const { corsExposedHeaders, corsCredentials } = this.#properties;
    headers.set("access-control-allow-origin", this.#isAnyAllowed ? "*" : origin);
    if (!this.#isAnyAllowed) headers.append("vary", "Origin");
    if (corsCredentials) headers.set("access-control-allow-credentials", "true");
    if (corsExposedHeaders.length > 0) headers.set("access-control-expose-headers", corsExposedHeaders.join(", "));
  }
}
