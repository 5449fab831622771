/** Pipes connections to a port, and kills them when it is told to. */
export class KillingProxy implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #connections = new Set<Deno.Conn>();
  readonly #running: Promise<void>;
  readonly #target: () => number;
  #isClosed = false;
  /** How many connections were killed. */
  killed = 0;

  /** @param target the port of the service, which may change */
  constructor(target: () => number) {
    this.#target = target;
    this.#running = this.#run();
  }

  get port(): number {
    return (this.#listener.addr as Deno.NetAddr).port;
  }

  /** Ends all connections, in the middle of whatever they send. */
  kill(): void {
    for (const connection of this.#connections) {
      this.killed++;
      this.#close(connection);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isClosed) this.#listener.close();
    this.#isClosed = true;
    this.kill();
    await this.#running;
  }

  async #run(): Promise<void> {
    const pipes: Promise<void>[] = [];
    for await (const near of this.#listener) pipes.push(this.#pipe(near));
    await Promise.all(pipes);
  }

  async #pipe(near: Deno.Conn): Promise<void> {
    const far = await Deno.connect({ hostname: "127.0.0.1", port: this.#target() }).catch(() => undefined);
    if (far === undefined) return near.close();
    const both = [near, far];
    for (const connection of both) this.#connections.add(connection);
    await Promise.allSettled([near.readable.pipeTo(far.writable), far.readable.pipeTo(near.writable)]);
    for (const connection of both) this.#close(connection);
  }

  #close(connection: Deno.Conn): void {
    this.#connections.delete(connection);
    try {
      connection.close();
    } catch {
      // The pipe has closed it.
    }
  }
}
