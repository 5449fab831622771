import type { EventStream } from "../../../http/mod.ts";
import type { Cancellation } from "../../execution/mod.ts";
import { resultText } from "../result_text.ts";
import { type PumpedOperation, ResultPump } from "../streams/result_pump.ts";

/** Characters of results that wait for a stream to be connected; then their operations wait. */
const maxEarlyCharacters = 65_536;

/** An operation of a reserved stream. */
export interface ReservedOperation {
  readonly id: string;
  /** Cancels the operation while it is being executed. */
  readonly cancellation: Cancellation;
}

/** How long a stream lives: first until it is connected, then connected. */
export interface StreamLife {
  /** In milliseconds; 0 is no limit. */
  readonly timeoutMs: number;
  /** Called once when the time is over. */
  readonly onTimeout: () => void;
}

/** The start of a reservation's life. */
export interface Reservation extends StreamLife {
  /** Called once, when the stream has ended. */
  readonly onEnd: () => void;
}

interface RunningOperation extends ReservedOperation {
  /** Absent while the operation is being executed. */
  pump?: ResultPump;
  /** Known from when it was executed. */
  endsByItself?: boolean;
}

/** One reserved event stream, over which the results of several operations travel. */
export class ReservedStream {
  /** When the stream was reserved, on the clock of `performance.now()`. */
  readonly reservedAt: number = performance.now();
  readonly #operations = new Map<string, RunningOperation>();
  readonly #onEnd: () => void;
  #life: ReturnType<typeof setTimeout> | undefined;
  #stream: EventStream | undefined;
  #isOver = false;
  #early: (readonly [event: string, data: string])[] = [];
  #earlyCharacters = 0;
  readonly #settled = Promise.withResolvers<void>();
  #idle: PromiseWithResolvers<void> | undefined;

  /** @param reservation how long the client may take to connect, and who is notified of the end */
  constructor(reservation: Reservation) {
    this.#onEnd = reservation.onEnd;
    this.#liveFor(reservation);
  }

  /** Whether the client has connected. */
  get isConnected(): boolean {
    return this.#stream !== undefined;
  }

  /** Whether the stream has ended; nothing can be executed for it any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether an operation of this id runs. */
  has(id: string): boolean {
    return this.#operations.has(id);
  }

  /** How many operations run. */
  get operationCount(): number {
    return this.#operations.size;
  }

  /**
   * Connects the stream, which gets what was sent before.
   *
   * @param stream the client's end
   * @param life how long it lives
   */
  connect(stream: EventStream, life: StreamLife): void {
    this.#stream = stream;
    this.#liveFor(life);
    for (const [event, data] of this.#early) void stream.send(event, data);
    this.#early = [];
    this.#settled.resolve();
  }

  /** Keeps an operation that is being executed. */
  begin(operation: ReservedOperation): void {
    this.#operations.set(operation.id, { ...operation });
  }

  /** Whether an operation runs; the client may have stopped it, and reused its id. */
  isRunning({ id, cancellation }: ReservedOperation): boolean {
    return this.#operations.get(id)?.cancellation === cancellation;
  }

  /** Moves the results of an operation to the stream, unless it was stopped while it was being executed. */
  run(operation: ReservedOperation, results: PumpedOperation): void {
    const { id } = operation;
    const pump = new ResultPump(results);
    const running = this.isRunning(operation) ? this.#operations.get(id) : undefined;
    if (running === undefined) return pump.stop();
    running.pump = pump;
    running.endsByItself = results.endsByItself;
    if (this.#idle !== undefined && !results.endsByItself) return this.#complete(id);
    const head = `{"id":${JSON.stringify(id)},"payload":`;
    void pump.run({
      next: (payload) => this.#send("next", `${head}${resultText(payload)}}`),
      complete: () => this.#finished(id),
    });
  }

  /**
   * Sends the only result of an operation.
   *
   * @param operation one that runs
   * @param data of the event
   */
  async finish(operation: ReservedOperation, data: string): Promise<void> {
    await this.#send("next", data);
    if (this.isRunning(operation)) this.#finished(operation.id);
  }

  /** Forgets an operation that failed; a later one of the same id stays. */
  forget(operation: ReservedOperation): void {
    if (this.isRunning(operation)) this.#remove(operation.id);
  }

  /** Stops an operation; its client has gone on. */
  stop(id: string): void {
    const operation = this.#operations.get(id);
    this.#remove(id);
    // The pump first: a cancellation by somebody else would be reported to the client.
    operation?.pump?.stop();
    operation?.cancellation.cancel();
  }

  /** Ends the subscriptions, waits for the remaining operations, then closes the stream. */
  async drained(): Promise<void> {
    this.#idle = Promise.withResolvers();
    for (const [id, { endsByItself }] of this.#operations) if (endsByItself === false) this.#complete(id);
    // Nobody reads what a stream gets that is not connected.
    if (this.#operations.size > 0 && this.isConnected) await this.#idle.promise;
    if (!this.#isOver) this.end();
  }

  /** Stops all operations and ends the stream. */
  end(): void {
    this.#isOver = true;
    this.#onEnd();
    clearTimeout(this.#life);
    for (const id of [...this.#operations.keys()]) this.#complete(id);
    this.#stream?.close();
    this.#early = [];
    this.#settled.resolve();
  }

  #liveFor({ timeoutMs, onTimeout }: StreamLife): void {
    clearTimeout(this.#life);
    if (timeoutMs > 0) this.#life = setTimeout(onTimeout, timeoutMs);
  }

  #complete(id: string): void {
    this.stop(id);
    void this.#send("complete", JSON.stringify({ id }));
  }

  #finished(id: string): void {
    void this.#send("complete", JSON.stringify({ id }));
    this.#remove(id);
  }

  #remove(id: string): void {
    this.#operations.delete(id);
    if (this.#operations.size === 0) this.#idle?.resolve();
  }

  #send(event: string, data: string): void | Promise<void> {
    if (this.#stream !== undefined) return this.#stream.send(event, data);
    this.#early.push([event, data]);
    this.#earlyCharacters += data.length;
    if (this.#earlyCharacters > maxEarlyCharacters) return this.#settled.promise;
  }
}
