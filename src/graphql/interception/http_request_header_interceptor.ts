import type { MaybePromise } from "../../kernel/mod.ts";
import type { WebGraphQlChain, WebGraphQlInterceptor } from "./web_graphql_interceptor.ts";
import type { WebGraphQlRequest } from "./web_graphql_request.ts";
import type { WebGraphQlResponse } from "./web_graphql_response.ts";

interface HeaderMapping {
  readonly name: string;
  readonly key: unknown;
  readonly isList: boolean;
}

/**
 * Copies request headers to the `GraphQLContext` for data fetchers. Absent headers add no entry. The values of a
 * repeated header are joined by ", ", as in `Headers`: they can't be distinguished from one value with a comma.
 *
 * @example
 * ```ts
 * import { HttpRequestHeaderInterceptor } from "@espalier/espalier/graphql";
 *
 * const interceptor = HttpRequestHeaderInterceptor.builder()
 *   .mapHeader("x-tenant")
 *   .mapHeaderToKey("x-user", "user")
 *   .mapMultiValueHeader("x-role")
 *   .build();
 * ```
 */
export class HttpRequestHeaderInterceptor implements WebGraphQlInterceptor {
  readonly #mappings: readonly HeaderMapping[];

  /**
   * Creates the interceptor.
   *
   * @param mappings use {@linkcode HttpRequestHeaderInterceptor.builder}
   */
  constructor(mappings: readonly HeaderMapping[]) {
    this.#mappings = mappings;
  }

  /** Starts building an interceptor. */
  static builder(): HttpRequestHeaderInterceptorBuilder {
    return new HttpRequestHeaderInterceptorBuilder();
  }

  /** Puts the headers into the context. */
  intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse> {
    for (const { name, key, isList } of this.#mappings) {
      const header = request.headers.get(name);
      if (header === null) continue;
      request.graphQlContext.put(key, isList ? header.split(",").map((value) => value.trim()) : header);
    }
    return next(request);
  }
}

/** Builds a {@linkcode HttpRequestHeaderInterceptor}. */
export class HttpRequestHeaderInterceptorBuilder {
  readonly #mappings: HeaderMapping[] = [];

  /** Maps the whole value of headers, each under the header's own name. */
  mapHeader(...names: readonly string[]): this {
    for (const name of names) this.#mappings.push({ name, key: name, isList: false });
    return this;
  }

  /** Maps the whole value of a header. */
  mapHeaderToKey(name: string, key: unknown): this {
    this.#mappings.push({ name, key, isList: false });
    return this;
  }

  /** Maps the values of headers that are lists with commas, each under the header's own name. */
  mapMultiValueHeader(...names: readonly string[]): this {
    for (const name of names) this.#mappings.push({ name, key: name, isList: true });
    return this;
  }

  /** Maps the values of a header that is a list with commas. */
  mapMultiValueHeaderToKey(name: string, key: unknown): this {
    this.#mappings.push({ name, key, isList: true });
    return this;
  }

  /** Creates the interceptor. */
  build(): HttpRequestHeaderInterceptor {
    return new HttpRequestHeaderInterceptor(this.#mappings);
  }
}
