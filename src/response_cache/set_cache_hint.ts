import type { GraphQLContext } from "../context/mod.ts";
import type { CacheHint } from "./cache_policy.ts";

/** Collects the hints of one execution; its own key in the request's context. */
export class CacheHints {
  #maxAge = Infinity;
  #isPrivate = false;
  readonly #tags = new Set<string>();

  /** The lowest maximum age, in seconds; `Infinity` if none was set. */
  get maxAge(): number {
    return this.#maxAge;
  }

  /** Whether a hint was private. */
  get isPrivate(): boolean {
    return this.#isPrivate;
  }

  /** All tags. */
  get tags(): ReadonlySet<string> {
    return this.#tags;
  }

  /** Adds a hint. */
  add({ maxAge, scope, tags = [] }: CacheHint): void {
    // An invalid value counts as 0, because the intended age is unknown.
    if (maxAge !== undefined) this.#maxAge = Math.min(this.#maxAge, maxAge >= 0 ? maxAge : 0);
    if (scope !== undefined) this.#isPrivate = true;
    for (const tag of tags) this.#tags.add(tag);
  }
}

/**
 * Sets the maximum age of a value from its data fetcher. It can only lower that of the schema. Without
 * `responseCache()`, and in operations whose responses are not cached, it has no effect.
 *
 * @param context of the request, from `param.graphQlContext()` or a `DataFetchingEnvironment`
 * @param hint maximum age, scope and tags
 *
 * @example
 * ```ts
 * import { setCacheHint } from "@espalier/espalier/cache";
 * import { GraphQLContext } from "@espalier/espalier/graphql";
 *
 * class Prices {
 *   current(context: GraphQLContext): number {
 *     setCacheHint(context, { maxAge: 5, tags: ["prices"] });
 *     return 42;
 *   }
 * }
 * console.log(new Prices().current(new GraphQLContext())); // 42
 * ```
 */
export function setCacheHint(context: GraphQLContext, hint: CacheHint): void {
  context.get<CacheHints>(CacheHints)?.add(hint);
}
