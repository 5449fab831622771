/** How to start a member of the cluster, and how to check whether it is ready. */
export interface MemberOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Returns whether it responds. */
  isReady(): Promise<boolean>;
}

/** The current state of a member. */
export type MemberState = "starting" | "ready" | "stopping" | "stopped";

const pollMs = 100;
/** Time for a process to become ready, in milliseconds. */
const startTimeoutMs = 120_000;
/** Delay before a process that ended unexpectedly is restarted, in milliseconds. */
const restartDelayMs = 250;

/** One process of the cluster, which is restarted when it ends. */
export class Member implements AsyncDisposable {
  readonly name: string;
  readonly #options: MemberOptions;
  readonly #log: (line: string) => void;
  #process: Deno.ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #state: MemberState = "stopped";
  #starts = 0;
  #isWanted = false;

  /**
   * @param options how to start it
   * @param log receives a line for each change, and the warnings and errors that the process writes
   */
  constructor(options: MemberOptions, log: (line: string) => void) {
    this.name = options.name;
    this.#options = options;
    this.#log = log;
  }

  get state(): MemberState {
    return this.#state;
  }

  /** The process while it is running. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** The number of starts of the process. */
  get starts(): number {
    return this.#starts;
  }

  /** Starts the process and waits until it responds. */
  async start(): Promise<void> {
    this.#isWanted = true;
    this.#spawn();
    await this.ready();
  }

  /** Waits until the process responds, also if it is restarted meanwhile. */
  async ready(): Promise<void> {
    for (const end = performance.now() + startTimeoutMs; performance.now() < end; await delay(pollMs)) {
      if (this.#state === "ready") return;
      if (!this.#isWanted) break;
    }
    throw new Error(
      `Cannot start "${this.name}": it did not answer within ${startTimeoutMs / 1000} s, see its lines above`,
    );
  }

  /** Sends SIGTERM, waits until the process has finished its requests and ended, and starts it again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Kills the process, as a power failure does; it is restarted. */
  async kill(): Promise<void> {
    this.#process?.kill("SIGKILL");
    await this.#ended;
  }

  /** Sends SIGTERM and waits until the process has ended. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    this.#state = "stopping";
    this.#process?.kill("SIGTERM");
    await this.#ended;
    this.#state = "stopped";
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #spawn(): void {
    const { command, args, env = {} } = this.#options;
    const process = new Deno.Command(command, { args: [...args], env, stdin: "null", stdout: "piped", stderr: "piped" })
      .spawn();
    this.#process = process;
    this.#state = "starting";
    this.#starts++;
    const output = Promise.all([this.#read(process.stdout), this.#read(process.stderr)]);
    this.#ended = process.status.then(async ({ code, signal }) => {
      await output;
      this.#process = undefined;
      if (this.#isWanted) this.#startAgain(signal ?? `code ${code}`);
    });
    void this.#watch(process);
  }

  #startAgain(how: string): void {
    this.#state = "starting";
    this.#log(`${this.name} ended (${how}) and is started again`);
    setTimeout(() => {
      if (this.#isWanted) this.#spawn();
    }, restartDelayMs);
  }

  async #watch(process: Deno.ChildProcess): Promise<void> {
    while (this.#process === process && this.#state === "starting") {
      if (await this.#options.isReady() && this.#process === process && this.#isWanted) {
        this.#state = "ready";
        this.#log(`${this.name} is ready`);
      } else await delay(pollMs);
    }
  }

  // The processes write JSON lines; those of level INFO are numerous, and the console of each process shows them.
  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        if (line.trim() && !/"level":"INFO"|\bINF\b/.test(line)) this.#log(`${this.name}: ${line}`);
      }
    }
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
