import { AsyncLocalStorage } from "node:async_hooks";
import type { MaybePromise } from "../../../kernel/mod.ts";
import { closeSource, type EventPositions, isAbort, type UnclosedSourceReport } from "../../wiring/mod.ts";
import type { GraphQlExecutionResult } from "../graphql_execution_result.ts";

/** What a {@linkcode SubscriptionStream} is made of. */
export interface SubscriptionStreamParts {
  /** The source's events. */
  readonly source: AsyncIterable<unknown>;
  /** Executes the operation for one event. */
  readonly execute: (event: unknown) => MaybePromise<GraphQlExecutionResult>;
  /** Lets the results be shared with other subscriptions of the same operation; absent where they can't be. */
  readonly share?: (() => SharedEvents | undefined) | undefined;
  /** Takes an event that came too late to be executed. */
  readonly forget?: (event: unknown) => void;
  /** Whether results keep the order of the events; they do so for a source that has positions, too. */
  readonly isOrdered: boolean;
  /** The positions of the events. */
  readonly positions: EventPositions;
  /** Most events that are executing or waiting to be taken; then the source is not asked for more. */
  readonly maxConcurrentEvents: number;
  /** Aborts the stream. */
  readonly signal: AbortSignal;
  /** Turns a failure of the source into the exception that ends the stream, or into none: then it just ends. */
  readonly resolveFailure: (exception: unknown) => Promise<Error | undefined>;
  /** Called when the source could not be closed. */
  readonly onUnclosedSource: UnclosedSourceReport;
}

/** The part of one subscription in shared results. */
export interface SharedEvents {
  /** Finds the result of an event, or executes the operation. */
  resultOf(event: unknown): MaybePromise<GraphQlExecutionResult>;
  /** Ends the subscription's part. */
  leave(): void;
}

/** Takes the results of a stream as they are made. None of its methods throws. */
export interface ResultReceiver {
  /** Takes a result; a promise asks for none before it is settled. */
  next(result: GraphQlExecutionResult): void | Promise<void>;
  /** Called once, after the last result. */
  complete(): void;
  /** Called once, where the stream failed. */
  fail(exception: unknown): void;
}

/** Who waits for the next result. */
type Waiting = Pick<PromiseWithResolvers<Next>, "resolve" | "reject">;

type Next = IteratorResult<GraphQlExecutionResult, undefined>;

interface Slot {
  /** Whether the slot has its place among the results. */
  isPlaced: boolean;
  readonly position: string | undefined;
  result?: GraphQlExecutionResult;
}

const done: Next = { done: true, value: undefined };

/** The results of a subscription: executes the operation for each event of a source. */
export class SubscriptionStream implements AsyncIterableIterator<GraphQlExecutionResult, undefined> {
  readonly #parts: SubscriptionStreamParts;
  readonly #iterator: AsyncIterator<unknown>;
  // Who asks for the next event has another asynchronous context than who subscribed.
  readonly #inContext: <R>(run: () => R) => R = AsyncLocalStorage.snapshot();
  readonly #waiting: Waiting[] = [];
  #slots: Slot[] = [];
  #inFlight = 0;
  #isPulling = false;
  /** Whether the code that runs was called in the stream's context: switching to it costs as much as the rest. */
  #isInside = false;
  #ending: { readonly failure?: unknown } | undefined;
  #closing: Promise<void> | undefined;
  #shared: SharedEvents | undefined;

  /** @param parts the source and how its events are executed */
  constructor(parts: SubscriptionStreamParts) {
    this.#parts = parts;
    this.#iterator = parts.source[Symbol.asyncIterator]();
    parts.signal.addEventListener("abort", this.#abort, { once: true });
    this.#begin(parts.positions);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Next> {
    const waiting = Promise.withResolvers<Next>();
    this.#waiting.push(waiting);
    this.#deliver();
    return waiting.promise;
  }

  /**
   * Hands on all results, without a promise for each.
   *
   * @param receiver takes them
   */
  forward(receiver: ResultReceiver): void {
    const forwarding: Waiting = {
      resolve: (next) => {
        // Only an iterator's caller gives promises of what it waits for.
        const { done, value } = next as Next;
        if (done) return receiver.complete();
        const taken = receiver.next(value);
        if (taken === undefined) return void this.#waiting.push(forwarding);
        void taken.then(() => {
          this.#waiting.push(forwarding);
          this.#deliver();
        });
      },
      reject: (exception) => receiver.fail(exception),
    };
    this.#waiting.push(forwarding);
    this.#deliver();
  }

  async return(): Promise<Next> {
    this.#end({});
    this.#discard();
    await this.#close();
    return done;
  }

  /**
   * Shares results with other subscriptions of the same operation. For those who read the results and change nothing of
   * them.
   */
  shareResults(): void {
    if (this.#ending === undefined) this.#shared ??= this.#parts.share?.();
  }

  /** The client can resume before the first event, too. */
  #begin({ isInExtensions, token }: EventPositions): void {
    if (!isInExtensions || token === undefined) return;
    this.#inFlight++;
    this.#slots.push({ isPlaced: true, position: token, result: { extensions: { resume: token }, position: token } });
  }

  readonly #abort = (): void => {
    this.#end({ failure: this.#parts.signal.reason });
    this.#discard();
    void this.#close();
  };

