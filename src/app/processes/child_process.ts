import { processVariable } from "../../kernel/mod.ts";
import { MessageChannel, type ProcessMessage } from "./message_channel.ts";
import type { OwnCommand } from "./own_command.ts";
import { PendingAnswers } from "./pending_answers.ts";
import type { ProcessRole } from "./process_role.ts";

/** One run of a process that the first process started. */
export class ChildProcess {
  /** Settles when the process has ended. */
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
   * @param role its part in the group
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

  /** Whether the process serves. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** The process id. */
  get pid(): number {
    return this.#process.pid;
  }

  /** Uses a connection on which the process has identified itself. */
  connected(channel: MessageChannel): void {
    this.#channel = channel;
  }

  /** Marks the process as not serving, as its connection has ended. */
  disconnected(channel: MessageChannel): void {
    if (this.#channel === channel) this.#isReady = false;
  }

  /** Marks the process as serving. */
  serves(): void {
    this.#isReady = this.#hasServed = !this.#isEnded;
  }

  /** Sends a message if the process is connected. */
  send(message: ProcessMessage): void {
    this.#channel?.send(message);
  }

  /** Queries the process; `undefined` if it does not reply in time. */
  async ask(topic: string): Promise<unknown> {
    if (!this.#isReady) return undefined;
    return await this.#pending.ask((id) => this.send({ type: "ask", id, topic }));
  }

  /** Handles a reply of the process. */
  answered(id: number, value: unknown): void {
    this.#pending.settle(id, value);
  }

  /**
   * Ends the process.
   *
   * @param withinMs the maximum time in milliseconds; then it is killed
   */
  async stop(withinMs: number): Promise<void> {
    // A process that does not serve yet may not handle messages.
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
