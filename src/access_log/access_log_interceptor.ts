import { AsyncLocalStorage } from "node:async_hooks";
import { Authentication } from "../context/mod.ts";
import {
  type ClientAddresses,
  type HttpExchange,
  type HttpInterceptor,
  type NextHttpHandler,
  refusalProblem,
  textOf,
} from "../http/mod.ts";
import {
  type EspalierProperties,
  type LogContext,
  type MaybePromise,
  probePaths,
  withoutTrailingSlashes,
} from "../kernel/mod.ts";
import { type AccessEntry, combinedLine, jsonLine } from "./access_entry.ts";
import { queryWithoutSecrets, refererWithoutSecrets } from "./query_without_secrets.ts";

/** The parts of the application that the access log uses. */
export interface AccessLogParts {
  readonly properties: EspalierProperties;
  readonly addresses: ClientAddresses;
  readonly context: LogContext;
  /** Writes a line, without its line break. */
  readonly write: (line: string) => void;
}

/** The allowed characters of an id, which is copied into a header and into lines. */
const acceptedId = /^[\w.:/+=-]{1,128}$/;

/** Writes a line for each request, and assigns each request an id: that of the proxy, or a new one. */
export class AccessLogInterceptor implements HttpInterceptor {
  /** Runs inside the request's span, whose trace id it logs, and outside of everything that rejects requests. */
  readonly order = -950;
  /** The access log is about clients and operators alike. */
  readonly isForEveryPort = true;
  readonly #parts: AccessLogParts;
  readonly #ids = new AsyncLocalStorage<string>();
  readonly #shown: ReadonlySet<string>;
  readonly #lineOf: (entry: AccessEntry) => string;
  readonly #probes: ReadonlySet<string>;

  /** @param parts the parts of the application */
  constructor(parts: AccessLogParts) {
    this.#parts = parts;
    const { actuator, logging } = parts.properties;
    const health = `${withoutTrailingSlashes(actuator.basePath)}/health`;
    this.#probes = new Set([...Object.keys(probePaths), health, `${health}/liveness`, `${health}/readiness`]);
    this.#shown = new Set(logging.accessQueryParameters);
    this.#lineOf = logging.accessFormat === "json" ? jsonLine : combinedLine;
    parts.context.contribute(() => {
      const requestId = this.#ids.getStore();
      return requestId === undefined ? undefined : { requestId };
    });
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    const startedAt = performance.now();
    const given = exchange.request.headers.get("x-request-id");
    const requestId = given !== null && acceptedId.test(given) ? given : crypto.randomUUID();
    // The server discards the address when the response is sent.
    const remoteAddress = this.#addressOf(exchange);
    const traceId = this.#parts.context.fields().traceId;
    const write = (status: number, bytes: number | undefined) => {
      // Probes are frequent, and successful ones carry no information.
      if (status < 400 && this.#probes.has(exchange.path)) return;
      this.#parts.write(this.#lineOf({
        ...this.#partsOf(exchange),
        status,
        bytes,
        durationMs: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
        remoteAddress,
        requestId,
        traceId: typeof traceId === "string" ? traceId : undefined,
      }));
    };
    const answered = (response: Response) => {
      write(response.status, lengthOf(response));
      return withRequestId(response, requestId);
    };
    const failed = (error: unknown): never => {
      write(refusalProblem(error)?.status ?? 500, undefined);
      throw error;
    };
    return this.#ids.run(requestId, () => {
      try {
        const response = next(exchange);
        return response instanceof Response ? answered(response) : response.then(answered, failed);
      } catch (error) {
        return failed(error);
      }
    });
  }

  #partsOf({ request, path, search, route, authentication }: HttpExchange) {
    return {
      time: Date.now(),
      method: request.method,
      path,
      query: queryWithoutSecrets(search, this.#shown),
      route,
      user: Authentication.isKnown(authentication) ? authentication.grants.name : undefined,
      referer: refererWithoutSecrets(request.headers.get("referer")),
      userAgent: request.headers.get("user-agent") ?? undefined,
    };
  }

  #addressOf({ remoteAddress, request: { headers } }: HttpExchange): string | undefined {
    return this.#parts.addresses.of({ remoteAddress, headers });
  }
}

/** Reading `body` would turn the response into a stream, so without a known length it is not logged. */
function lengthOf(response: Response): number | undefined {
  const length = response.headers.get("content-length");
  if (length !== null) return Number(length);
  const text = textOf(response);
  if (text !== undefined) return byteLength(text);
  return [204, 205, 304].includes(response.status) ? 0 : undefined;
}

function byteLength(text: string): number {
  return new Blob([text]).size;
}

function withRequestId(response: Response, requestId: string): Response {
  // The handshake of a WebSocket is not ours to change, and a response of `fetch` has immutable headers.
  if (response.status === 101) return response;
  try {
    response.headers.set("x-request-id", requestId);
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const { status, statusText, headers, body } = response;
    return withRequestId(new Response(body, { status, statusText, headers: new Headers(headers) }), requestId);
  }
}