  #pull(): void {
    if (this.#isPulling || this.#ending !== undefined || this.#inFlight >= this.#parts.maxConcurrentEvents) return;
    this.#isPulling = true;
    if (this.#isInside) this.#nextEvent();
    else this.#inContext(this.#nextEvent);
  }

  /** Runs in the stream's context, as what it calls back does then. */
  readonly #nextEvent = (): void => {
    let promise: Promise<IteratorResult<unknown>>;
    try {
      promise = this.#iterator.next();
      // A method that is not async may return a value, or throw, where a promise is expected. Other promises than native
      // ones need not call back in the context of `then`.
      if (!(promise instanceof Promise) || promise.constructor !== Promise) promise = Promise.resolve(promise);
    } catch (error) {
      promise = Promise.reject(error);
    }
    promise.then(this.#pulled, this.#failed);
  };

  readonly #pulled = (event: IteratorResult<unknown>): void => {
    this.#isPulling = false;
    if (this.#ending !== undefined) return event.done ? undefined : this.#parts.forget?.(event.value);
    if (event.done) {
      this.#end({});
      return this.#deliver();
    }
    this.#inFlight++;
    const { positions } = this.#parts;
    const isPlaced = this.#parts.isOrdered || positions.isOrdered;
    const slot: Slot = { isPlaced, position: positions.tokenOf(event.value) };
    if (isPlaced) this.#slots.push(slot);
    this.#isInside = true;
    this.#execute(slot, event.value);
    this.#pull();
    this.#isInside = false;
  };

  #execute(slot: Slot, event: unknown): void {
    let result: MaybePromise<GraphQlExecutionResult>;
    try {
      result = this.#resultOf(event);
    } catch (error) {
      result = Promise.reject(error);
    }
    if (!(result instanceof Promise)) return this.#completed(slot, result);
    result.then((settled) => this.#completed(slot, settled), (error) => this.#executionFailed(slot, error));
  }

  #resultOf(event: unknown): MaybePromise<GraphQlExecutionResult> {
    return this.#shared === undefined ? this.#parts.execute(event) : this.#shared.resultOf(event);
  }

  #completed(slot: Slot, result: GraphQlExecutionResult): void {
    slot.result = slot.position === undefined ? result : this.#positioned(result, slot.position);
    if (!slot.isPlaced) this.#slots.push(slot);
    this.#deliver();
  }

  #positioned(result: GraphQlExecutionResult, position: string): GraphQlExecutionResult {
    if (!this.#parts.positions.isInExtensions) return { ...result, position };
    return { ...result, position, extensions: { ...result.extensions, resume: position } };
  }

  #executionFailed(slot: Slot, exception: unknown): void {
    this.#inFlight--;
    this.#slots = this.#slots.filter((other) => other !== slot);
    void this.#failed(exception);
  }

  readonly #failed = async (exception: unknown): Promise<void> => {
    // Nothing is pulled any more, but what is in flight is delivered before the failure.
    this.#isPulling = true;
    if (this.#ending !== undefined) {
      // The stream is over: a source that is cancelled while it is waited for may fail in its `finally`.
      if (!isAbort(exception, this.#parts.signal)) this.#parts.onUnclosedSource({ error: exception });
      return;
    }
    const failure = await this.#inContext(() => this.#parts.resolveFailure(exception));
    this.#end(failure === undefined ? {} : { failure });
    void this.#close();
    this.#deliver();
  };

  #deliver(): void {
    while (this.#waiting.length > 0 && this.#slots[0]?.result !== undefined) {
      this.#inFlight--;
      this.#waiting.shift()?.resolve({ done: false, value: this.#slots.shift()!.result! });
    }
    if (this.#ending !== undefined && this.#inFlight <= 0) this.#settleWaiting();
    else if (this.#waiting.length > 0) this.#pull();
  }

  #settleWaiting(): void {
    if (this.#waiting.length > 0 && this.#ending !== undefined && "failure" in this.#ending) {
      this.#waiting.shift()?.reject(this.#ending.failure);
      this.#ending = {};
    }
    for (const waiting of this.#waiting.splice(0)) waiting.resolve(done);
  }

  #end(ending: { readonly failure?: unknown }): void {
    this.#ending ??= ending;
    this.#shared?.leave();
    this.#parts.signal.removeEventListener("abort", this.#abort);
  }

  #discard(): void {
    this.#slots = [];
    this.#inFlight = 0;
    this.#settleWaiting();
  }

  #close(): Promise<void> {
    return this.#closing ??= this.#inContext(() => closeSource(this.#iterator, this.#parts.onUnclosedSource));
  }
}
