import type { HttpExchange, HttpInterceptor, NextHttpHandler } from "../../http/mod.ts";
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

/** Bounds of what is kept of one message. */
const [maxHeaders, maxHeader, maxUri] = [64, 1_000, 2_000];

/** Parameters of GraphQL requests that hold what people typed. */
const typedByPeople = new Set(["query", "variables", "extensions", "token"]);

/** Records the exchanges of the application: secrets masked, the actuator's own left out. */
export class RecordExchanges implements HttpInterceptor {
  /** Outside of everything else: what the client sent and got. */
  readonly order = -2500;
  readonly #exchanges: HttpExchanges;
  readonly #actuator: string;
  readonly #graphQlPaths: ReadonlySet<string>;

  /**
   * @param exchanges keeps them
   * @param properties paths of the actuator and of GraphQL
   */
  constructor(exchanges: HttpExchanges, { actuator, graphql }: Pick<EspalierProperties, "actuator" | "graphql">) {
    this.#exchanges = exchanges;
    this.#actuator = withoutTrailingSlashes(actuator.basePath);
    this.#graphQlPaths = new Set([graphql.path, graphql.graphiqlPath]);
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    const { path } = exchange;
    if (path === this.#actuator || path.startsWith(`${this.#actuator}/`)) return next(exchange);
    const [timestamp, startedAt] = [Date.now(), performance.now()];
    const end = (status: number, headers: Headers | undefined) =>
      this.#record(exchange, { timestamp, durationMs: performance.now() - startedAt, status, headers });
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

  #record(exchange: HttpExchange, { timestamp, durationMs, status, headers }: Outcome): void {
    const { request, authentication } = exchange;
    const name = authentication?.isAnonymous === false ? authentication.grants.name : undefined;
    this.#exchanges.add({
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

function maskedHeaders(headers: Headers): Record<string, string[]> {
  const masked: Record<string, string[]> = {};
  let count = 0;
  for (const [name, value] of headers) {
    if (++count > maxHeaders) break;
    const shown = isSecretName(name) ? maskedValue : sanitizedText(shortened(value, maxHeader));
    (masked[shortened(name, maxHeader)] ??= []).push(shown);
  }
  return masked;
}
