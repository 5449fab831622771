import type { Logger, ProcessAnswer, ProcessLink, ServingProcesses } from "../../kernel/mod.ts";
import { StartupError } from "../startup_error.ts";
import { ChildProcess } from "./child_process.ts";
import { MessageChannel, type ProcessMessage } from "./message_channel.ts";
import { type OwnCommand, ownCommand } from "./own_command.ts";

/** Pauses before a process is restarted, in milliseconds; the last one applies to all further restarts. */
const pausesMs = [100, 500, 2_000, 10_000] as const;

/** A process that served for this time is restarted after the shortest pause, in milliseconds. */
const settledMs = 60_000;

/** Maximum time for a connection to identify itself, in milliseconds. */
const helloMs = 5_000;

/** What a {@linkcode ProcessGroup} works with. */
export interface ProcessGroupParts {
  /** The number of processes, this one included. */
  readonly processes: number;
  /** The shared port. */
  readonly port: number;
  readonly own: ServingProcesses;
  readonly logger: Logger;
}

/** The processes that this one started, and restarts when they end. */
export class ProcessGroup implements ProcessLink {
  readonly process = 0;
  readonly expected: number;
  readonly #parts: ProcessGroupParts;
  readonly #command: OwnCommand;
  readonly #listener: Deno.TcpListener;
  readonly #token = crypto.randomUUID();
  readonly #children = new Map<number, ChildProcess>();
  readonly #allReady = Promise.withResolvers<void>();
  readonly #pauses = new Set<ReturnType<typeof setTimeout>>();
  #wasReady = false;
  #isStopping = false;

  private constructor(parts: ProcessGroupParts, command: OwnCommand) {
    this.#parts = parts;
    this.#command = command;
    this.expected = parts.processes;
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    // The group may be stopped while it starts.
    this.#allReady.promise.catch(() => {});
    void this.#accept();
    for (let number = 1; number < parts.processes; number++) void this.#run(number);
  }

  /**
   * Starts the processes.
   *
   * @throws StartupError when a permission is missing
   */
  static async start(parts: ProcessGroupParts): Promise<ProcessGroup> {
    return new ProcessGroup(parts, await ownCommand());
  }

  /** Resolves when all processes serve; rejects with a `StartupError` if one ends before that. */
  get allReady(): Promise<void> {
    return this.#allReady.promise;
  }

  get ready(): number {
    return 1 + [...this.#children.values()].filter(({ isReady }) => isReady).length;
  }

  async gather(topic: string): Promise<readonly ProcessAnswer[]> {
    return await this.#gatherFor(this.process, topic);
  }

  /** Lets the other processes reject traffic and stop, as this one does after SIGTERM. */
  terminate(): void {
    this.#isStopping = true;
    this.#broadcast({ type: "terminate" });
  }

  /**
   * Stops all other processes.
   *
   * @param withinMs the maximum time in milliseconds; then they are killed
   */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    await Promise.all([...this.#children.values()].map((child) => child.stop(withinMs)));
    this.#listener.close();
  }

  async #run(number: number, failures = 0): Promise<void> {
    const startedAt = performance.now();
    const how = await this.#end(number);
    if (this.#isStopping) return;
    this.#broadcastState();
    if (!this.#wasReady) return this.#startFailed(number, how);
    const pause = pausesMs[Math.min(performance.now() - startedAt > settledMs ? 0 : failures, pausesMs.length - 1)]!;
    this.#parts.logger.error(
      `Process ${number} of ${this.expected} ended with ${how}: starting it again in ${pause} ms`,
    );
    const timer = setTimeout(() => {
      this.#pauses.delete(timer);
      void this.#run(number, pause === pausesMs[0] ? 1 : failures + 1);
    }, pause);
    this.#pauses.add(timer);
  }

  /** Starts a process, and returns how it ended. */
  async #end(number: number): Promise<string> {
    const role = {
      process: number,
      processes: this.expected,
      port: this.#parts.port,
      control: this.#listener.addr.port,
      token: this.#token,
    };
    try {
      const child = new ChildProcess(this.#command, role);
      this.#children.set(number, child);
      const { code, signal } = await child.ended;
      return signal ?? `code ${code}`;
    } catch (error) {
      // The system may have too few resources for a process; the next attempt may succeed.
      return `the error "${error instanceof Error ? error.message : error}"`;
    } finally {
      this.#children.delete(number);
    }
  }

  #startFailed(number: number, how: string): void {
    const message = `Cannot start process ${number} of ${this.expected} as it must serve: it ended with ${how}`;
    this.#allReady.reject(new StartupError(message, undefined));
  }

  async #accept(): Promise<void> {
    try {
      for await (const connection of this.#listener) void this.#converse(connection);
    } catch (error) {
      if (!this.#isStopping) {
        this.#parts.logger.error("Cannot accept connections of the other processes any more", { error });
      }
    }
  }

  async #converse(connection: Deno.Conn): Promise<void> {
    const channel = new MessageChannel(connection);
    const late = setTimeout(() => channel.end(), helloMs);
    let child: ChildProcess | undefined;
    try {
      for await (const message of channel.messages()) {
        clearTimeout(late);
        if (child !== undefined) this.#received(child, message);
        else if (message.type !== "hello" || message.token !== this.#token) break;
        else (child = this.#children.get(message.process))?.connected(channel);
      }
    } catch (error) {
      this.#parts.logger.warn("Cannot read a message of another process", { error });
    } finally {
      clearTimeout(late);
      channel.end();
      child?.disconnected(channel);
    }
  }

  #received(child: ChildProcess, message: ProcessMessage): void {
    if (message.type === "answer") return child.answered(message.id, message.value);
    if (message.type === "gather") return void this.#forward(child, message);
    if (message.type !== "ready") return;
    child.serves();
    this.#broadcastState();
    if (this.ready < this.expected) return;
    this.#wasReady = true;
    this.#allReady.resolve();
  }

  async #forward(asking: ChildProcess, { id, topic }: { readonly id: number; readonly topic: string }): Promise<void> {
    const number = [...this.#children].find(([, child]) => child === asking)?.[0];
    if (number !== undefined) asking.send({ type: "answer", id, value: await this.#gatherFor(number, topic) });
  }

  async #gatherFor(asking: number, topic: string): Promise<readonly ProcessAnswer[]> {
    const own = async () => asking === 0 ? undefined : await this.#parts.own.answerTo(topic).catch(() => undefined);
    const others = [...this.#children].filter(([number]) => number !== asking);
    const asked = [
      own().then((value) => ({ process: 0, value })),
      ...others.map(async ([process, child]) => ({ process, value: await child.ask(topic) })),
    ];
    return (await Promise.all(asked)).filter(({ value }) => value !== undefined);
  }

  #broadcastState(): void {
    this.#broadcast({ type: "state", ready: this.ready });
  }

  #broadcast(message: ProcessMessage): void {
    for (const child of this.#children.values()) child.send(message);
  }
}
