import type { Logger } from "../kernel/mod.ts";
import {
  ensureStream,
  isJetStreamOutage,
  loadJetStream,
  type NatsConnection,
  type NatsConnectionOptions,
  NatsConnector,
  natsOutageMessage,
} from "../nats/mod.ts";
import type {
  BrokerMessage,
  EventLog,
  EventPosition,
  LogPage,
  SubjectFeed,
  SubjectListener,
  SubscriptionBroker,
} from "./broker.ts";
import { NatsFeed } from "./nats_feed.ts";
import { readNatsLog } from "./nats_log.ts";
import { OccasionalLog } from "./occasional_log.ts";
import { SubscriptionBusUnavailableError } from "./subscription_bus_unavailable_error.ts";

/** The NATS servers with JetStream, and the retention of events. */
export interface NatsSubscriptionOptions {
  /** The servers, for example `["127.0.0.1:4222"]` or `["nats://user:password@nats.example:4222"]`. */
  readonly servers: readonly string[];
  /** Name of the stream that retains the events; `"subscriptions"` by default. It is created if it does not exist. */
  readonly stream?: string;
  /** Retention time of events for clients that resume, in milliseconds; 3,600,000 (an hour) by default. */
  readonly replayMs?: number;
  /** Maximum size of the retained events, in bytes; 268,435,456 by default. */
  readonly maxBytes?: number;
  /** The storage of the stream; `"file"` by default, which survives a restart of the server. */
  readonly storage?: "file" | "memory";
  /** Number of servers of the cluster that keep the events; 1 by default. */
  readonly replicas?: number;
  /** Maximum time of connecting and of a confirmation, in milliseconds; 5,000 by default. */
  readonly timeoutMs?: number;
  /** Further options of the client, such as authentication. */
  readonly connection?: NatsConnectionOptions;
}

/** The parts of a {@linkcode NatsBroker}. */
export interface NatsBrokerParts {
  /** Prefix of subjects, without the dot. */
  readonly prefix: string;
  readonly logger: Logger;
}

/** Nanoseconds of a millisecond: JetStream counts in them. */
const nanoseconds = 1_000_000;

/** Carries events through a stream of NATS JetStream, which is their log. */
export class NatsBroker implements SubscriptionBroker, EventLog {
  readonly name = "nats";
  readonly log: EventLog = this;
  readonly #options: NatsSubscriptionOptions;
  readonly #parts: NatsBrokerParts;
  readonly #stream: string;
  readonly #timeoutMs: number;
  readonly #connector: NatsConnector;
  readonly #log: OccasionalLog;
  readonly #feeds = new Set<NatsFeed>();

  /**
   * @param options servers and stream
   * @param parts prefix of the subjects, logger
   */
  constructor(options: NatsSubscriptionOptions, parts: NatsBrokerParts) {
    const { servers, connection, stream = "subscriptions", timeoutMs = 5_000 } = options;
    this.#options = options;
    this.#parts = parts;
    this.#stream = stream;
    this.#timeoutMs = timeoutMs;
    this.#log = new OccasionalLog(parts.logger);
    this.#connector = new NatsConnector({
      servers,
      timeoutMs,
      connection: { reconnectTimeWait: 500, ...connection },
      prepare: (made) => this.#prepare(made),
      unreachable: (cause) => this.#unreachable(cause),
    });
  }

  async start(): Promise<void> {
    await this.#withConnection((connection) => Promise.resolve(connection));
  }

  async check(): Promise<void> {
    await this.#withConnection((connection) => connection.flush());
  }

  async send({ subject, payload, id }: BrokerMessage): Promise<void> {
    await this.#withConnection(async (connection) => {
      const { jetstream } = await loadJetStream();
      const options = { msgID: id, timeout: this.#timeoutMs };
      const publish = () => jetstream(connection).publish(this.#subject(subject), payload, options);
      try {
        await publish();
      } catch (error) {
        // The client's error if no stream accepts the subject, because a server restarted without its streams.
        if (!(error instanceof Error) || error.name !== "JetStreamNotEnabled") throw error;
        await this.#ensureStream(connection);
        await publish();
      }
    });
  }

  open(subject: string, listener: SubjectListener): Promise<SubjectFeed> {
    return this.#withConnection(async () => {
      const feed = new NatsFeed({
        subject: this.#subject(subject),
        stream: this.#stream,
        connection: () => this.#connector.get(),
        ensureStream: (connection) => this.#ensureStream(connection),
        listener,
        log: this.#log,
        onEnd: () => void this.#feeds.delete(feed),
      });
      await feed.open();
      this.#feeds.add(feed);
      return feed;
    });
  }

  read(subject: string, after: EventPosition, limit: number): Promise<LogPage | undefined> {
    return this.#withConnection((connection) =>
      readNatsLog({ connection, stream: this.#stream, subject: this.#subject(subject) }, after, limit)
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#feeds].map((feed) => feed.close()));
    await this.#connector[Symbol.asyncDispose]();
  }

  async #withConnection<R>(work: (connection: NatsConnection) => Promise<R>): Promise<R> {
    try {
      return await work(await this.#connector.get());
    } catch (error) {
      if (error instanceof SubscriptionBusUnavailableError || !isJetStreamOutage(error)) throw error;
      throw this.#unreachable(error);
    }
  }

  #unreachable(cause: Error): Error {
    return new SubscriptionBusUnavailableError(natsOutageMessage(this.#options.servers, cause), cause);
  }

  #subject(subject: string): string {
    return `${this.#parts.prefix}.${subject}`;
  }

  async #prepare(connection: NatsConnection): Promise<void> {
    await this.#ensureStream(connection);
    void this.#watch(connection);
  }

  /** Ends with the connection. */
  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type !== "reconnect") continue;
      this.#log.warn("NATS is reachable again: subscriptions continue", { subjects: this.#feeds.size });
      for (const feed of this.#feeds) feed.restart();
    }
  }

  async #ensureStream(connection: NatsConnection): Promise<void> {
    const { replayMs = 3_600_000, maxBytes = 268_435_456, storage = "file", replicas = 1 } = this.#options;
    await ensureStream(connection, {
      name: this.#stream,
      subjects: [`${this.#parts.prefix}.>`],
      max_age: replayMs * nanoseconds,
      max_bytes: maxBytes,
      duplicate_window: Math.min(replayMs, 120_000) * nanoseconds,
      storage,
      num_replicas: replicas,
      discard: "old",
      allow_direct: true,
    });
  }
}
