import type { Logger } from "../../../kernel/mod.ts";
import { type GraphQlExecutionResult, SubscriptionStream } from "../../execution/mod.ts";
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
    this.#take();
    return this.#end.promise;
  }

  async return(): Promise<Next> {
    this.#operation.cancellation.cancel();
    await this.#close();
    return { done: true, value: undefined };
  }

  readonly #take = (): void => {
    if (this.#operation.cancellation.isCancelled) return this.#cancelled();
    this.#iterator.next().then(this.#arrived, this.#fail);
  };

  readonly #arrived = ({ done, value }: IteratorResult<GraphQlExecutionResult>): void => {
    if (this.#operation.isAbandoned || this.#isOver) return;
    if (done) {
      this.#isOver = true;
      return this.#end?.resolve({ done: true, value: undefined });
    }
    let sent: void | Promise<void>;
    try {
      sent = this.#delivery.send(value);
    } catch (error) {
      this.#fail(error);
      this.#operation.cancellation.cancel();
      return;
    }
    if (sent === undefined) this.#take();
    else sent.then(this.#take, this.#fail);
  };

  readonly #fail = (error: unknown): void => {
    if (this.#operation.isAbandoned || this.#isOver) return;
    this.#isOver = true;
    this.#end?.reject(error);
  };

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
