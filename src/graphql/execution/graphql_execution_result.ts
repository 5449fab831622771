import type { ExecutionResult } from "../../../deps.ts";

/** A result of the engine. A subscription that could be opened has a stream instead of data. */
export interface GraphQlExecutionResult extends ExecutionResult {
  /** The results of a subscription, one per event. */
  /** The result as it is written, where it is one of several parts. */
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly stream?: AsyncIterable<ExecutionResult>;
}
