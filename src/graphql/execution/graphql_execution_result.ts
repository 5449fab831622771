import type { ExecutionResult } from "../../../deps.ts";

/** A result of the engine. A subscription that could be opened has a stream instead of data. */
export interface GraphQlExecutionResult extends ExecutionResult {
  /** The result as it is written, where it is one of several parts. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The results of a subscription, one per event, or the parts of one result. */
  readonly stream?: AsyncIterable<GraphQlExecutionResult>;
  /**
   * The position after this result, with which a client resumes the subscription; for a subscription that was opened, the
   * position before its first result. Absent where the client did not ask, and where the source has no positions.
   */
  readonly position?: string;
  /** Whether the stream brings the parts of one result, so that it ends by itself. */
  readonly isIncremental?: true;
}
