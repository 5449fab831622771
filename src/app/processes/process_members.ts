import { describeValue, EspalierProperties, Lifecycle, Logger, ServingProcesses } from "../../kernel/mod.ts";
import type { Application } from "../application.ts";
import { ChildLink } from "./child_link.ts";
import { ProcessGroup } from "./process_group.ts";
import { type ProcessRole, takeProcessRole } from "./process_role.ts";

/** Maximum number of processes. */
const maxProcesses = 256;

/** Time beyond `http.drainTimeoutMs` after which a process that stops is killed, in milliseconds. */
const graceMs = 5_000;

/** What starts when this process serves. */
export interface MembersStart {
  /** The port that is shared. */
  readonly port: number;
  /** Stops this process at once. */
  readonly stop: () => Promise<void>;
  /** Stops this process as SIGTERM does. */
  readonly terminate: () => void;
}

/** The part of one process in those that serve together: the first one starts the others. */
export class ProcessMembers {
  readonly #app: Application;
  readonly #processes: number;
  readonly #role: ProcessRole | undefined;
  #group: ProcessGroup | undefined;
  #link: ChildLink | undefined;
  #isStopping = false;

  private constructor(app: Application, processes: number, role: ProcessRole | undefined) {
    this.#app = app;
    this.#processes = processes;
    this.#role = role;
  }

  /**
   * Finds out what this process is.
   *
   * @param app the application
   * @param processes how many serve together
   * @returns `undefined` where it serves alone
   * @throws TypeError when the number is none that can be used
   */
  static of(app: Application, processes: number): ProcessMembers | undefined {
    if (!Number.isInteger(processes) || processes < 1 || processes > maxProcesses) {
      throw new TypeError(
        `Cannot use option "processes" of serve as it must be an integer from 1 to ${maxProcesses}: current value is ${
          describeValue(processes)
        }`,
      );
    }
    return processes === 1 ? undefined : new ProcessMembers(app, processes, takeProcessRole());
  }

  /** Whether this process has started the others. */
  get isFirst(): boolean {
    return this.#role === undefined;
  }

  /** The port that the first process was given; `undefined` in the first one. */
  get sharedPort(): number | undefined {
    return this.#role?.port;
  }

  /** Starts the other processes and waits until all serve, or tells the first one that this one serves. */
  async start({ port, stop, terminate }: MembersStart): Promise<void> {
    const { container } = this.#app;
    const own = container.get(ServingProcesses);
    if (this.#role !== undefined) {
      this.#link = await ChildLink.connect(this.#role, own, { stop: () => void stop(), terminate });
      own.link = this.#link;
      return this.#link.serves();
    }
    const ready = container.get(Lifecycle).delayReadiness();
    const logger = container.get(Logger).forCategory("espalier.app");
    const group = await ProcessGroup.start({ processes: this.#processes, port, own, logger });
    this.#group = own.link = group;
    // It was told to stop while it found out how to start the others.
    if (this.#isStopping) return await this.stop();
    await group.allReady;
    ready();
  }

  /** Lets the other processes stop as after the same signal; the terminal sends SIGINT to all by itself. */
  terminate(name: Deno.Signal): void {
    if (name === "SIGTERM") this.#group?.terminate();
  }

  /** Stops the other processes, or ends the link to the first one. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const { drainTimeoutMs } = this.#app.container.get(EspalierProperties).http;
    await Promise.all([this.#group?.stop(drainTimeoutMs + graceMs), this.#link?.close()]);
  }
}
