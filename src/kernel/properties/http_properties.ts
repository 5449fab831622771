import { choices, flag, integer, list, milliseconds, networks, origins, type PropertyTable, text } from "./property.ts";

/** The HTTP server, its limits and its security headers; shared by all areas. */
export interface HttpProperties {
  /** Address that `serve` binds; `"0.0.0.0"` for all interfaces. */
  readonly hostname: string;
  /** Port that `serve` listens on; 0 for any free port. */
  readonly port: number;
  /** Whether several processes may listen on the port: the system distributes new connections among them. */
  readonly reusePort: boolean;
  /** Maximum size of a request body and of a WebSocket message, in bytes. */
  readonly maxBodyBytes: number;
  /** Maximum time to receive a request body, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Maximum number of request bodies being received; beyond it the slowest ones are rejected. */
  readonly maxPendingBodies: number;
  /**
   * Maximum number of characters of long responses that clients have not read yet; beyond it the slowest responses are
   * aborted.
   */
  readonly maxUnreadBytes: number;
  /** Time without progress after which a long response is aborted, in milliseconds. */
  readonly slowReaderTimeoutMs: number;
  /** Maximum number of requests in flight; further ones are rejected with 503. 0 means no limit. */
  readonly maxRequests: number;
  /** Maximum number of requests in flight from one client address; 0 means no limit. */
  readonly maxRequestsPerAddress: number;
  /**
   * Sustained delay of the event loop beyond which new requests are rejected with 503, in milliseconds; 0 means no
   * limit.
   */
  readonly maxEventLoopDelayMs: number;
  /**
   * Addresses and networks of trusted proxies: for the limits per address, a request from one of them counts for the
   * address in its `X-Forwarded-For`.
   */
  readonly trustedProxies: readonly string[];
  /** Whether links are built from the headers `X-Forwarded-*` and `Forwarded`. */
  readonly trustForwardedHeaders: boolean;
  /** Whether cross-site requests of browsers are rejected, unless CORS allows the origin. */
  readonly csrfProtection: boolean;
  /** Origins whose pages may call the service; empty means none, `*` any. */
  readonly corsOrigins: readonly string[];
  /** Request headers that cross-origin pages may send, in addition to those that are always allowed. */
  readonly corsHeaders: readonly string[];
  /** Response headers that cross-origin pages may read. */
  readonly corsExposedHeaders: readonly string[];
  /** Whether cross-origin requests may send cookies; requires explicit origins, not `*`. */
  readonly corsCredentials: boolean;
  /** Time for which browsers may cache a preflight response, in seconds. */
  readonly corsMaxAgeSeconds: number;
  /**
   * Allowed host names of requests, without port; `*.example.com` allows all its subdomains, `*` all names.
   * IP addresses are always allowed.
   */
  readonly allowedHosts: readonly string[];
  /** File of the certificate chain, in PEM format, with which `serve` uses TLS; `""` for plain HTTP. */
  readonly tlsCertificateFile: string;
  /** File of the certificate's private key, in PEM format. */
  readonly tlsKeyFile: string;
  /** Interval at which the files of the certificate are read again, in milliseconds; 0 disables it. */
  readonly tlsReloadIntervalMs: number;
  /**
   * `max-age` of the `Strict-Transport-Security` header that `serve` sends over TLS, except to `localhost`, in seconds;
   * 0 sends no header.
   */
  readonly hstsMaxAgeSeconds: number;
  /** Whether a page at `/` lists the endpoints. */
  readonly landingPage: boolean;
  /**
   * Time after SIGTERM in which requests are still served while readiness already refuses traffic, in milliseconds; it
   * must exceed the time after which every load balancer notices.
   */
  readonly drainDelayMs: number;
  /** Whether uncaught errors and unhandled rejections are logged instead of ending the process of `serve`. */
  readonly keepServingOnUncaughtErrors: boolean;
  /** Maximum time for requests in flight to finish when the application stops, in milliseconds. */
  readonly drainTimeoutMs: number;
  /** Content encodings of `compression()`, the preferred one first; empty for none. */
  readonly compressionEncodings: readonly ("br" | "gzip" | "zstd")[];
  /** Minimum size of a response that is compressed, in bytes. */
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
    description: "Port that `serve` listens on; 0 for any free port.",
  }),
  reusePort: flag({
    default: false,
    description:
      "Whether several processes may listen on the port; Linux distributes connections. Needs `--unstable-net`.",
  }),
  maxBodyBytes: integer({ default: 1_048_576, min: 1, description: "Maximum size of a request body, in bytes." }),
  bodyTimeoutMs: milliseconds({
    default: 10_000,
    min: 1,
    description: "Maximum time to receive a request body, in milliseconds.",
  }),
  maxPendingBodies: integer({
    default: 1_000,
    min: 1,
    description: "Maximum number of request bodies being received; beyond it the slowest are rejected.",
  }),
  maxUnreadBytes: integer({
    default: 268_435_456,
    min: 1,
    description: "Maximum unread characters of long responses; beyond it the slowest responses are aborted.",
  }),
  slowReaderTimeoutMs: milliseconds({
    default: 30_000,
    min: 1,
    description: "Time without progress after which a long response is aborted, in milliseconds.",
  }),
  maxRequests: integer({ default: 4_000, description: "Maximum number of requests in flight; 0: no limit." }),
  maxRequestsPerAddress: integer({
    default: 0,
    description: "Maximum number of requests in flight from one client address; 0: no limit.",
  }),
  maxEventLoopDelayMs: milliseconds({
    default: 1_000,
    description: "Sustained delay of the event loop beyond which requests are rejected, in ms; 0: no limit.",
  }),
  trustedProxies: networks({
    default: [],
    description: "Proxies whose `X-Forwarded-For` is the client address for the limits per address.",
  }),
  trustForwardedHeaders: flag({ default: false, description: "Build links from forwarded headers." }),
  csrfProtection: flag({ default: true, description: "Reject cross-site requests of browsers." }),
  corsOrigins: origins({ default: [], description: "Origins whose pages may call the service." }),
  corsHeaders: list({
    // Conditional requests, and operations that share an event stream.
    default: ["authorization", "content-type", "if-match", "if-none-match", "x-graphql-event-stream-token"],
    description: "Request headers that cross-origin pages may send.",
  }),
  corsExposedHeaders: list({
    default: ["content-location", "etag", "link", "location", "retry-after"],
    description: "Response headers that cross-origin pages may read.",
  }),
  corsCredentials: flag({ default: false, description: "Let cross-origin requests send cookies." }),
  corsMaxAgeSeconds: integer({ default: 3_600, description: "Time browsers cache a preflight, in seconds." }),
  allowedHosts: list({
    default: ["*"],
    development: ["localhost", "*.localhost"],
    description: "Allowed host names of requests; `*` allows all, IP addresses are always allowed.",
  }),
  tlsCertificateFile: text({ default: "", description: "File of the certificate chain, PEM; empty: plain HTTP." }),
  tlsKeyFile: text({ default: "", description: "File of the certificate's private key, PEM." }),
  tlsReloadIntervalMs: milliseconds({
    default: 60_000,
    description: "Interval at which the files of the certificate are read again, in milliseconds; 0: never.",
  }),
  hstsMaxAgeSeconds: integer({
    default: 31_536_000,
    development: 0,
    description: "`max-age` of `Strict-Transport-Security`, sent over TLS, in seconds; 0: not sent.",
  }),
  landingPage: flag({ default: false, development: true, description: "List the endpoints on a page at `/`." }),
  drainDelayMs: milliseconds({
    default: 2_000,
    development: 0,
    description: "Time between SIGTERM, when readiness fails, and draining, in milliseconds.",
  }),
  keepServingOnUncaughtErrors: flag({
    default: true,
    description: "Log uncaught errors and unhandled rejections instead of ending the process.",
  }),
  drainTimeoutMs: milliseconds({
    default: 10_000,
    description: "Time for requests in flight at stop, in milliseconds.",
  }),
  compressionEncodings: choices(["zstd", "br", "gzip"], {
    default: ["zstd", "br", "gzip"],
    description: "Content encodings of `compression()`, the preferred one first.",
  }),
  compressionMinBytes: integer({ default: 1_024, description: "Minimum size of a compressed response, in bytes." }),
};
