import { processVariable } from "../../kernel/mod.ts";
import { MessageChannel, type ProcessMessage } from "./message_channel.ts";
import type { OwnCommand } from "./own_command.ts";
import { PendingAnswers } from "./pending_answers.ts";
import type { ProcessRole } from "./process_role.ts";

/** One run of a process that the first one has started. */
export class ChildProcess {
  /** Settles when it has ended. */
  readonly ended: Promise<Deno.CommandStatus>;
  readonly #process: Deno.ChildProcess;
  readonly #pending = new PendingAnswers();
  #channel: MessageChannel | undefined;
  #isReady = false;
  #hasServed = false;
  #isEnded = false;

  /**
   * Starts the process.
   *
   * @param command how this process was started
   * @param role what the process is told
   */
  constructor({ file, args }: OwnCommand, role: ProcessRole) {
    const env = { [processVariable]: JSON.stringify(role) };
    this.#process = new Deno.Command(file, { args: [...args], env, stdin: "null" }).spawn();
    this.ended = this.#process.status.finally(() => {
      this.#isEnded = true;
      this.#isReady = false;
      this.#pending.end();
      this.#channel?.end();
    });
  }

  /** Whether it serves. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Its number for the operating system. */
  get pid(): number {
    return this.#process.pid;
  }

  /** Takes the connection over which the process has said who it is. */
  connected(channel: MessageChannel): void {
    this.#channel = channel;
  }

  /** Notes that it is about to end. */
  disconnected(channel: MessageChannel): void {
    if (this.#channel === channel) this.#isReady = false;
  }

  /** Notes that it serves. */
  serves(): void {
    this.#isReady = this.#hasServed = !this.#isEnded;
  }

  /** Sends a message, where it is connected. */
  send(message: ProcessMessage): void {
    this.#channel?.send(message);
  }

  /** Asks the process; `undefined` where it does not answer in time. */
  async ask(topic: string): Promise<unknown> {
    if (!this.#isReady) return undefined;
    return await this.#pending.ask((id) => this.send({ type: "ask", id, topic }));
  }

  /** Takes an answer of the process. */
  answered(id: number, value: unknown): void {
    this.#pending.settle(id, value);
  }

  /**
   * Ends the process.
   *
   * @param withinMs how long it may take, in milliseconds; then it is killed
   */
  async stop(withinMs: number): Promise<void> {
    // One that does not serve yet may not listen to anything else.
    if (this.#hasServed) this.send({ type: "stop" });
    else this.#kill("SIGTERM");
    const timer = setTimeout(() => this.#kill("SIGKILL"), withinMs);
    await this.ended;
    clearTimeout(timer);
  }

  #kill(signal: Deno.Signal): void {
    if (!this.#isEnded) this.#process.kill(signal);
  }
}
