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
  /** A label for people: the title of the search's link. */
  readonly title?: string;
  /**
   * The method's parameters in order, by the name that clients use. References to exported entities take a URI; lists
   * take the parameter repeatedly.
   */
  readonly params?: Readonly<Record<string, AnyDescriptor>>;
  /** What the method takes after its parameters: `"pageable"`, or `"sort"` alone. By default nothing. */
  readonly takes?: "pageable" | "sort";
  /**
   * What the method returns, for the OpenAPI document and the profile; derived query methods say it themselves. A
   * descriptor stands for any other value: `t.map(t.int)`.
   */
  readonly returns?: SearchResult;
  /**
   * Whether a method that is written by hand takes `CallOptions` last: their signal is aborted when the client leaves.
   * Derived query methods always do.
   */
  readonly takesSignal?: boolean;
}

/** What a search returns: items of its collection in one of several forms, a number, a truth, or something described. */
export type SearchResult = "page" | "slice" | "list" | "one" | "number" | "boolean" | AnyDescriptor;
