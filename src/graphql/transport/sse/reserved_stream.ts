import type { EventStream } from "../../../http/mod.ts";
import type { ResultPump } from "../streams/result_pump.ts";

/** Before a stream is connected its results wait, up to this many. */
const maxEarlyEvents = 1_000;

/** One reserved event stream, over which the results of several operations travel. */
export class ReservedStream {
  /** When the reservation was made, as `performance.now()` tells. */
  readonly reservedAt: number = performance.now();
  readonly #operations = new Map<string, ResultPump | undefined>();
  #stream: EventStream | undefined;
  #early: (readonly [event: string, data: string])[] = [];

  /** Whether the client has connected. */
  get isConnected(): boolean {
    return this.#stream !== undefined;
  }

  /** Whether an operation of this id runs. */
  has(id: string): boolean {
    return this.#operations.has(id);
  }

  /** How many operations run. */
  get operationCount(): number {
    return this.#operations.size;
  }

  /** Connects the stream, which gets what was sent before. */
  connect(stream: EventStream): void {
    this.#stream = stream;
    for (const [event, data] of this.#early) void stream.send(event, data);
    this.#early = [];
  }

  /** Keeps the id of an operation that is being executed. */
  begin(id: string): void {
    this.#operations.set(id, undefined);
  }

  /** Moves the results of an operation to the stream. */
  async run(id: string, pump: ResultPump): Promise<void> {
    this.#operations.set(id, pump);
    await pump.run({
      next: (payload) => this.#send("next", JSON.stringify({ id, payload })),
      complete: () => {
        void this.#send("complete", JSON.stringify({ id }));
        this.#operations.delete(id);
      },
    });
  }

  /** Stops an operation; its client has gone on. */
  stop(id: string): void {
    this.#operations.get(id)?.stop();
    this.#operations.delete(id);
  }

  /** Stops all operations and ends the stream. */
  end(): void {
    for (const id of [...this.#operations.keys()]) {
      this.stop(id);
      void this.#send("complete", JSON.stringify({ id }));
    }
    this.#stream?.close();
  }

  #send(event: string, data: string): void | Promise<void> {
    if (this.#stream !== undefined) return this.#stream.send(event, data);
    if (this.#early.length < maxEarlyEvents) this.#early.push([event, data]);
    else this.end();
  }
}
