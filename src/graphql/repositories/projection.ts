import type { AnyDescriptor } from "../../kernel/mod.ts";

/** The results that a data fetcher returns instead of entities. */
export interface Projection<T, P> {
  /**
   * Creates the result of an entity.
   *
   * @param entity as it was read
   */
  project(entity: T): P;
  /** The property paths that are needed; the whole entity when left out. */
  readonly select?: readonly string[];
  /** Describes the result, for inspection. */
  readonly type?: AnyDescriptor;
}
