import { type ChildProcess, spawn } from "node:child_process";
import type { CommandMessage, KeptTexts, ServiceMessage } from "./messages.ts";

/** Maximum time for a process to send the texts to keep, in milliseconds. */
const collectMs = 100;

/** Maximum time for a graceful stop, in milliseconds; short, as the developer waits for the next process. */
const stopMs = 500;

/** The command that runs a process of the service. */
export interface ServiceCommand {
  /** Deno's executable. */
  readonly deno: string;
  /** The arguments of `deno run`: options, the main module, its arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A process of the service: it loads the framework, waits, and runs the service when it receives `start`. */
export class ServiceProcess {
  /** Modules that the process loaded, in order. */
  readonly modules: Set<string>;
  readonly #child: ChildProcess;
  readonly #waiting = Promise.withResolvers<void>();
  readonly #ready = Promise.withResolvers<string | undefined>();
  readonly #kept = Promise.withResolvers<KeptTexts>();
  readonly #exited = Promise.withResolvers<number>();
  #hasExited = false;
  #isStopping = false;

  /**
   * @param command the command that runs it
   * @param load modules to load before the service is started
   */
  constructor({ deno, args, env }: ServiceCommand, load: readonly string[]) {
    this.modules = new Set(load);
    const standby = new URL("./standby.ts", import.meta.url).href;
    this.#child = spawn(deno, ["run", `--preload=${standby}`, ...args], {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...env },
    });
    this.#child.on("message", (message) => this.#receive(message as ServiceMessage));
    this.#child.on("error", (error) => this.#ended(error));
    this.#child.on("exit", (code) => this.#ended(undefined, code ?? 1));
    this.#send({ load });
  }

  /** Resolves when all modules are loaded that can be loaded before the start. */
  get waiting(): Promise<void> {
    return this.#waiting.promise;
  }

  /** Resolves when the service listens, with its URL, or when the process has ended, with `undefined`. */
  get ready(): Promise<string | undefined> {
    return this.#ready.promise;
  }

  /** Resolves with the exit code. */
  get exited(): Promise<number> {
    return this.#exited.promise;
  }

  /** Whether the process has ended. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Whether it was asked to stop. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /**
   * Starts the service.
   *
   * @param kept texts kept by the previous process
   * @param isRestart whether a previous process was ready
   */
  start(kept: KeptTexts, isRestart: boolean): void {
    this.#send({ start: { kept, isRestart } });
  }

  /**
   * Stops the process, gracefully if it ends in time.
   *
   * @returns the texts that it kept
   */
  async stop(): Promise<KeptTexts> {
    if (this.#hasExited) return {};
    this.#isStopping = true;
    this.#send({ collect: true });
    const kept = await within(collectMs, Promise.race([this.#kept.promise, this.#exited.promise.then(() => ({}))]));
    this.#kill("SIGTERM");
    if (await within(stopMs, this.#exited.promise) === undefined) this.#kill("SIGKILL");
    await this.#exited.promise;
    return kept ?? {};
  }

  /** Ends a process that has not started the service. */
  discard(): void {
    this.#kill("SIGKILL");
  }

  #send(message: CommandMessage): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #kill(signal: "SIGTERM" | "SIGKILL"): void {
    if (!this.#hasExited) this.#child.kill(signal);
  }

  #receive(message: ServiceMessage): void {
    if ("loaded" in message) message.loaded.forEach((module) => this.modules.add(module));
    else if ("waiting" in message) this.#waiting.resolve();
    else if ("ready" in message) this.#ready.resolve(message.ready);
    else {
      this.#kept.resolve(message.kept);
      // An open channel would keep a stopped process alive.
      this.#child.disconnect();
    }
  }

  #ended(error: Error | undefined, code = 1): void {
    if (error !== undefined) console.error(`Cannot run Deno: ${error.message}`);
    this.#hasExited = true;
    this.#waiting.resolve();
    this.#ready.resolve(undefined);
    this.#exited.resolve(code);
  }
}

async function within<T>(ms: number, wait: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), ms);
  try {
    return await Promise.race([wait, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
