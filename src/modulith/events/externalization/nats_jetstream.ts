import { loadJetStream, loadNats, type NatsConnection, type NatsConnectionOptions } from "../../../../deps.ts";
import type { EventTransport } from "./event_transport.ts";
import type { ExternalizedMessage } from "./externalized_message.ts";

/** Where NATS is. */
export interface NatsJetStreamOptions {
  /** The servers, for example `["127.0.0.1:4222"]`. */
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
  #connecting: Promise<NatsConnection> | undefined;

  constructor(options: NatsJetStreamOptions) {
    this.#options = options;
  }

  async send({ target, key, headers, payload }: ExternalizedMessage, id: string): Promise<void> {
    const [connection, { headers: makeHeaders }, { jetstream }] = await Promise.all([
      this.#connection(),
      loadNats(),
      loadJetStream(),
    ]);
    const sent = makeHeaders();
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    if (key !== undefined) sent.set("event-key", key);
    const { subjectPrefix, timeoutMs = 5_000 } = this.#options;
    const subject = subjectPrefix === undefined ? target : `${subjectPrefix}.${target}`;
    await jetstream(connection).publish(subject, payload, { msgID: id, headers: sent, timeout: timeoutMs });
  }

  async check(): Promise<void> {
    await (await this.#connection()).flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = undefined;
    await (await connecting?.catch(() => undefined))?.drain();
  }

  /** A connection that could not be made is made anew; one that broke is repaired by the client. */
  #connection(): Promise<NatsConnection> {
    return this.#connecting ??= this.#connect().catch((error) => {
      this.#connecting = undefined;
      throw error;
    });
  }

  async #connect(): Promise<NatsConnection> {
    const [{ connect }, { jetstreamManager }] = await Promise.all([loadNats(), loadJetStream()]);
    const { servers, stream, connection = {}, timeoutMs = 5_000 } = this.#options;
    const made = await connect({
      timeout: timeoutMs,
      maxReconnectAttempts: -1,
      ...connection,
      servers: [...servers],
    });
    if (stream === undefined) return made;
    try {
      const manager = await jetstreamManager(made);
      await manager.streams.add({ name: stream.name, subjects: [...stream.subjects] });
      return made;
    } catch (error) {
      await made.close();
      throw error;
    }
  }
}
