import { inRootContext } from "../context/mod.ts";
import { loadNats, type NatsConnection, type NatsConnectionOptions } from "./deps.ts";
import { credentialsIn, withoutCredentials } from "./nats_credentials.ts";

/** The servers, and the set-up of a new connection. */
export interface NatsConnectorOptions {
  /** The servers, for example `["nats://user:password@nats.example:4222"]`. */
  readonly servers: readonly string[];
  /** Maximum time of connecting, in milliseconds. */
  readonly timeoutMs: number;
  /** Further options of the client, such as authentication. */
  readonly connection?: NatsConnectionOptions | undefined;
  /** Runs on each new connection, before it is used. A connection for which it fails is closed. */
  readonly prepare: (connection: NatsConnection) => Promise<unknown>;
  /** Makes the error for a server that can't be reached. */
  readonly unreachable: (cause: Error) => Error;
}

/**
 * One connection to NATS, opened at first use. The client library restores a lost connection. If the connection could
 * not be opened, or the library abandoned it, as it does when its credentials are rejected, a new one is opened.
 */
export class NatsConnector implements AsyncDisposable {
  readonly #options: NatsConnectorOptions;
  #connecting: Promise<NatsConnection> | undefined;
  /** A use after the stop must not open a connection that would never be closed. */
  #isDisposed = false;

  /** @param options servers and preparation */
  constructor(options: NatsConnectorOptions) {
    this.#options = options;
  }

  /**
   * The connection.
   *
   * @throws Error when NATS can't be reached, or the connector is disposed
   */
  get(): Promise<NatsConnection> {
    if (this.#isDisposed) {
      return Promise.reject(new Error("Cannot use NATS as the application must be running: it has stopped"));
    }
    if (this.#connecting !== undefined) return this.#connecting;
    // The connection outlives the request that opens it, and so do its timers.
    const connecting = inRootContext(() => this.#connect());
    const forget = () => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    connecting.then((made) => made.closed()).then(forget, forget);
    return this.#connecting = connecting;
  }

  /** Flushes pending messages, and closes the connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const connecting = this.#connecting;
    this.#connecting = undefined;
    const connection = await connecting?.catch(() => undefined);
    // Draining a lost connection fails, and there is nothing left to send.
    await connection?.drain().catch(() => connection.close());
  }

  async #connect(): Promise<NatsConnection> {
    const { connect } = await loadNats();
    const { servers, timeoutMs, connection = {}, prepare, unreachable } = this.#options;
    const defaults = { timeout: timeoutMs, maxReconnectAttempts: -1, ...credentialsIn(servers) };
    const made = await connect({ ...defaults, ...connection, servers: servers.map(withoutCredentials) })
      .catch((cause) => {
        throw unreachable(cause);
      });
    try {
      await prepare(made);
      return made;
    } catch (error) {
      await made.close();
      throw error;
    }
  }
}
