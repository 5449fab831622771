import { GraphQLError } from "../../../../deps.ts";
import type { Logger } from "../../../kernel/mod.ts";
import {
  type GraphQlExecutionResult,
  type ResponseMap,
  SubscriptionPublisherException,
  toResponseMap,
} from "../../execution/mod.ts";

/** Where the results of one operation go. */
export interface ResultSink {
  /** Takes a result; a promise asks for patience while too much waits. */
  next(result: ResponseMap): void | Promise<void>;
  /** Called once, after the last result. */
  complete(): void;
}

/** What a {@linkcode ResultPump} moves, and who is told when it is stopped. */
export interface PumpedOperation {
  readonly results: AsyncIterable<GraphQlExecutionResult>;
  /** Cancels the execution behind the results. */
  readonly cancel: () => void;
  readonly logger: Logger;
  /** Called when the stream that carries the results has ended. */
  readonly onEnd?: () => void;
  /** Whether there is a last result without anybody ending the operation. */
  readonly endsByItself: boolean;
}

/** Moves the results of one operation to a transport until the source ends or fails, or somebody stops it. */
export class ResultPump {
  readonly #operation: PumpedOperation;
  readonly #iterator: AsyncIterator<GraphQlExecutionResult>;
  #isStopped = false;

  /** @param operation the results, and how to cancel them */
  constructor(operation: PumpedOperation) {
    this.#operation = operation;
    this.#iterator = operation.results[Symbol.asyncIterator]();
  }

  /**
   * Moves results until there are no more.
   *
   * @param sink gets the results
   */
  async run(sink: ResultSink): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#iterator.next();
        if (this.#isStopped) return;
        if (done) break;
        await sink.next(toResponseMap(value));
      }
    } catch (exception) {
      // What a source says while it is being stopped has no listener any more.
      if (this.#isStopped) return;
      // Where a result could not be written, the source would go on.
      this.#closeSource();
      await sink.next(toResponseMap({ errors: streamErrors(exception, this.#operation.logger) }));
    }
    if (!this.#isStopped) sink.complete();
  }

  /** Cancels the operation and closes its source. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#operation.cancel();
    this.#closeSource();
  }

  #closeSource(): void {
    // A generator that is parked in `await` settles this only later: nobody waits for it.
    this.#iterator.return?.()?.then(undefined, (error) => {
      this.#operation.logger.debug("A subscription's source failed while it was closed", { error });
    });
  }
}

/**
 * Finds the errors that a client gets for the failure of a stream.
 *
 * @param exception what the stream failed with
 * @param logger gets what clients don't
 */
export function streamErrors(exception: unknown, logger: Logger): SubscriptionPublisherException["errors"] {
  if (exception instanceof SubscriptionPublisherException) return exception.errors;
  logger.error("A stream of results failed outside its source", { error: exception });
  return [new GraphQLError("Subscription error", { extensions: { classification: "INTERNAL_ERROR" } })];
}
