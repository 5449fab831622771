import type { GraphQLError } from "../../../deps.ts";

/** The parts of a {@linkcode DataFetcherResult}. */
export interface DataFetcherResultParts<T> {
  /** The value of the field. */
  readonly data: T;
  /** Errors to report with the data; an error without a path gets the path of the field. */
  readonly errors?: readonly GraphQLError[];
  /** The local context of the fetchers below this field. */
  readonly localContext?: unknown;
  /** Merged into the response's extensions. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A data fetcher's value together with errors, a local context for the fields below, or response extensions. */
export class DataFetcherResult<T = unknown> {
  /** The value of the field. */
  readonly data: T;
  /** Errors to report with the value. */
  readonly errors: readonly GraphQLError[];
  /** The local context of the fetchers below this field. */
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
