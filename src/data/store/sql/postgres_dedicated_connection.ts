import { type Client, loadPg } from "../../../../deps.ts";
import { inRootContext } from "../../../context/mod.ts";
import type { DedicatedConnection, NotificationListener } from "../../dedicated_connection.ts";
import { closedStore } from "../../store_unavailable_error.ts";
import { Semaphore } from "../semaphore.ts";
import { pause } from "../pause.ts";
import {
  clientConfig,
  clientTimeoutMs,
  limited,
  type PostgresOptions,
  sessionLimits,
} from "./postgres_client_options.ts";
import { isConnectionLost, translatedError } from "./postgres_errors.ts";

/** A notification of PostgreSQL. Declared here, as the driver's types are not available to services. */
interface Notification {
  readonly channel: string;
  readonly payload?: string | undefined;
}

/** Pauses between attempts to connect, in milliseconds. */
const reconnection = { first: 100, longest: 5_000 };

/** A dedicated connection to PostgreSQL, opened by the first use and reopened after it broke. */
export class PostgresDedicatedConnection implements DedicatedConnection {
  readonly canListen = true;
  readonly #options: PostgresOptions;
  // The driver requires one statement at a time.
  readonly #mutex = new Semaphore();
  readonly #listeners = new Map<string, NotificationListener>();
  /** The channels to which the current client listens. */
  readonly #listening = new Set<string>();
  readonly #closing = new AbortController();
  #client: Promise<Client> | undefined;
  #reconnecting: Promise<void> | undefined;

  /** @param options where the database is, and its limits */
  constructor(options: PostgresOptions) {
    this.#options = options;
  }

  async execute(text: string, parameters: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const unlock = await this.#mutex.acquire();
    try {
      const client = await this.#connected();
      const { rows } = await client.query(limited({ text, values: [...parameters] }, clientTimeoutMs(this.#options)));
      return rows;
    } catch (cause) {
      const error = translatedError(cause, this.#options);
      if (isConnectionLost(error)) await this.#drop();
      throw error;
    } finally {
      unlock();
    }
  }

  listen(channel: string, listener: NotificationListener): void {
    this.#listeners.set(channel, listener);
    this.#reconnect();
  }

  unlisten(channel: string): void {
    this.#listeners.delete(channel);
    this.#reconnect();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#reconnecting;
    const unlock = await this.#mutex.acquire();
    await this.#drop();
    unlock();
  }

  #connected(): Promise<Client> {
    if (this.#closing.signal.aborted) return Promise.reject(closedStore(this.#options.name));
    if (this.#client !== undefined) return this.#client;
    // Leave the async context of the request, as the connection with its timers and listeners outlives it.
    const connecting = inRootContext(() => this.#connect());
    connecting.catch(() => this.#forget(connecting));
    return this.#client = connecting;
  }

  async #connect(): Promise<Client> {
    const { default: pg } = await loadPg();
    const client = new pg.Client(clientConfig(this.#options));
    // Without a listener an error of an idle connection would end the process.
    client.on("error", () => undefined);
    client.on("end", () => this.#ended(client));
    client.on(
      "notification",
      ({ channel, payload = "" }: Notification) => this.#listeners.get(channel)?.notified(payload),
    );
    try {
      await client.connect();
      await client.query(sessionLimits(this.#options));
      this.#listening.clear();
      await this.#listenOn(client);
    } catch (error) {
      destroy(client);
      throw error;
    }
    return client;
  }

  /** The connection broke, or was closed. */
  #ended(client: Client): void {
    void this.#client?.then((current) => {
      if (current !== client) return;
      this.#client = undefined;
      this.#interrupted();
    }, () => undefined);
  }

  #interrupted(): void {
    if (this.#closing.signal.aborted || this.#listeners.size === 0) return;
    for (const listener of this.#listeners.values()) listener.changed?.(false);
    this.#reconnect();
  }

  /** Synchronizes `listen` and `unlisten` with the channels that have a listener. */
  async #listenOn(client: Client): Promise<void> {
    for (const channel of this.#listening) {
      if (this.#listeners.has(channel)) continue;
      this.#listening.delete(channel);
      await client.query(`unlisten ${quoted(channel)}`);
    }
    for (const channel of this.#listeners.keys()) {
      if (this.#listening.has(channel)) continue;
      this.#listening.add(channel);
      await client.query(`listen ${quoted(channel)}`);
      this.#listeners.get(channel)?.changed?.(true);
    }
  }

  get #isListening(): boolean {
    const { size } = this.#listening;
    return size === this.#listeners.size &&
      [...this.#listeners.keys()].every((channel) => this.#listening.has(channel));
  }

  /** Connects and listens in the background while there is a listener. */
  #reconnect(): void {
    this.#reconnecting ??= inRootContext(() => this.#keepTrying()).finally(() => {
      this.#reconnecting = undefined;
      // A listener may have been added since the last check.
      if (!this.#closing.signal.aborted && !this.#isListening) this.#reconnect();
    });
  }

  async #keepTrying(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = reconnection.first; !signal.aborted; pauseMs = Math.min(2 * pauseMs, reconnection.longest)) {
      if (this.#listeners.size === 0 && this.#client === undefined) return;
      try {
        const client = await this.#connected();
        if (!this.#isListening) await this.#inTurn(() => this.#listenOn(client));
        return;
      } catch (cause) {
        if (isConnectionLost(translatedError(cause, this.#options))) await this.#drop();
        await pause(pauseMs * (0.5 + Math.random() / 2), signal).catch(() => undefined);
      }
    }
  }

  async #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const unlock = await this.#mutex.acquire();
    try {
      return await work();
    } finally {
      unlock();
    }
  }

  #forget(client: Promise<Client>): void {
    if (this.#client === client) this.#client = undefined;
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    const opened = await client.catch(() => undefined);
    if (opened === undefined) return;
    if (this.#closing.signal.aborted) await opened.end().catch(() => undefined);
    else {
      // An unresponsive server would never confirm the end of the session.
      destroy(opened);
      this.#interrupted();
    }
  }
}

function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`;
}

/** Closes the socket, which the driver's types lack. */
function destroy(client: Client): void {
  (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy();
}
