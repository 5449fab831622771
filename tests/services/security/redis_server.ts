/** Whether there is a program that a test can start. */
export const hasRedis: boolean = await new Deno.Command("redis-server", { args: ["--version"], stdout: "null" })
  .output()
  .then(({ success }) => success, () => false);

/** A server of the test's own; it keeps nothing. */
export class RedisServer implements AsyncDisposable {
  readonly url: string;
  readonly #port: number;
  #process: Deno.ChildProcess | undefined;

  constructor() {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.#port = listener.addr.port;
    this.url = `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<this> {
    const args = ["--port", `${this.#port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    this.#process = new Deno.Command("redis-server", { args, stdout: "piped" }).spawn();
    const reader = this.#process.stdout.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; !text.includes("Ready to accept connections");) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`redis-server did not start: ${text}`);
      text += value;
    }
    await reader.cancel();
    return this;
  }

  /** How many keys there are. */
  async keys(): Promise<number> {
    const { stdout } = await new Deno.Command("redis-cli", { args: ["-u", this.url, "dbsize"] }).output();
    return Number(new TextDecoder().decode(stdout));
  }

  async stop(): Promise<void> {
    this.#process?.kill("SIGKILL");
    await this.#process?.status;
    this.#process = undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
