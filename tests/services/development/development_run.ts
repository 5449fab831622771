/** The `dev` command over a service, with its output as lines. */
export class DevelopmentRun implements AsyncDisposable {
  readonly url: string;
  readonly lines: string[] = [];
  readonly child: Deno.ChildProcess;
  readonly #reading: Promise<void>[];
  #changed = Promise.withResolvers<void>();

  /**
   * @param folder the service's folder
   * @param options options of the command
   */
  constructor(folder: string, ...options: readonly string[]) {
    const port = freePort();
    this.url = `http://127.0.0.1:${port}`;
    const permissions = ["--allow-read", "--allow-env", "--allow-run"];
    const service = ["--allow-net", "--allow-read", "--allow-write=.", "--allow-env", "main.ts"];
    this.child = new Deno.Command(Deno.execPath(), {
      args: ["run", ...permissions, "jsr:@espalier/espalier@^0.1.0/dev", ...options, ...service],
      cwd: folder,
      env: { PORT: `${port}`, NO_COLOR: "1" },
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#reading = [this.child.stdout, this.child.stderr].map((stream) => this.#read(stream));
  }

  /**
   * Waits for a line that was not waited for before.
   *
   * @param pattern what the line holds
   * @throws Error when the service ends before
   */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const at = this.lines.findIndex((line) => pattern.test(line));
      if (at >= 0) return this.lines.splice(0, at + 1).at(-1)!;
      if (this.lines.some((line) => line.startsWith("The service ended"))) throw new Error(this.lines.join("\n"));
      await this.#changed.promise;
    }
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      this.lines.push(...lines);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    }
  }

  /** Stops the command, and with it the service. */
  async stop(): Promise<Deno.CommandStatus> {
    this.child.kill("SIGTERM");
    const status = await this.child.status;
    await Promise.all(this.#reading);
    return status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.stop();
    } catch {
      // The test has stopped it.
    }
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
