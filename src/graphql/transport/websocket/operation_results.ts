import type { Logger } from "../../../kernel/mod.ts";
import { type GraphQlExecutionResult, type ResultReceiver, SubscriptionStream } from "../../execution/mod.ts";
import { cancelledStream } from "../streams/cancelled_stream.ts";
import type { RunningOperation } from "./websocket_session.ts";

type Next = IteratorResult<never, undefined>;

/** Where the results of an operation go, and who hears of failures. */
export interface ResultDelivery {
  /**
   * Sends a result; a promise asks to wait while the client reads slowly.
   *
   * @throws where the result can't be written
   */
  readonly send: (result: GraphQlExecutionResult) => void | Promise<void>;
  /** Receives failures of closing the source. */
  readonly logger: Logger;
}

/**
 * Sends the results of an operation, and gives graphql-ws none but their end: its own loop takes several promises per
 * result. After the operation was abandoned the end never comes: graphql-ws would send the completion to a newer operation
 * with the same id. After it was cancelled otherwise the results fail with the reason, even where the source ignores the
 * cancellation.
 */
export class OperationResults implements AsyncIterableIterator<never, undefined> {
  readonly #results: AsyncIterable<GraphQlExecutionResult>;
  readonly #iterator: AsyncIterator<GraphQlExecutionResult>;
  readonly #operation: RunningOperation;
  readonly #delivery: ResultDelivery;
  #end: PromiseWithResolvers<Next> | undefined;
  #isOver = false;
  #closing: Promise<void> | undefined;

  /**
   * @param results the operation's results
   * @param operation tells whether they may still be sent
   * @param delivery sends them
   */
  constructor(results: AsyncIterable<GraphQlExecutionResult>, operation: RunningOperation, delivery: ResultDelivery) {
    // Nothing here changes a result.
    if (results instanceof SubscriptionStream) results.shareResults();
    this.#results = results;
    this.#iterator = results[Symbol.asyncIterator]();
    this.#operation = operation;
    this.#delivery = delivery;
    operation.cancellation.onCancel(() => this.#cancelled());
    if (operation.cancellation.isCancelled) this.#cancelled();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Sends all results. */
  next(): Promise<Next> {
    this.#end = Promise.withResolvers<Next>();
    if (this.#operation.cancellation.isCancelled) this.#cancelled();
    else if (this.#results instanceof SubscriptionStream) this.#results.forward(this.#receiver());
    else void this.#sendAll();
    return this.#end.promise;
  }

  async return(): Promise<Next> {
    this.#operation.cancellation.cancel();
    await this.#close();
    return { done: true, value: undefined };
  }

  /** Takes results without a promise for each. */
  #receiver(): ResultReceiver {
    const { cancellation } = this.#operation;
    return {
      next: (result) => this.#send(result),
      // The stream may hear of a cancellation before this does.
      complete: () => cancellation.isCancelled ? this.#cancelled() : this.#complete(),
      fail: (error) => cancellation.isCancelled ? this.#cancelled() : this.#fail(error),
    };
  }

  async #sendAll(): Promise<void> {
    try {
      while (!this.#operation.cancellation.isCancelled) {
        const { done, value } = await this.#iterator.next();
        if (done) return this.#complete();
        await this.#send(value);
      }
      this.#cancelled();
    } catch (error) {
      this.#fail(error);
    }
  }

  #send(result: GraphQlExecutionResult): void | Promise<void> {
    if (this.#isOver || this.#operation.isAbandoned) return;
    try {
      return this.#delivery.send(result);
    } catch (error) {
      this.#fail(error);
      this.#operation.cancellation.cancel();
    }
  }

  #complete(): void {
    if (this.#operation.isAbandoned || this.#isOver) return;
    this.#isOver = true;
    this.#end?.resolve({ done: true, value: undefined });
  }

  #fail(error: unknown): void {
    if (this.#operation.isAbandoned || this.#isOver) return;
    this.#isOver = true;
    this.#end?.reject(error);
  }

  #cancelled(): void {
    if (this.#end !== undefined) this.#fail(cancelledStream(this.#operation.cancellation.reason));
    void this.#close();
  }

  #close(): Promise<void> {
    return this.#closing ??= this.#closeSource();
  }

  async #closeSource(): Promise<void> {
    try {
      await this.#iterator.return?.();
    } catch (error) {
      this.#delivery.logger.debug("A subscription's source failed while it was closed", { error });
    }
  }
}
