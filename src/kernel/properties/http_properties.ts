import { flag, integer, list, milliseconds, origins, type PropertyTable } from "./property.ts";

/** The HTTP side that all areas share. */
export interface HttpProperties {
  /** Largest request body, and largest WebSocket message, in bytes. */
  readonly maxBodyBytes: number;
  /** How long a request body may take to arrive, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Whether `X-Forwarded-*` and `Forwarded` headers are believed when links are made. */
  readonly trustForwardedHeaders: boolean;
  /** Whether requests that a browser sends on behalf of another site are refused, unless CORS allows that site. */
  readonly csrfProtection: boolean;
  /** Origins that browsers may call from; empty means none, `*` any. */
  readonly corsOrigins: readonly string[];
  /** Request headers that pages of other origins may send, beside those that are always allowed. */
  readonly corsHeaders: readonly string[];
  /** Response headers that pages of other origins may read. */
  readonly corsExposedHeaders: readonly string[];
  /** Whether pages of other origins may send cookies; needs named origins. */
  readonly corsCredentials: boolean;
  /** How long browsers may keep the answer to a preflight, in seconds. */
  readonly corsMaxAgeSeconds: number;
  /** Whether a page at `/` lists the endpoints. */
  readonly landingPage: boolean;
  /**
   * How long requests are still served after SIGTERM while readiness already refuses traffic, in milliseconds: longer
   * than it takes every load balancer to notice.
   */
  readonly drainDelayMs: number;
  /** Whether uncaught errors and unhandled rejections are logged and do not end the process that `serve` runs in. */
  readonly keepServingOnUncaughtErrors: boolean;
  /** How long running requests may take to finish when the application stops, in milliseconds. */
  readonly drainTimeoutMs: number;
}

/** Definitions of {@linkcode HttpProperties}. */
export const httpProperties: PropertyTable<HttpProperties> = {
  maxBodyBytes: integer({ default: 1_048_576, min: 1, description: "Largest request body in bytes." }),
  bodyTimeoutMs: milliseconds({
    default: 10_000,
    min: 1,
    description: "Time for a request body to arrive, in milliseconds.",
  }),
  trustForwardedHeaders: flag({ default: false, description: "Believe forwarded headers when making links." }),
  csrfProtection: flag({ default: true, description: "Refuse what a browser sends on behalf of another site." }),
  corsOrigins: origins({ default: [], description: "Origins that browsers may call from." }),
  corsHeaders: list({
    // The last one is that of operations that share an event stream.
    default: ["authorization", "content-type", "x-graphql-event-stream-token"],
    description: "Request headers that pages of other origins may send.",
  }),
  corsExposedHeaders: list({ default: [], description: "Response headers that pages of other origins may read." }),
  corsCredentials: flag({ default: false, description: "Let pages of other origins send cookies." }),
  corsMaxAgeSeconds: integer({ default: 3_600, description: "Time browsers keep a preflight's answer, in seconds." }),
  landingPage: flag({ default: false, development: true, description: "List the endpoints on a page at `/`." }),
  drainDelayMs: milliseconds({
    default: 2_000,
    development: 0,
    description: "Time between SIGTERM, which turns readiness, and draining, in milliseconds.",
  }),
  keepServingOnUncaughtErrors: flag({
    default: true,
    description: "Log uncaught errors and unhandled rejections instead of ending the process.",
  }),
  drainTimeoutMs: milliseconds({ default: 10_000, description: "Time for running requests at stop, in milliseconds." }),
};
