import type { AnyDescriptor } from "../../kernel/mod.ts";

/** How a query method is a resource below `/search`. */
export interface SearchOptions {
  /** Path segment below `search`; by default the method's name. */
  readonly path?: string;
  /** Relation in the index of searches; by default the method's name. */
  readonly rel?: string;
  /** `false` keeps a method from being exported. */
  readonly exported?: boolean;
  /** What the search finds, for the profile. */
  readonly description?: string;
  /**
   * The method's parameters in order, by the name that clients use. References to exported entities take a URI; lists
   * take the parameter repeatedly.
   */
  readonly params?: Readonly<Record<string, AnyDescriptor>>;
  /** What the method takes after its parameters: `"pageable"`, or `"sort"` alone. By default nothing. */
  readonly takes?: "pageable" | "sort";
}
