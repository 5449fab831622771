import type { Area } from "./areas.ts";
import { answerMark, type Command, type WorkerMessage } from "./worker_protocol.ts";

/** The end of a worker that did not answer in time, or ended by itself. */
export class WorkerEndedError extends Error {
  /** @param isTimeout whether it was stopped because it did not answer in time */
  constructor(readonly isTimeout: boolean) {
    super(isTimeout ? "The worker did not answer in time" : "The worker ended");
    this.name = "WorkerEndedError";
  }
}

/** What a worker is started with. */
export interface WorkerOptions {
  /** The copy of the tree, the only folder in which the worker may write. */
  readonly root: string;
  readonly area: Area;
  /** The files with mutants. */
  readonly sources: readonly string[];
  /** The mutant that is switched on while the modules are loaded, or 0. */
  readonly active?: number;
}

/** Ports of databases and brokers, which are kept from tests where the area does not need them. */
const services = [5432, 3306, 6379, 4222, 5672, 1883].map((port) => `127.0.0.1:${port}`);

/** A process that runs tests with mutants: `worker.ts`. */
export class WorkerProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #messages: AsyncGenerator<WorkerMessage>;

  /** @param options the tree and the tests */
  constructor({ root, area, sources, active }: WorkerOptions) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--no-check", "--quiet", "--allow-read", `--allow-write=${root}`, "--allow-env", "--allow-sys"],
        ...[
          "--allow-net=127.0.0.1,localhost",
          ...(area.needsDatabases ? [] : [`--deny-net=${services.join(",")}`]),
          "tests/mutation/worker.ts",
        ],
        ...sources,
        ...area.tests,
      ],
      cwd: root,
      env: { TMPDIR: `${root}/tmp`, ...(active === undefined ? {} : { ACTIVE_MUTANT: String(active) }) },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#messages = messagesOf(this.#child.stdout);
  }

  /** Sends a command. */
  async send(command: Command): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify(command)}\n`)).catch(() => {});
  }

  /**
   * Waits for the next message.
   *
   * @param timeoutMs milliseconds after which the worker is stopped
   * @throws WorkerEndedError when it is over
   */
  async next(timeoutMs: number): Promise<WorkerMessage> {
    let isTimeout = false;
    const timer = setTimeout(() => {
      isTimeout = true;
      this.#kill();
    }, timeoutMs);
    try {
      const { value, done } = await this.#messages.next();
      if (done) throw new WorkerEndedError(isTimeout);
      return value;
    } finally {
      clearTimeout(timer);
    }
  }

  #kill(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#kill();
    await this.#input.abort().catch(() => {});
    for await (const _ of this.#messages);
    await this.#child.status;
  }
}

async function* messagesOf(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<WorkerMessage> {
  let rest = "";
  for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith(answerMark)) yield JSON.parse(line.slice(answerMark.length)) as WorkerMessage;
    }
  }
}
