import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { FileWatch } from "./changed_files.ts";
import type { KeptTexts } from "./messages.ts";
import { type ServiceCommand, ServiceProcess } from "./service_process.ts";
import type { TypeCheck } from "./type_check.ts";

/** Time after which a service is assumed to be started if it has not reported a listener, in milliseconds. */
const maxStartMs = 10_000;

/** The options of the supervisor. */
export interface SupervisorOptions {
  readonly command: ServiceCommand;
  /** The service's folder, with a slash at its end. */
  readonly root: URL;
  readonly types: TypeCheck | undefined;
  /** Whether to print when the next process is waiting. */
  readonly isVerbose: boolean;
  /** Prints a message. */
  readonly write: (text: string) => void;
}

/**
 * Runs a service, and restarts it when one of its files changes. A standby process has the framework loaded already, so
 * that only the service's own modules must be loaded after a change.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #watch: FileWatch;
  readonly #signal: AbortSignal;
  readonly #rootPath: string;
  #current: ServiceProcess;
  #standby: ServiceProcess | undefined;
  #kept: KeptTexts = {};
  #wasReady = false;

  /**
   * @param options the service
   * @param signal stops the supervisor and the service
   */
  constructor(options: SupervisorOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#rootPath = fileURLToPath(options.root);
    this.#watch = new FileWatch((path) => this.#concerns(path), signal);
    this.#current = new ServiceProcess(options.command, []);
  }

  /** Runs until the signal is aborted. */
  async run(): Promise<void> {
    this.#watch.add(this.#rootPath, true);
    await this.#start();
    for (let changes; (changes = await this.#watch.next()) !== undefined;) {
      this.#options.types?.cancel();
      await this.#replace(changes.paths);
      const url = await this.#start();
      if (url !== undefined) this.#sayRestarted(changes.at, changes.paths);
    }
    this.#options.types?.cancel();
    this.#standby?.discard();
    await Promise.all([this.#current.stop(), this.#standby?.exited]);
  }

  async #replace(changed: ReadonlySet<string>): Promise<void> {
    if ([...changed].some((path) => this.#standby?.modules.has(pathToFileURL(path).href))) this.#dropStandby();
    const kept = await this.#current.stop();
    this.#kept = { ...this.#kept, ...kept };
    const next = this.#standby ?? new ServiceProcess(this.#options.command, this.#shared());
    this.#standby = undefined;
    this.#current = next;
  }

  /** Starts the current process, and prepares the next one when it listens. */
  async #start(): Promise<string | undefined> {
    const service = this.#current;
    service.start(this.#kept, this.#wasReady);
    const url = await this.#whenReady(service);
    if (this.#signal.aborted) return undefined;
    void this.#sayEnd(service);
    this.#wasReady ||= url !== undefined;
    this.#followModules();
    this.#standby ??= new ServiceProcess(this.#options.command, this.#shared());
    void this.#standby.waiting.then(() => this.#prepared(service));
    return url;
  }

  async #whenReady(service: ServiceProcess): Promise<string | undefined> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), maxStartMs);
    this.#signal.addEventListener("abort", () => late.resolve(undefined), { once: true });
    try {
      return await Promise.race([service.ready, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #prepared(service: ServiceProcess): void {
    if (service !== this.#current || this.#signal.aborted) return;
    if (this.#options.isVerbose) this.#options.write("The next process waits");
    void this.#options.types?.begin();
  }

  async #sayEnd(service: ServiceProcess): Promise<void> {
    const code = await service.exited;
    if (service !== this.#current || this.#signal.aborted || service.isStopping) return;
    this.#options.write(`The service ended with code ${code}: a change of a file starts it again`);
  }

  #sayRestarted(at: number, changed: ReadonlySet<string>): void {
    const names = [...changed].map((path) => this.#nameOf(path));
    const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
    const ms = Math.round(performance.now() - at);
    this.#options.write(`Restarted in ${ms} ms: ${names.slice(0, 3).join(", ")}${more}`);
  }

  #nameOf(path: string): string {
    return path.startsWith(this.#rootPath) ? path.slice(this.#rootPath.length) : path;
  }

  #dropStandby(): void {
    this.#standby?.discard();
    this.#standby = undefined;
  }

  /** The loaded modules outside of the service, which seldom change. */
  #shared(): string[] {
    return [...this.#current.modules].filter((module) => !module.startsWith(this.#options.root.href));
  }

  /** Watches modules outside of the service's folder, such as those of a linked package. */
  #followModules(): void {
    const packages = /\/(?:node_modules|npm\/registry\.npmjs\.org)\//;
    for (const module of this.#shared()) {
      if (module.startsWith("file:") && !packages.test(module)) {
        this.#watch.add(dirname(fileURLToPath(module)), false);
      }
    }
  }

  #concerns(path: string): boolean {
    if (this.#current.modules.has(pathToFileURL(path).href)) return true;
    if (!path.startsWith(this.#rootPath)) return false;
    const name = this.#nameOf(path);
    if (/(?:^|\/)(?:node_modules|\.[^/]+)\/|^graphql-test\//.test(name)) return false;
    if (/\.(?:graphqls?|gqls?|sql)$|^(?:deno\.jsonc?|\.env)$/.test(name)) return true;
    // A failed service may not have loaded the module whose change repairs it, so any source file counts.
    return this.#current.hasExited && /\.(?:[cm]?[jt]sx?|json)$/.test(name);
  }
}
