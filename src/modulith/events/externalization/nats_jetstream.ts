import { inRootContext } from "../../../context/mod.ts";
import { loadJetStream, loadNats, type NatsConnection, type NatsConnectionOptions, type NatsHeaders } from "./deps.ts";
import type { EventTransport } from "./event_transport.ts";
import { EventTransportUnavailableError } from "./event_transport_unavailable_error.ts";
import type { ExternalizedMessage } from "./externalized_message.ts";
import { credentialsIn, withoutCredentials } from "./nats_credentials.ts";
import { natsSubject, requireNatsMessage } from "./nats_message.ts";

/** Where NATS is. */
export interface NatsJetStreamOptions {
  /** The servers, for example `["127.0.0.1:4222"]` or `["nats://user:password@nats.example:4222"]`. */
  readonly servers: readonly string[];
  /** A stream that is made where it is missing; without it streams are the operator's business. */
  readonly stream?: { readonly name: string; readonly subjects: readonly string[] };
  /** Stands before each target, with a dot: `"shop"` makes `orders.placed` the subject `shop.orders.placed`. */
  readonly subjectPrefix?: string;
  /** How long to wait for a confirmation, in milliseconds; by default 5000. */
  readonly timeoutMs?: number;
  /** Further options of the client, such as authentication. */
  readonly connection?: NatsConnectionOptions;
}

/**
 * Sends events to NATS JetStream. The target is the subject; the key is the header `event-key`; the publication's id is
 * the message's id, by which the server drops what was sent twice. The connection is made by the first message.
 *
 * @param options servers, stream
 */
export function natsJetStream(options: NatsJetStreamOptions): EventTransport {
  return new NatsJetStream(options);
}

class NatsJetStream implements EventTransport {
  readonly name = "nats";
  readonly #options: NatsJetStreamOptions;
  readonly #timeoutMs: number;
  #connecting: Promise<NatsConnection> | undefined;
  /** A message that comes too late shall not open a connection that nobody closes. */
  #isDisposed = false;

  constructor(options: NatsJetStreamOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 5_000;
  }

  requireSendable(message: ExternalizedMessage): void {
    requireNatsMessage(message, this.#options.subjectPrefix);
  }

  async send(message: ExternalizedMessage, id: string): Promise<void> {
    const [connection, headers, { jetstream }] = await Promise.all([
      this.#connection(),
      natsHeaders(message),
      loadJetStream(),
    ]);
    const subject = natsSubject(message.target, this.#options.subjectPrefix);
    const options = { msgID: id, headers, timeout: this.#timeoutMs };
    const publish = () => jetstream(connection).publish(subject, message.payload, options);
    try {
      await publish();
    } catch (cause) {
      if (isOutage(cause)) throw unreachable(this.#options.servers, cause);
      // What the client says where nobody answers; it keeps the class to itself.
      if (!(cause instanceof Error) || cause.name !== "JetStreamNotEnabled") throw cause;
      // A server that came back without its streams is still the same connection.
      if (await this.#makeStream(connection)) return void await publish();
      throw new Error(
        `Cannot send to NATS subject "${subject}" as no stream takes it: make one, or name it in the option "stream"`,
        { cause },
      );
    }
  }

  async check(): Promise<void> {
    await (await this.#connection()).flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const connecting = this.#connecting;
    this.#connecting = undefined;
    const connection = await connecting?.catch(() => undefined);
    // A connection that is broken has nothing left to give out, and says so.
    await connection?.drain().catch(() => connection.close());
  }

  /**
   * One that broke is repaired by the client. One that could not be made, or that the client gave up, as it does when its
   * credentials are refused, is made anew.
   */
  #connection(): Promise<NatsConnection> {
    if (this.#isDisposed) {
      return Promise.reject(new Error("Cannot use NATS as the application must be running: it has stopped"));
    }
    if (this.#connecting !== undefined) return this.#connecting;
    // The connection outlives the event that opens it, and so do its timers.
    const connecting = inRootContext(() => this.#connect());
    const forget = () => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    connecting.then((made) => made.closed()).then(forget, forget);
    return this.#connecting = connecting;
  }

  async #connect(): Promise<NatsConnection> {
    const { connect } = await loadNats();
    const { servers, connection = {} } = this.#options;
    const defaults = { timeout: this.#timeoutMs, maxReconnectAttempts: -1, ...credentialsIn(servers) };
    const made = await connect({ ...defaults, ...connection, servers: servers.map(withoutCredentials) })
      .catch((cause) => {
        throw unreachable(servers, cause);
      });
    try {
      await this.#makeStream(made);
      return made;
    } catch (error) {
      await made.close();
      throw error;
    }
  }

  /**
   * A stream that is there stays as it is: operators may have made something else of it.
   *
   * @returns whether it was made
   */
  async #makeStream(connection: NatsConnection): Promise<boolean> {
    const { stream } = this.#options;
    if (stream === undefined) return false;
    const { jetstreamManager, JetStreamApiCodes, JetStreamApiError } = await loadJetStream();
    const { streams } = await jetstreamManager(connection);
    try {
      await streams.info(stream.name);
      return false;
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound) throw error;
      await streams.add({ name: stream.name, subjects: [...stream.subjects] });
      return true;
    }
  }
}

async function natsHeaders({ key, headers }: ExternalizedMessage): Promise<NatsHeaders> {
  const made = (await loadNats()).headers();
  for (const [name, value] of Object.entries(headers)) made.set(name, value);
  if (key !== undefined) made.set("event-key", key);
  return made;
}

/** What the client says while a server is away, or does not answer. */
const outages: ReadonlySet<string> = new Set([
  "ClosedConnectionError",
  "ConnectionError",
  "DrainingConnectionError",
  "TimeoutError",
]);

function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return outages.has(error.name) || isOutage(error.cause);
}

function unreachable(servers: readonly string[], cause: Error): Error {
  // What stands before an "@" are credentials.
  const names = servers.map((server) => `"${server.replace(/^.*@/, "")}"`).join(", ");
  return new EventTransportUnavailableError(
    `Cannot reach NATS at ${names} as a server must be running and reachable: ${cause.message}`,
    cause,
  );
}
