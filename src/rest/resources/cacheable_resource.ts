import { createHash } from "node:crypto";
import { ifNoneMatch } from "@std/http/etag";
import { Authentication } from "../../context/mod.ts";
import { type HttpExchange, type PathVariables, textResponse } from "../../http/mod.ts";
import type { Resource } from "./resource.ts";

/** Request headers that identify the client, on which documents may depend. */
const clientHeaders = "authorization, cookie";

/** Headers of a response that a 304 repeats. */
const repeated: readonly string[] = ["cache-control", "vary", "last-modified"];

/** A resource whose documents clients may keep for some time. */
class CacheableResource implements Resource {
  readonly methods: readonly string[];
  readonly #resource: Resource;
  readonly #maxAge: number;

  constructor(resource: Resource, maxAge: number) {
    this.methods = resource.methods;
    this.#resource = resource;
    this.#maxAge = maxAge;
  }

  methodsAt(variables: PathVariables): readonly string[] {
    return this.#resource.methodsAt?.(variables) ?? this.methods;
  }

  async handle(exchange: HttpExchange, variables: PathVariables): Promise<Response | undefined> {
    const response = await this.#resource.handle(exchange, variables);
    if (exchange.request.method !== "GET" || response === undefined) return response;
    if (response.status !== 200 && response.status !== 304) return response;
    // Proxies must not share documents between clients.
    const scope = Authentication.isKnown(exchange.authentication) ? "private" : "public";
    response.headers.set("cache-control", `${scope}, max-age=${this.#maxAge}`);
    response.headers.append("vary", clientHeaders);
    return response.status === 304 || response.headers.has("etag") ? response : await validated(response, exchange);
  }
}

/** Gives a document without version the hash of its text as `ETag`. */
async function validated(response: Response, { request }: HttpExchange): Promise<Response> {
  const text = await response.text();
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 32)}"`;
  response.headers.set("etag", etag);
  const known = request.headers.get("if-none-match");
  if (known === null || ifNoneMatch(known, etag)) {
    return textResponse(text, { status: 200, headers: new Headers(response.headers) });
  }
  const kept = repeated.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return new Response(null, { status: 304, headers: Object.fromEntries([["etag", etag] as const, ...kept]) });
}

/**
 * Lets clients keep the documents of a resource.
 *
 * @param resource the resource
 * @param maxAge in seconds; `undefined` leaves the resource as it is
 */
export function cacheable(resource: Resource, maxAge: number | undefined): Resource {
  return maxAge === undefined ? resource : new CacheableResource(resource, maxAge);
}
