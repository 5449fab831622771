import type { ProcessAnswer, ProcessLink, ServingProcesses } from "../../kernel/mod.ts";
import { MessageChannel } from "./message_channel.ts";
import { PendingAnswers } from "./pending_answers.ts";
import type { ProcessRole } from "./process_role.ts";

/** What a process does on request of the first process, or when that one ends. */
export interface ChildDuties {
  /** Stops as after SIGTERM. */
  terminate(): void;
  /** Stops at once. */
  stop(): void;
}

/** The link of a process to the first process, which started it. */
export class ChildLink implements ProcessLink {
  readonly process: number;
  readonly expected: number;
  ready = 0;
  readonly #channel: MessageChannel;
  readonly #processes: ServingProcesses;
  readonly #pending = new PendingAnswers();

  private constructor(channel: MessageChannel, role: ProcessRole, processes: ServingProcesses) {
    this.#channel = channel;
    this.process = role.process;
    this.expected = role.processes;
    this.#processes = processes;
  }

  /** Connects to the first process. */
  static async connect(role: ProcessRole, processes: ServingProcesses, duties: ChildDuties): Promise<ChildLink> {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: role.control });
    const channel = new MessageChannel(connection);
    const link = new ChildLink(channel, role, processes);
    channel.send({ type: "hello", token: role.token, process: role.process });
    void link.#listen(duties);
    return link;
  }

  /** Reports that this process serves. */
  serves(): void {
    this.#channel.send({ type: "ready" });
  }

  async gather(topic: string): Promise<readonly ProcessAnswer[]> {
    const answers = await this.#pending.ask((id) => this.#channel.send({ type: "gather", id, topic }));
    return answers as readonly ProcessAnswer[] | undefined ?? [];
  }

  /** Closes the link. */
  async close(): Promise<void> {
    await this.#channel.close();
  }

  async #listen(duties: ChildDuties): Promise<void> {
    for await (const message of this.#channel.messages()) {
      if (message.type === "ask") void this.#answer(message);
      else if (message.type === "answer") this.#pending.settle(message.id, message.value);
      else if (message.type === "state") this.ready = message.ready;
      else if (message.type === "stop") duties.stop();
      else if (message.type === "terminate") duties.terminate();
    }
    this.#pending.end();
    // Without the first process nothing restarts this one.
    duties.stop();
  }

  async #answer({ id, topic }: { readonly id: number; readonly topic: string }): Promise<void> {
    const value = await this.#processes.answerTo(topic).catch(() => undefined);
    this.#channel.send({ type: "answer", id, value });
  }
}
