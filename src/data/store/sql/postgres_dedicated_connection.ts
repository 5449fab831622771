import { type Client, loadPg } from "../../../../deps.ts";
import { inRootContext } from "../../../context/mod.ts";
import type { DedicatedConnection, NotificationListener } from "../../dedicated_connection.ts";
import { closedStore } from "../../store_unavailable_error.ts";
import { Gate } from "../gate.ts";
import { pause } from "../pause.ts";
import {
  clientConfig,
  clientTimeoutMs,
  limited,
  type PostgresOptions,
  sessionLimits,
} from "./postgres_client_options.ts";
import { isConnectionLost, translatedError } from "./postgres_errors.ts";

/** What PostgreSQL sends; said here, as services have no types of the driver. */
interface Notification {
  readonly channel: string;
  readonly payload?: string | undefined;
}

/** Pauses between two attempts to connect, in milliseconds. */
const reconnection = { first: 100, longest: 5_000 };

/** A connection to PostgreSQL outside of the pool, opened when it is first used and again after it broke. */
export class PostgresDedicatedConnection implements DedicatedConnection {
  readonly canListen = true;
  readonly #options: PostgresOptions;
  // The driver wants one statement at a time.
  readonly #turns = new Gate();
  readonly #listeners = new Map<string, NotificationListener>();
  /** The channels that the current client listens to. */
  readonly #listening = new Set<string>();
  readonly #closing = new AbortController();
  #client: Promise<Client> | undefined;
  #reconnecting: Promise<void> | undefined;

  /** @param options where the database is, and its limits */
  constructor(options: PostgresOptions) {
    this.#options = options;
  }

  async execute(text: string, parameters: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const leave = await this.#turns.enter();
    try {
      const client = await this.#connected();
      const { rows } = await client.query(limited({ text, values: [...parameters] }, clientTimeoutMs(this.#options)));
      return rows;
    } catch (cause) {
      const error = translatedError(cause, this.#options);
      if (isConnectionLost(error)) await this.#drop();
      throw error;
    } finally {
      leave();
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
    const leave = await this.#turns.enter();
    await this.#drop();
    leave();
  }

  #connected(): Promise<Client> {
    if (this.#closing.signal.aborted) return Promise.reject(closedStore(this.#options.name));
    if (this.#client !== undefined) return this.#client;
    // The connection outlives the request that opens it, and so do its timers and listeners.
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

  /** Listens to the channels that have a listener, and to no others. */
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

  /** Connects and listens in the background, for as long as a listener asks for it. */
  #reconnect(): void {
    this.#reconnecting ??= inRootContext(() => this.#keepTrying()).finally(() => {
      this.#reconnecting = undefined;
      // A listener may have come after the last look.
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
    const leave = await this.#turns.enter();
    try {
      return await work();
    } finally {
      leave();
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
      // A server that is silent would never answer a farewell.
      destroy(opened);
      this.#interrupted();
    }
  }
}

function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`;
}

/** Closes the socket, which is known to the driver and not to its types. */
function destroy(client: Client): void {
  (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy();
}
