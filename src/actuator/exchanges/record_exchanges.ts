import { HttpExchange, type HttpInterceptor, type NextHttpHandler } from "../../http/mod.ts";
import {
  type EspalierProperties,
  isSecretName,
  maskedValue,
  type MaybePromise,
  percentDecoded,
  sanitizedText,
  shortened,
  withoutTrailingSlashes,
} from "../../kernel/mod.ts";
import type { HttpExchanges } from "./http_exchanges.ts";
import { type ReplayableRequest, ReplayableRequests } from "./replayable_requests.ts";

/** Limits of the stored headers of a message. */
const [maxHeaders, maxHeader, maxUri] = [64, 1_000, 2_000];

/** Parameters of GraphQL requests with client data. */
const typedByPeople = new Set(["query", "variables", "extensions", "token"]);

/** Paths that are not recorded, or recorded without client data. */
export type RecordedPaths =
  & Pick<EspalierProperties, "actuator" | "graphql">
  & Partial<Pick<EspalierProperties, "console">>;

/** Records the exchanges of the application: secrets masked, those of the actuator and the console left out. */
export class RecordExchanges implements HttpInterceptor {
  /** Outermost, to record the request and response as the client sees them. */
  readonly order = -2500;
  readonly #exchanges: HttpExchanges;
  readonly #ownPaths: readonly string[];
  readonly #graphQlPaths: ReadonlySet<string>;
  readonly #requests: ReplayableRequests | undefined;
  #next: NextHttpHandler | undefined;

  /**
   * @param exchanges keeps them
   * @param properties paths of the actuator, of GraphQL, and of the console where it is installed
   * @param requests keeps the requests for {@linkcode replay}; absent where nothing is replayed
   */
  constructor(
    exchanges: HttpExchanges,
    { actuator, graphql, console }: RecordedPaths,
    requests?: ReplayableRequests,
  ) {
    this.#exchanges = exchanges;
    this.#requests = requests;
    this.#ownPaths = [actuator, ...(console === undefined ? [] : [console])].map(({ basePath }) =>
      withoutTrailingSlashes(basePath)
    );
    this.#graphQlPaths = new Set([graphql.path, graphql.graphiqlPath]);
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    const { path } = exchange;
    this.#next = next;
    if (this.#ownPaths.some((own) => path === own || path.startsWith(`${own}/`))) return next(exchange);
    const [timestamp, startedAt] = [Date.now(), performance.now()];
    const replayable = this.#requests && ReplayableRequests.read(exchange.request);
    const end = (status: number, headers: Headers | undefined) => {
      const durationMs = performance.now() - startedAt;
      const id = this.#record(exchange, { timestamp, durationMs, status, headers });
      void replayable?.then((request) => request && this.#requests!.add(id, request));
    };
    try {
      const response = next(exchange);
      if (response instanceof Response) {
        end(response.status, response.headers);
        return response;
      }
      return response.then((settled) => {
        end(settled.status, settled.headers);
        return settled;
      }, (error) => {
        end(500, undefined);
        throw error;
      });
    } catch (error) {
      end(500, undefined);
      throw error;
    }
  }

  /**
   * Sends a request again through all interceptors, like a request of a client; it is recorded too.
   *
   * @param request the request
   * @throws Error when no request has come yet
   */
  async replay({ method, url, headers, body }: ReplayableRequest): Promise<Response> {
    if (this.#next === undefined) throw new Error("Cannot replay a request as none has come since the start");
    const sent = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    if (body !== undefined) sent.set("content-length", `${new TextEncoder().encode(body).length}`);
    const request = new Request(url, { method, headers: sent, ...(body === undefined ? {} : { body }) });
    return await this.intercept(new HttpExchange(request), this.#next);
  }

  #record(exchange: HttpExchange, { timestamp, durationMs, status, headers }: Outcome): number {
    const { request, authentication } = exchange;
    const name = authentication?.isAnonymous === false ? authentication.grants.name : undefined;
    return this.#exchanges.add({
      timestamp,
      durationMs,
      request: { method: request.method, uri: this.#uriOf(exchange), headers: maskedHeaders(request.headers) },
      response: { status, headers: headers === undefined ? {} : maskedHeaders(headers) },
      ...(name === undefined ? {} : { principal: name }),
    });
  }

  #uriOf({ origin, path, search }: HttpExchange): string {
    const hidden = this.#graphQlPaths.has(path) ? typedByPeople : undefined;
    const parameters = search.slice(1).split("&").map((parameter) => {
      const end = parameter.indexOf("=");
      if (end < 0) return parameter;
      const name = percentDecoded(parameter.slice(0, end)) ?? parameter.slice(0, end);
      const isHidden = hidden?.has(name) || isSecretName(name);
      return isHidden ? `${parameter.slice(0, end)}=${maskedValue}` : parameter;
    });
    return shortened(`${origin}${path}${search === "" ? "" : `?${parameters.join("&")}`}`, maxUri);
  }
}

interface Outcome {
  readonly timestamp: number;
  readonly durationMs: number;
  readonly status: number;
  readonly headers: Headers | undefined;
}

/**
 * Headers as they are shown.
 *
 * @param headers any headers
 */
export function maskedHeaders(headers: Headers): Record<string, string[]> {
  const masked: Record<string, string[]> = {};
  let count = 0;
  for (const [name, value] of headers) {
    if (++count > maxHeaders) break;
    const shown = isSecretName(name) ? maskedValue : sanitizedText(shortened(value, maxHeader));
    (masked[shortened(name, maxHeader)] ??= []).push(shown);
  }
  return masked;
}
