import { ifNoneMatch } from "@std/http/etag";
import { type HttpExchange, type HttpInterceptor, type NextHttpHandler, textResponse } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import { hashOf } from "../hash_of.ts";

/** Headers of a response that a 304 repeats. */
const repeated: readonly string[] = ["cache-control", "vary", "age", "date", "expires"];

/** Adds an `ETag` to cacheable responses of GraphQL over GET, and responds with 304 if the client's copy is current. */
export class ConditionalGet implements HttpInterceptor {
  readonly #path: string;

  /** @param path of the GraphQL endpoint */
  constructor(path: string) {
    this.#path = path;
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    const isRead = exchange.request.method === "GET" && exchange.path === this.#path;
    return isRead ? this.#validated(exchange, next) : next(exchange);
  }

  async #validated(exchange: HttpExchange, next: NextHttpHandler): Promise<Response> {
    const response = await next(exchange);
    const isKept = response.headers.get("cache-control")?.startsWith("max-age=") === true;
    if (response.status !== 200 || !isKept) return response;
    const text = await response.text();
    const headers = new Headers(response.headers);
    const etag = `W/"${hashOf(text)}"`;
    headers.set("etag", etag);
    const known = exchange.request.headers.get("if-none-match");
    if (known === null || ifNoneMatch(known, etag)) return textResponse(text, { status: 200, headers });
    const kept = repeated.flatMap((name) => headers.has(name) ? [[name, headers.get(name)!] as const] : []);
    return new Response(null, { status: 304, headers: Object.fromEntries([["etag", etag] as const, ...kept]) });
  }
}
