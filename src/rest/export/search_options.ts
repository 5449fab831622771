import type { AnyDescriptor } from "../../kernel/mod.ts";

/** Options of a query method that is exported below `/search`. */
export interface SearchOptions {
  /** Path segment below `search`; by default the method's name. */
  readonly path?: string;
  /** Relation in the index of searches; by default the method's name. */
  readonly rel?: string;
  /** `false` keeps a method from being exported. */
  readonly exported?: boolean;
  /** The description of the search, for the profile. */
  readonly description?: string;
  /** A label for humans: the title of the search's link. */
  readonly title?: string;
  /**
   * The method's parameters in order, by the name that clients use. References to exported entities take a URI; lists
   * take the parameter repeatedly.
   */
  readonly params?: Readonly<Record<string, AnyDescriptor>>;
  /** The arguments after the parameters: `"pageable"`, or only `"sort"`. By default none. */
  readonly takes?: "pageable" | "sort";
  /**
   * What the method returns, for the OpenAPI document and the profile; derived query methods say it themselves. A
   * descriptor stands for any other value: `t.map(t.int)`.
   */
  readonly returns?: SearchResult;
  /**
   * Whether a custom method takes `CallOptions` last, whose signal is aborted when the client disconnects.
   * Derived query methods always do.
   */
  readonly takesSignal?: boolean;
}

/** The result of a search: items of its collection in one of several forms, a number, a boolean, or a described value. */
export type SearchResult = "page" | "slice" | "list" | "one" | "number" | "boolean" | AnyDescriptor;
