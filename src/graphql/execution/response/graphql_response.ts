import type { GraphQLError, GraphQLFormattedError } from "../../../../deps.ts";
import { parseValuePath, valueAt } from "../../../kernel/mod.ts";
import type { GraphQlExecutionResult } from "../graphql_execution_result.ts";
import { ResponseField } from "./response_field.ts";

/** The data of a response. */
export type ResponseData = { readonly [key: string]: unknown };

/** A response as the client gets it; keys in the order in which they are written. */
export interface ResponseMap {
  /** The errors, if there are any. */
  errors?: readonly GraphQLFormattedError[];
  /** The data; absent when the request failed before its execution. */
  data?: ResponseData | null;
  /** What extensions add, such as traces. */
  extensions?: ResponseData;
}

/** The envelope of a GraphQL response. */
export class GraphQlResponse {
  /** What the engine answered, perhaps transformed. */
  readonly executionResult: GraphQlExecutionResult;

  /**
   * Creates the response.
   *
   * @param executionResult what the engine answered
   */
  constructor(executionResult: GraphQlExecutionResult) {
    this.executionResult = executionResult;
  }

  /** The data; `null` when the request failed before execution, or when a `null` propagated to the root. */
  get data(): ResponseData | null {
    return this.executionResult.data ?? null;
  }

  /** Whether execution began, so that the response has a `data` key, even if it is `null`. */
  get isDataPresent(): boolean {
    return this.executionResult.data !== undefined;
  }

  /** Whether there is data that is not `null`. */
  get isValid(): boolean {
    return this.data !== null;
  }

  /** The errors; a field error has a path, a request error has none. */
  get errors(): readonly GraphQLError[] {
    return this.executionResult.errors ?? [];
  }

  /** The response's extensions. */
  get extensions(): ResponseData {
    return this.executionResult.extensions ?? {};
  }

  /** The results of a subscription, one per event, or the parts of a result; absent where one result is all. */
  get stream(): AsyncIterable<GraphQlExecutionResult> | undefined {
    return this.executionResult.stream;
  }

  /** Whether the stream brings the parts of one result, so that it ends by itself. */
  get isIncremental(): boolean {
    return this.executionResult.isIncremental === true;
  }

  /**
   * A place in the data.
   *
   * @param path for example `me.friends[0].name`; blank means the whole data
   * @throws TypeError `Invalid path: '…'` when the path is malformed or doesn't fit the data
   */
  field(path: string): ResponseField {
    const parts = parseValuePath(path);
    return new ResponseField({ text: path, parts }, valueAt(this.data, parts) ?? null, this.errors);
  }

  /** The response as the client gets it: `errors`, `data`, `extensions`, each only where there is something to say. */
  toMap(): ResponseMap {
    return toResponseMap(this.executionResult);
  }
}

/**
 * Writes a result as the client gets it.
 *
 * @param result a result of the engine, for example one event of a stream
 */
export function toResponseMap(result: GraphQlExecutionResult): ResponseMap {
  if (result.payload) return result.payload;
  const map: ResponseMap = {};
  if (result.errors && result.errors.length > 0) map.errors = result.errors.map(toSpecification);
  if (result.data !== undefined) map.data = result.data;
  if (result.extensions) map.extensions = result.extensions;
  return map;
}

function toSpecification(error: GraphQLError): GraphQLFormattedError {
  const formatted = error.toJSON();
  if (formatted.extensions?.classification !== undefined) return formatted;
  return { ...formatted, extensions: { ...formatted.extensions, classification: "DataFetchingException" } };
}
