import { describeValue, EspalierProperties, Lifecycle, Logger, ServingProcesses } from "../../kernel/mod.ts";
import type { Application } from "../application.ts";
import { ChildLink } from "./child_link.ts";
import { ProcessGroup } from "./process_group.ts";
import { type ProcessRole, takeProcessRole } from "./process_role.ts";

/** Maximum number of processes. */
const maxProcesses = 256;

/** Time after `http.drainTimeoutMs` at which a stopping process is killed, in milliseconds. */
const graceMs = 5_000;

/** What this process does with the others. */
export interface MembersStart {
  /** The shared port. */
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
   * Determines the part of this process.
   *
   * @param app the application
   * @param processes the number of processes
   * @returns `undefined` if it serves alone
   * @throws TypeError when the number is not allowed
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

  /** Whether this is the first process, which started the others. */
  get isFirst(): boolean {
    return this.#role === undefined;
  }

  /** The port of the first process; `undefined` in the first process. */
  get sharedPort(): number | undefined {
    return this.#role?.port;
  }

  /** In the first process, starts the others and waits until all serve. In another one, reports that it serves. */
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
    // It was stopped while it read how to start the others.
    if (this.#isStopping) return await this.stop();
    await group.allReady;
    ready();
  }

  /** Lets the other processes stop as after the same signal. A terminal sends SIGINT to all processes. */
  terminate(name: Deno.Signal): void {
    if (name === "SIGTERM") this.#group?.terminate();
  }

  /** Stops the other processes, or closes the link to the first one. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const { drainTimeoutMs } = this.#app.container.get(EspalierProperties).http;
    await Promise.all([this.#group?.stop(drainTimeoutMs + graceMs), this.#link?.close()]);
  }
}
