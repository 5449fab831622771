import type { Logger } from "../../../kernel/mod.ts";
import type { GraphQlExecutionResult } from "../../execution/mod.ts";
import { cancelledStream } from "../streams/cancelled_stream.ts";
import type { RunningOperation } from "./websocket_session.ts";

type Next = IteratorResult<GraphQlExecutionResult, undefined>;

/**
 * The results of an operation. After the operation was abandoned they never settle: graphql-ws would send the completion
 * to a newer operation with the same id. After it was cancelled otherwise they fail with the reason, even where the
 * source ignores the cancellation.
 */
export class OperationResults implements AsyncIterableIterator<GraphQlExecutionResult, undefined> {
  readonly #iterator: AsyncIterator<GraphQlExecutionResult>;
  readonly #operation: RunningOperation;
  readonly #logger: Logger;
  #waiting: PromiseWithResolvers<Next> | undefined;
  #closing: Promise<void> | undefined;

  /**
   * @param results the operation's results
   * @param operation tells whether they may still be sent
   * @param logger receives failures of closing the source
   */
  constructor(results: AsyncIterable<GraphQlExecutionResult>, operation: RunningOperation, logger: Logger) {
    this.#iterator = results[Symbol.asyncIterator]();
    this.#operation = operation;
    this.#logger = logger;
    operation.cancellation.onCancel(() => this.#cancelled());
    if (operation.cancellation.isCancelled) this.#cancelled();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Next> {
    const waiting = this.#waiting = Promise.withResolvers<Next>();
    if (this.#operation.cancellation.isCancelled) this.#cancelled();
    else this.#iterator.next().then((result) => this.#settle(waiting, result), (error) => this.#fail(waiting, error));
    return waiting.promise;
  }

  async return(): Promise<Next> {
    this.#operation.cancellation.cancel();
    await this.#close();
    return { done: true, value: undefined };
  }

  #settle(waiting: PromiseWithResolvers<Next>, { done, value }: IteratorResult<GraphQlExecutionResult>): void {
    if (this.#operation.isAbandoned) return;
    waiting.resolve(done ? { done: true, value: undefined } : { done: false, value });
  }

  #fail(waiting: PromiseWithResolvers<Next>, error: unknown): void {
    if (!this.#operation.isAbandoned) waiting.reject(error);
  }

  #cancelled(): void {
    if (this.#waiting !== undefined) this.#fail(this.#waiting, cancelledStream(this.#operation.cancellation.reason));
    void this.#close();
  }

  #close(): Promise<void> {
    return this.#closing ??= this.#closeSource();
  }

  async #closeSource(): Promise<void> {
    try {
      await this.#iterator.return?.();
    } catch (error) {
      this.#logger.debug("A subscription's source failed while it was closed", { error });
    }
  }
}
