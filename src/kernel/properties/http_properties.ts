import { choices, flag, integer, list, milliseconds, networks, origins, type PropertyTable, text } from "./property.ts";

/** The HTTP side that all areas share. */
export interface HttpProperties {
  /** Address that `serve` binds; `"0.0.0.0"` for all interfaces. */
  readonly hostname: string;
  /** Port that `serve` listens on; 0 lets the system choose. */
  readonly port: number;
  /** Whether several processes may listen on the port: the system spreads new connections over them. */
  readonly reusePort: boolean;
  /** Largest request body, and largest WebSocket message, in bytes. */
  readonly maxBodyBytes: number;
  /** How long a request body may take to arrive, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Maximum number of request bodies that are arriving; beyond it those are refused that take longest. */
  readonly maxPendingBodies: number;
  /** Maximum number of characters of long responses that wait for clients to read them; beyond it the slowest are cut. */
  readonly maxUnreadBytes: number;
  /** How long a client may read nothing of a long response before it is cut, in milliseconds. */
  readonly slowReaderTimeoutMs: number;
  /** Maximum number of requests in flight; further ones are refused with 503. 0 is no limit. */
  readonly maxRequests: number;
  /** Maximum number of requests in flight from one client address; 0 is no limit. */
  readonly maxRequestsPerAddress: number;
  /**
   * Delay of the event loop beyond which new requests are refused with 503, in milliseconds, if it lasts; 0 is no limit.
   */
  readonly maxEventLoopDelayMs: number;
  /**
   * Addresses and networks of the proxies in front of the service: for the limits per address, a request that comes from
   * one of them has the address that it forwards.
   */
  readonly trustedProxies: readonly string[];
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
  /**
   * Names of hosts that requests may be for, without port; `*.example.com` stands for all names below it, `*` for all.
   * IP addresses are always allowed.
   */
  readonly allowedHosts: readonly string[];
  /** The file with the certificate chain, PEM, with which `serve` answers over TLS; `""` for plain HTTP. */
  readonly tlsCertificateFile: string;
  /** The file with the private key of the certificate, PEM. */
  readonly tlsKeyFile: string;
  /** How often the files of the certificate are read again, in milliseconds; 0 is never. */
  readonly tlsReloadIntervalMs: number;
  /**
   * How long browsers may use nothing but HTTPS for this host, in seconds, which `serve` says with every response over
   * TLS, except to `localhost`; 0 says nothing.
   */
  readonly hstsMaxAgeSeconds: number;
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
  /** Compressions of responses, where `compression()` is installed, the preferred one first; empty for none. */
  readonly compressionEncodings: readonly ("br" | "gzip" | "zstd")[];
  /** Length of the shortest text that is compressed. */
  readonly compressionMinBytes: number;
}

/** Definitions of {@linkcode HttpProperties}. */
export const httpProperties: PropertyTable<HttpProperties> = {
  hostname: text({
    default: "127.0.0.1",
    description: "Address that `serve` binds; `0.0.0.0` for all interfaces.",
  }),
  port: integer({
    default: 8080,
    max: 65_535,
    description: "Port that `serve` listens on; 0 lets the system choose.",
  }),
  reusePort: flag({
    default: false,
    description: "Whether several processes may listen on the port; Linux spreads connections. Needs `--unstable-net`.",
  }),
  maxBodyBytes: integer({ default: 1_048_576, min: 1, description: "Largest request body in bytes." }),
  bodyTimeoutMs: milliseconds({
    default: 10_000,
    min: 1,
    description: "Time for a request body to arrive, in milliseconds.",
  }),
  maxPendingBodies: integer({
    default: 1_000,
    min: 1,
    description: "Most request bodies arriving at the same time; beyond it the slowest are refused.",
  }),
  maxUnreadBytes: integer({
    default: 268_435_456,
    min: 1,
    description: "Most of long responses that waits for clients; beyond it the slowest are cut.",
  }),
  slowReaderTimeoutMs: milliseconds({
    default: 30_000,
    min: 1,
    description: "Time a client may read nothing of a long response, in milliseconds.",
  }),
  maxRequests: integer({ default: 4_000, description: "Most requests in flight; 0: no limit." }),
  maxRequestsPerAddress: integer({
    default: 0,
    description: "Most requests in flight from one client address; 0: no limit.",
  }),
  maxEventLoopDelayMs: milliseconds({
    default: 1_000,
    description: "Lasting delay of the event loop beyond which requests are refused, in ms; 0: no limit.",
  }),
  trustedProxies: networks({
    default: [],
    description: "Proxies whose `X-Forwarded-For` tells the client address that limits count.",
  }),
  trustForwardedHeaders: flag({ default: false, description: "Believe forwarded headers when making links." }),
  csrfProtection: flag({ default: true, description: "Refuse what a browser sends on behalf of another site." }),
  corsOrigins: origins({ default: [], description: "Origins that browsers may call from." }),
  corsHeaders: list({
    // Conditional requests, and operations that share an event stream.
    default: ["authorization", "content-type", "if-match", "if-none-match", "x-graphql-event-stream-token"],
    description: "Request headers that pages of other origins may send.",
  }),
  corsExposedHeaders: list({
    default: ["content-location", "etag", "link", "location", "retry-after"],
    description: "Response headers that pages of other origins may read.",
  }),
  corsCredentials: flag({ default: false, description: "Let pages of other origins send cookies." }),
  corsMaxAgeSeconds: integer({ default: 3_600, description: "Time browsers keep a preflight's answer, in seconds." }),
  allowedHosts: list({
    default: ["*"],
    development: ["localhost", "*.localhost"],
    description: "Host names that requests may be for; `*` allows all, IP addresses are always allowed.",
  }),
  tlsCertificateFile: text({ default: "", description: "File of the certificate chain, PEM; empty: plain HTTP." }),
  tlsKeyFile: text({ default: "", description: "File of the certificate's private key, PEM." }),
  tlsReloadIntervalMs: milliseconds({
    default: 60_000,
    description: "Time between two looks at the files of the certificate, in milliseconds; 0: never.",
  }),
  hstsMaxAgeSeconds: integer({
    default: 31_536_000,
    development: 0,
    description: "Time browsers use nothing but HTTPS for this host, sent over TLS, in seconds; 0: not sent.",
  }),
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
  compressionEncodings: choices(["zstd", "br", "gzip"], {
    default: ["zstd", "br", "gzip"],
    description: "Compressions of responses, where `compression()` is installed.",
  }),
  compressionMinBytes: integer({ default: 1_024, description: "Length of the shortest text that is compressed." }),
};
