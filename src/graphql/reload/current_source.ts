import type { GraphQLSchema } from "../../../deps.ts";
import type { BuiltGraphQlSource, GraphQL, SourceProfiles } from "../execution/mod.ts";

/** The source of an application: whatever was built last. Operations go on with the engine in which they began. */
export class CurrentGraphQlSource implements BuiltGraphQlSource, Disposable {
  #current: BuiltGraphQlSource;
  /** Engines that were replaced and may still execute something. */
  #replaced: readonly WeakRef<BuiltGraphQlSource>[] = [];
  #generation = 1;

  /** @param first the source at start-up */
  constructor(first: BuiltGraphQlSource) {
    this.#current = first;
  }

  get graphQl(): GraphQL {
    return this.#current.graphQl;
  }

  get schema(): GraphQLSchema {
    return this.#current.schema;
  }

  get profiles(): SourceProfiles | undefined {
    return this.#current.profiles;
  }

  /** Number of the source in use, from 1. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Replaces the source.
   *
   * @param next what new operations are executed by
   */
  replace(next: BuiltGraphQlSource): void {
    // A replaced engine is needed as long as it executes something, and then by nobody: its timer stops by itself.
    this.#replaced = [...this.#replaced, new WeakRef(this.#current)].filter((source) => source.deref() !== undefined);
    this.#current = next;
    this.#generation++;
  }

  /** Stops the timers of all engines. */
  [Symbol.dispose](): void {
    for (const source of [this.#current, ...this.#replaced.map((each) => each.deref())]) {
      source?.graphQl[Symbol.dispose]();
      source?.profiles?.[Symbol.dispose]();
    }
  }
}
