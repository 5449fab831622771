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
  /** The arguments after the parameters. */
  readonly takes: "pageable" | "sort" | "nothing";
  /** The kind of result; absent if unknown. */
  readonly returns?: SearchResult;
  /** Whether the method takes call options last, with the request's signal. */
  readonly takesSignal: boolean;
  /** Whether it may return items rather than a number or a boolean. */
  readonly findsItems: boolean;
  /** A label for humans. */
  readonly title?: string;
  /** The description of the search. */
  readonly description?: string;
}
