import { GraphQLError } from "../../../../deps.ts";
import { inRootContext } from "../../../context/mod.ts";
import { ResponseStatusError } from "../../../http/mod.ts";
import { callAt, type Logger } from "../../../kernel/mod.ts";
import {
  type Cancellation,
  type GraphQlExecutionResult,
  type ResponseMap,
  SubscriptionPublisherException,
  SubscriptionStream,
  toResponseMap,
} from "../../execution/mod.ts";
import { cancelledStream } from "./cancelled_stream.ts";

/** Where the results of one operation go. */
export interface ResultSink {
  /**
   * Takes a result; a promise asks for patience while too much waits.
   *
   * @param result the result
   * @param position where a client resumes after it; absent where the source has no positions
   */
  next(result: ResponseMap, position?: string): void | Promise<void>;
  /** Takes the errors with which the results end, where they differ from a result. */
  fail?(errors: ResponseMap): void | Promise<void>;
  /** Called once, after the last result. */
  complete(): void;
}

/** An operation whose results a {@linkcode ResultPump} moves. */
export interface PumpedOperation {
  readonly results: AsyncIterable<GraphQlExecutionResult>;
  /** Cancels the execution behind the results; somebody else may cancel it, too. */
  readonly cancellation: Cancellation;
  readonly logger: Logger;
  /** Called when the stream that carries the results has ended. */
  readonly onEnd?: () => void;
  /** When the credentials of the client end, in milliseconds since 1970; then the results end, too. */
  readonly expiresAt?: number | undefined;
  /** Where a client resumes before the first result; absent where the source has no positions. */
  readonly position?: string | undefined;
  /** Whether there is a last result without anybody ending the operation. */
  readonly endsByItself: boolean;
}

/** Moves the results of one operation to a transport until the source ends or fails, or the operation is cancelled. */
export class ResultPump {
  readonly #operation: PumpedOperation;
  readonly #iterator: AsyncIterator<GraphQlExecutionResult>;
  /** Whether no further result of the source is sent. */
  #isEnding = false;
  /** Whether nothing is sent any more. */
  #isStopped = false;
  #isClosed = false;
  #giveUpExpiry = () => {};

  /** @param operation the results, and how to cancel them */
  constructor(operation: PumpedOperation) {
    this.#operation = operation;
    const { results } = operation;
    // Sinks write results and change nothing of them.
    if (results instanceof SubscriptionStream) results.shareResults();
    this.#iterator = results[Symbol.asyncIterator]();
  }

  /**
   * Moves results until there are no more. The sink gets one end, also when an interceptor cancels the operation.
   *
   * @param sink gets the results
   */
  async run(sink: ResultSink): Promise<void> {
    const { cancellation } = this.#operation;
    const cancelled = () => void this.#fail(sink, cancelledStream(cancellation.reason));
    const forget = cancellation.onCancel(cancelled);
    if (cancellation.isCancelled) cancelled();
    this.#expire();
    try {
      while (!this.#isEnding) {
        const { done, value } = await this.#iterator.next();
        if (this.#isEnding) return;
        if (done) return this.#complete(sink);
        await sink.next(toResponseMap(value), value.position);
      }
    } catch (exception) {
      await this.#fail(sink, exception);
    } finally {
      forget();
    }
  }

  /** Cancels the operation and closes its source. The sink gets nothing more. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#end();
    this.#operation.cancellation.cancel();
    this.#closeSource();
  }

  async #fail(sink: ResultSink, exception: unknown): Promise<void> {
    // What a source fails with after the end concerns no client any more.
    if (this.#isEnding) return;
    this.#end();
    // Where a result could not be written, the source would go on.
    this.#closeSource();
    const errors = toResponseMap({ errors: streamErrors(exception, this.#operation.logger) });
    await (sink.fail === undefined ? sink.next(errors) : sink.fail(errors));
    if (!this.#isStopped) sink.complete();
  }

  #complete(sink: ResultSink): void {
    this.#end();
    sink.complete();
  }

  #expire(): void {
    const { cancellation, expiresAt } = this.#operation;
    if (expiresAt === undefined || this.#isEnding) return;
    const expired = new ResponseStatusError(401, "The credentials expired");
    this.#giveUpExpiry = callAt(expiresAt, () => inRootContext(() => cancellation.cancel(expired)));
  }

  #end(): void {
    this.#isEnding = true;
    this.#giveUpExpiry();
  }

  #closeSource(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // A generator that is parked in `await` settles this only later: nobody waits for it.
    this.#iterator.return?.()?.then(undefined, (error) => {
      this.#operation.logger.warn("A stream of results failed while it was closed", { error });
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
