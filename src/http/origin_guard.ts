import type { EspalierProperties } from "../kernel/mod.ts";
import type { CorsPolicy } from "./cors_policy.ts";
import type { HttpExchange } from "./http_exchange.ts";

/** Rejects cross-site requests of browsers (cross-site request forgery). */
export class OriginGuard {
  readonly #isEnabled: boolean;
  readonly #trustsForwarded: boolean;
  /** The policy of allowed origins. */
  readonly cors: CorsPolicy;

  /**
   * Creates the guard.
   *
   * @param properties whether the guard is enabled, and whether forwarded headers are trusted
   * @param cors the policy of allowed origins
   */
  constructor(
    properties: Pick<EspalierProperties["http"], "csrfProtection" | "trustForwardedHeaders">,
    cors: CorsPolicy,
  ) {
    this.#isEnabled = properties.csrfProtection;
    this.#trustsForwarded = properties.trustForwardedHeaders;
    this.cors = cors;
  }

  /**
   * Checks whether the request was sent by another site's page.
   *
   * @param exchange the request
   * @returns why the request is refused, or `undefined` when it is not
   */
  refusal(exchange: HttpExchange): string | undefined {
    if (!this.#isEnabled) return undefined;
    const { headers } = exchange.request;
    const origin = headers.get("origin");
    if (origin !== null) {
      return this.#isOwn(origin, exchange) || this.cors.allows(origin) ? undefined : foreign(origin);
    }
    if (headers.get("sec-fetch-site") !== "cross-site") return undefined;
    return 'Cannot accept a request of another site as it must come from an allowed origin: current "Sec-Fetch-Site" ' +
      'is "cross-site"';
  }

  // Only the host is compared: behind a proxy that terminates TLS the server sees "http" and the browser sends "https".
  #isOwn(origin: string, exchange: HttpExchange): boolean {
    if (!URL.canParse(origin)) return false;
    const { headers } = exchange.request;
    const host = this.#trustsForwarded ? headers.get("x-forwarded-host") : null;
    return new URL(origin).host === (host ?? headers.get("host") ?? exchange.url.host).toLowerCase();
  }
}

function foreign(origin: string): string {
  return `Cannot accept a request of another site as it must come from an allowed origin: current value is "${
    origin.slice(0, 200)
  }"`;
}
