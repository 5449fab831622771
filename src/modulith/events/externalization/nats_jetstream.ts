import {
  ensureStream,
  isNatsOutage,
  loadJetStream,
  loadNats,
  type NatsConnection,
  type NatsConnectionOptions,
  NatsConnector,
  type NatsHeaders,
  natsOutageMessage,
} from "../../../nats/mod.ts";
import type { EventTransport } from "./event_transport.ts";
import { EventTransportUnavailableError } from "./event_transport_unavailable_error.ts";
import type { ExternalizedMessage } from "./externalized_message.ts";
import { natsSubject, requireNatsMessage } from "./nats_message.ts";

/** The options of `natsJetStream()`. */
export interface NatsJetStreamOptions {
  /** The servers, for example `["127.0.0.1:4222"]` or `["nats://user:password@nats.example:4222"]`. */
  readonly servers: readonly string[];
  /** A stream that is created if it is missing; without this option, the operator creates streams. */
  readonly stream?: { readonly name: string; readonly subjects: readonly string[] };
  /** Prefix of each subject: with `"shop"`, the target `orders.placed` becomes the subject `shop.orders.placed`. */
  readonly subjectPrefix?: string;
  /** Maximum time to wait for a confirmation, in milliseconds; by default 5000. */
  readonly timeoutMs?: number;
  /** Further options of the client, such as authentication. */
  readonly connection?: NatsConnectionOptions;
}

/**
 * Sends events to NATS JetStream. The target is the subject; the key is sent as header `event-key`; the publication's
 * id is the message's id, by which the server drops duplicates. The first message opens the connection.
 *
 * @param options servers, stream
 *
 * @example
 * ```ts
 * import { events, externalization, natsJetStream } from "@espalier/espalier/modulith";
 *
 * const stream = { name: "SHOP", subjects: ["shop.>"] };
 * const transport = natsJetStream({ servers: ["127.0.0.1:4222"], stream, subjectPrefix: "shop" });
 * export const features = [events(), externalization(transport)];
 * ```
 */
export function natsJetStream(options: NatsJetStreamOptions): EventTransport {
  return new NatsJetStream(options);
}

class NatsJetStream implements EventTransport {
  readonly name = "nats";
  readonly #options: NatsJetStreamOptions;
  readonly #timeoutMs: number;
  readonly #connector: NatsConnector;

  constructor(options: NatsJetStreamOptions) {
    this.#options = options;
    const { servers, connection, timeoutMs = 5_000 } = options;
    this.#timeoutMs = timeoutMs;
    this.#connector = new NatsConnector({
      servers,
      timeoutMs,
      connection,
      prepare: (made) => this.#createStream(made),
      unreachable: (cause) => unreachable(servers, cause),
    });
  }

  requireSendable(message: ExternalizedMessage): void {
    requireNatsMessage(message, this.#options.subjectPrefix);
  }

  async send(message: ExternalizedMessage, id: string): Promise<void> {
    const [connection, headers, { jetstream }] = await Promise.all([
      this.#connector.get(),
      natsHeaders(message),
      loadJetStream(),
    ]);
    const subject = natsSubject(message.target, this.#options.subjectPrefix);
    const options = { msgID: id, headers, timeout: this.#timeoutMs };
    const publish = () => jetstream(connection).publish(subject, message.payload, options);
    try {
      await publish();
    } catch (cause) {
      if (isNatsOutage(cause)) throw unreachable(this.#options.servers, cause);
      // The client's error when no stream responds; its class is not exported.
      if (!(cause instanceof Error) || cause.name !== "JetStreamNotEnabled") throw cause;
      // A server that restarted without its streams keeps the connection, so create the stream again.
      if (await this.#createStream(connection)) return void await publish();
      throw new Error(
        `Cannot send to NATS subject "${subject}" as no stream takes it: make one, or name it in the option "stream"`,
        { cause },
      );
    }
  }

  async check(): Promise<void> {
    await (await this.#connector.get()).flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connector[Symbol.asyncDispose]();
  }

  /** @returns whether the stream was created */
  async #createStream(connection: NatsConnection): Promise<boolean> {
    const { stream } = this.#options;
    return stream !== undefined && await ensureStream(connection, { ...stream, subjects: [...stream.subjects] });
  }
}

async function natsHeaders({ key, headers }: ExternalizedMessage): Promise<NatsHeaders> {
  const made = (await loadNats()).headers();
  for (const [name, value] of Object.entries(headers)) made.set(name, value);
  if (key !== undefined) made.set("event-key", key);
  return made;
}

function unreachable(servers: readonly string[], cause: Error): Error {
  return new EventTransportUnavailableError(natsOutageMessage(servers, cause), cause);
}
