import type { AnyDescriptor } from "../../kernel/mod.ts";
import type { SearchResult } from "./search_options.ts";

/** An exported query method. */
export interface Search {
  /** Name of the method. */
  readonly method: string;
  /** Path segment below `search`. */
  readonly path: string;
  /** Relation in the index of searches. */
  readonly rel: string;
  /** The parameters in the method's order. */
  readonly params: ReadonlyMap<string, AnyDescriptor>;
  /** What the method takes after its parameters. */
  readonly takes: "pageable" | "sort" | "nothing";
  /** What the method returns; absent where nothing says it. */
  readonly returns?: SearchResult;
  /** Whether the method takes call options last, with the request's signal. */
  readonly takesSignal: boolean;
  /** Whether it may find items rather than a number or truth. */
  readonly findsItems: boolean;
  /** A label for people. */
  readonly title?: string;
  /** What the search finds. */
  readonly description?: string;
}
