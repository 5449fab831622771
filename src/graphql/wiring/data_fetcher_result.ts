import type { GraphQLError } from "../../../deps.ts";

/** What a {@linkcode DataFetcherResult} is made of. */
export interface DataFetcherResultParts<T> {
  /** The value of the field. */
  readonly data: T;
  /** Errors to report beside the data; they are located at the field unless they carry a path of their own. */
  readonly errors?: readonly GraphQLError[];
  /** Seen by the fetchers below this field as their local context. */
  readonly localContext?: unknown;
  /** Merged into the response's extensions. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A data fetcher's value together with errors, a local context for the fields below, or response extensions. */
export class DataFetcherResult<T = unknown> {
  /** The value of the field. */
  readonly data: T;
  /** Errors to report beside the value. */
  readonly errors: readonly GraphQLError[];
  /** What the fetchers below see as their local context. */
  readonly localContext: unknown;
  /** Merged into the response's extensions. */
  readonly extensions: Readonly<Record<string, unknown>> | undefined;

  /**
   * Creates the result.
   *
   * @param parts the data, and what accompanies it
   */
  constructor(parts: DataFetcherResultParts<T>) {
    this.data = parts.data;
    this.errors = parts.errors ?? [];
    this.localContext = parts.localContext;
    this.extensions = parts.extensions;
  }
}
