/** A service in a process of its own, whose log lines are read. */
export class ServiceProcess implements AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly lines: Record<string, unknown>[] = [];
  readonly #reading: Promise<void>[];
  readonly #ready = Promise.withResolvers<string>();
  #changed = Promise.withResolvers<void>();

  private constructor(child: Deno.ChildProcess) {
    this.child = child;
    this.#reading = [child.stdout, child.stderr].map((stream) => this.#read(stream));
  }

  /**
   * Starts a service and waits until it is ready.
   *
   * @param options its properties; the maximum number of open files; the port to listen on
   */
  static async start(
    { properties = {}, maxFiles, port = 0, script = "./plain_service.ts" }: {
      readonly properties?: object;
      readonly maxFiles?: number;
      readonly port?: number;
      readonly script?: string;
    } = {},
  ): Promise<ServiceProcess> {
    const path = new URL(script, import.meta.url).pathname;
    const args = [
      Deno.execPath(),
      "run",
      "--quiet",
      "--no-prompt",
      "--allow-all",
      "--v8-flags=--expose-gc",
      path,
      JSON.stringify(properties),
      `${port}`,
    ];
    const limit = maxFiles === undefined ? "" : `ulimit -n ${maxFiles}; `;
    const command = new Deno.Command("sh", {
      args: ["-c", `${limit}exec "$@"`, "sh", ...args],
      stdout: "piped",
      stderr: "piped",
    });
    const service = new ServiceProcess(command.spawn());
    await service.url;
    return service;
  }

  /** Where it listens. */
  get url(): Promise<string> {
    return this.#ready.promise;
  }

  /** The port that it listens on. */
  get port(): Promise<number> {
    return this.url.then((url) => Number(new URL(url).port));
  }

  /** Waits for a log line whose message begins like this. */
  async line(beginning: string): Promise<Record<string, unknown>> {
    for (;;) {
      const found = this.lines.find(({ message }) => String(message).startsWith(beginning));
      if (found !== undefined) return found;
      await this.#changed.promise;
    }
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#take(line);
    }
    this.#ready.reject(new Error(`The service ended: ${JSON.stringify(this.lines)}`));
  }

  #take(line: string): void {
    const record = line.startsWith("{") ? JSON.parse(line) : { message: line };
    this.lines.push(record);
    const url = /^Ready at (\S+)/.exec(record.message)?.[1];
    if (url !== undefined) this.#ready.resolve(url.replace("localhost", "127.0.0.1"));
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Memory after a collection, in MB: resident, and that of live objects. The service must have the route. */
  async memory(): Promise<{ readonly resident: number; readonly live: number }> {
    const { rss, heapUsed, external } = await (await fetch(`${await this.url}/memory`)).json();
    return { resident: Math.round(rss / 1_000_000), live: Math.round((heapUsed + external) / 1_000_000) };
  }

  /** Asks the process to stop and waits for its end. */
  async stop(): Promise<Deno.CommandStatus> {
    this.child.kill("SIGTERM");
    const status = await this.child.status;
    await Promise.all(this.#reading);
    return status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.child.status;
    await Promise.allSettled(this.#reading);
    await this.#ready.promise.catch(() => {});
  }
}
