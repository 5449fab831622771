import { inRootContext } from "../context/mod.ts";
import { pause } from "../kernel/mod.ts";
import { loadJetStream, type NatsConnection } from "../nats/mod.ts";
import type { EventPosition, SubjectFeed, SubjectListener } from "./broker.ts";
import { natsStreamState } from "./nats_log.ts";
import type { OccasionalLog } from "./occasional_log.ts";

/** The parts of a {@linkcode NatsFeed}. */
export interface NatsFeedParts {
  /** With its prefix. */
  readonly subject: string;
  readonly stream: string;
  readonly connection: () => Promise<NatsConnection>;
  /** Creates the stream if it does not exist. */
  readonly ensureStream: (connection: NatsConnection) => Promise<void>;
  readonly listener: SubjectListener;
  readonly log: OccasionalLog;
  /** Called once, at the end. */
  readonly onEnd: () => void;
}

interface Consumption {
  readonly messages: AsyncIterable<{ readonly seq: number; string(): string }> & { close(): Promise<void | Error> };
  /** Removes the consumer from the server. */
  readonly remove: () => Promise<unknown>;
}

/** How long the server keeps the consumer of a process that has gone, in nanoseconds. */
const inactiveNs = 30_000 * 1_000_000;

/** Pauses between two attempts to consume again, in milliseconds. */
const pauses = { first: 100, longest: 2_000 };

/**
 * An ordered consumer of one subject: messages come in order, each once. After the connection was lost it is recreated,
 * and
 * the listener checks the log.
 */
export class NatsFeed implements SubjectFeed {
  readonly #parts: NatsFeedParts;
  readonly #closing = new AbortController();
  #after: EventPosition | undefined;
  #consumption: Consumption | undefined;
  #running: Promise<void> | undefined;

  /** @param parts subject and connection */
  constructor(parts: NatsFeedParts) {
    this.#parts = parts;
  }

  get position(): EventPosition {
    if (this.#after === undefined) throw new Error("Cannot read the position of a feed as it must be open");
    return this.#after;
  }

  /** Starts consuming. */
  async open(): Promise<void> {
    const consumption = await inRootContext(() => this.#consume());
    // The flow outlives the request that opens it.
    this.#running = inRootContext(() => this.#run(consumption));
  }

  /** Recreates the consumer: after a reconnect the client may take half a minute to detect its loss. */
  restart(): void {
    void this.#consumption?.messages.close();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#stop();
    await this.#running;
    this.#parts.onEnd();
  }

  async #consume(): Promise<Consumption> {
    const { connection, ensureStream, stream, subject } = this.#parts;
    const connected = await connection();
    const { jetstream } = await loadJetStream();
    await ensureStream(connected);
    const { log, last } = await natsStreamState({ connection: connected, stream });
    if (this.#after === undefined || this.#after.log !== log) this.#after = { log, sequence: last };
    const consumer = await jetstream(connected).consumers.get(stream, {
      filter_subjects: subject,
      deliver_policy: "by_start_sequence",
      opt_start_seq: this.#after.sequence + 1,
      inactive_threshold: inactiveNs,
    });
    // The client would wait forever for a missing stream.
    const messages = await consumer.consume({ abort_on_missing_resource: true });
    return { messages, remove: () => consumer.delete() };
  }

  async #run(begun: Consumption): Promise<void> {
    const { signal } = this.#closing;
    for (let next: Consumption | undefined = begun; !signal.aborted; next = await this.#consumeAgain()) {
      if (next === undefined) return;
      this.#consumption = next;
      if (signal.aborted) await this.#stop();
      try {
        await this.#deliver(next);
      } catch (error) {
        if (!signal.aborted) this.#parts.log.warn("Subscriptions through NATS were interrupted", { error });
      }
      await next.messages.close();
    }
  }

  async #deliver({ messages }: Consumption): Promise<void> {
    for await (const message of messages) {
      const position = { log: this.position.log, sequence: message.seq };
      this.#after = position;
      this.#parts.listener.received({ payload: message.string(), position });
    }
  }

  async #consumeAgain(): Promise<Consumption | undefined> {
    const { signal } = this.#closing;
    for (let pauseMs = pauses.first; !signal.aborted; pauseMs = Math.min(2 * pauseMs, pauses.longest)) {
      await pause(pauseMs * (0.5 + Math.random() / 2), signal);
      try {
        const consumption = signal.aborted ? undefined : await this.#consume();
        if (consumption !== undefined) this.#parts.listener.interrupted();
        return consumption;
      } catch (error) {
        this.#parts.log.warn("Cannot continue subscriptions through NATS: retrying", { error });
      }
    }
    return undefined;
  }

  async #stop(): Promise<void> {
    const consumption = this.#consumption;
    this.#consumption = undefined;
    if (consumption === undefined) return;
    await consumption.messages.close();
    // The server removes it later by itself.
    await consumption.remove().catch(() => undefined);
  }
}
