import { ifNoneMatch } from "@std/http/etag";
import { type HttpExchange, type HttpInterceptor, type NextHttpHandler, textResponse } from "../../http/mod.ts";
import { hashOf } from "../hash_of.ts";

/** Headers of a response that a 304 repeats. */
const repeated: readonly string[] = ["cache-control", "vary", "age", "date", "expires"];

/** Gives cacheable responses of GraphQL over GET an `ETag`, and responds with 304 to clients that have them. */
export class ConditionalGet implements HttpInterceptor {
  readonly #path: string;

  /** @param path of the GraphQL endpoint */
  constructor(path: string) {
    this.#path = path;
  }

  async intercept(exchange: HttpExchange, next: NextHttpHandler): Promise<Response> {
    const { request, path } = exchange;
    const isRead = request.method === "GET" && path === this.#path;
    const response = await next(exchange);
    if (!isRead || response.status !== 200 || !response.headers.get("cache-control")?.startsWith("max-age=")) {
      return response;
    }
    const text = await response.text();
    const headers = new Headers(response.headers);
    const etag = `W/"${hashOf(text)}"`;
    headers.set("etag", etag);
    const known = request.headers.get("if-none-match");
    if (known === null || ifNoneMatch(known, etag)) return textResponse(text, { status: 200, headers });
    const kept = repeated.flatMap((name) => headers.has(name) ? [[name, headers.get(name)!] as const] : []);
    return new Response(null, { status: 304, headers: Object.fromEntries([["etag", etag] as const, ...kept]) });
  }
}
