import type { QueryParameter } from "../query/derived/query_parameter.ts";

/**
 * What a query method returns: `one` (or null), `list`, `page` (with the total), `slice` (without), `window`, `stream`
 * (an async iterable); `number` for counts and deletions, `boolean` for existence, `void` for deletions.
 */
export type QueryResult = "one" | "list" | "page" | "slice" | "window" | "stream" | "number" | "boolean" | "void";

/** A query method with all its options. */
export interface QueryMethodOptions<R extends QueryResult = QueryResult> {
  /** The kind of result. */
  readonly returns: R;
  /** Names of the parameters, for use over HTTP; by default those of the properties. */
  readonly parameters?: readonly string[];
}

/** Query methods by name. */
export type QueryMethods = Readonly<Record<string, QueryResult | QueryMethodOptions>>;

/** The description of a query method at run time. */
export interface QueryMethod {
  /** Name of the method. */
  readonly name: string;
  /** The kind of result. */
  readonly returns: QueryResult;
  /** Its parameters in their order, without those that page or sort. */
  readonly parameters: readonly QueryParameter[];
}
