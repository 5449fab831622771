/** Pipes connections to a port, and holds all that is sent while it is cut, as a network does that is divided. */
export class PausingProxy implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #connections = new Set<Deno.Conn>();
  readonly #target: number;
  readonly #running: Promise<void>;
  #open: PromiseWithResolvers<void> | undefined;

  /** @param target the port behind it */
  constructor(target: number) {
    this.#target = target;
    this.#running = this.#run();
  }

  /** The port that clients connect to. */
  get port(): number {
    return this.#listener.addr.port;
  }

  /** Lets nothing through until it is healed. */
  cut(): void {
    this.#open ??= Promise.withResolvers();
  }

  /** Lets through what was held, and all that follows. */
  heal(): void {
    this.#open?.resolve();
    this.#open = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    this.heal();
    for (const connection of this.#connections) close(connection);
    await this.#running;
  }

  async #run(): Promise<void> {
    const pipes: Promise<void>[] = [];
    for await (const near of this.#listener) pipes.push(this.#pipe(near));
    await Promise.all(pipes);
  }

  async #pipe(near: Deno.Conn): Promise<void> {
    this.#connections.add(near);
    await this.#open?.promise;
    const far = await Deno.connect({ hostname: "127.0.0.1", port: this.#target }).catch(() => undefined);
    if (far === undefined) return close(near);
    this.#connections.add(far);
    await Promise.all([this.#forward(near, far), this.#forward(far, near)]);
    for (const connection of [near, far]) this.#connections.delete(connection);
  }

  /** Until one of both has ended; then the other one ends, too. */
  async #forward(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    try {
      for await (const chunk of from.readable) {
        await this.#open?.promise;
        for (let at = 0; at < chunk.length;) at += await to.write(chunk.subarray(at));
      }
    } catch {
      // What a broken connection had to say is lost, as it is on any network.
    } finally {
      close(from);
      close(to);
    }
  }
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It is closed.
  }
}
