import { createHash } from "node:crypto";
import type { Database, DedicatedConnection } from "../data/mod.ts";
import type { BrokerMessage, SubjectFeed, SubjectListener, SubscriptionBroker } from "./broker.ts";
import { ChunkReader, chunksOf } from "./notification_chunks.ts";
import { SubscriptionBusUnavailableError } from "./subscription_bus_unavailable_error.ts";

/** The parts of a {@linkcode PostgresBroker}. */
export interface PostgresBrokerParts {
  /** A connection of the broker's own: it listens and notifies. */
  readonly connection: DedicatedConnection;
  /** The database of the connection, if the broker must close it. */
  readonly database: Database | undefined;
  /** Prefix of channels, before hashing. */
  readonly prefix: string;
  /** Maximum time until a channel is listened to, in milliseconds. */
  readonly timeoutMs: number;
}

/** Carries events by `LISTEN` and `NOTIFY`, one channel for each subject; PostgreSQL keeps none. */
export class PostgresBroker implements SubscriptionBroker {
  readonly name = "postgres";
  readonly #parts: PostgresBrokerParts;

  /** @param parts connection and prefix */
  constructor(parts: PostgresBrokerParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.check();
  }

  async check(): Promise<void> {
    await this.#execute("select 1");
  }

  async send({ subject, payload, id }: BrokerMessage): Promise<void> {
    // The notifications of one statement are delivered together, in order.
    await this.#execute("select pg_notify($1, chunk) from unnest($2::text[]) as chunk", [
      this.#channel(subject),
      chunksOf(payload, id),
    ]);
  }

  async open(subject: string, listener: SubjectListener): Promise<SubjectFeed> {
    const { connection, timeoutMs } = this.#parts;
    const channel = this.#channel(subject);
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    const reader = new ChunkReader((payload) => listener.received({ payload }));
    let wasListening = false;
    connection.listen(channel, {
      notified: (text) => reader.read(text),
      changed: (isListening) => {
        reader.clear();
        if (!isListening) return;
        if (wasListening) listener.interrupted();
        wasListening = true;
        resolve();
      },
    });
    const late = () => reject(unreachable(`it does not listen within ${timeoutMs} ms`));
    const timer = setTimeout(late, timeoutMs);
    try {
      await listening;
    } catch (error) {
      connection.unlisten(channel);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return { close: () => Promise.resolve(connection.unlisten(channel)) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.connection[Symbol.asyncDispose]();
    await this.#parts.database?.close();
  }

  async #execute(text: string, parameters?: readonly unknown[]): Promise<void> {
    try {
      await this.#parts.connection.execute(text, parameters);
    } catch (cause) {
      throw unreachable(cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  /** Names of channels are short. */
  #channel(subject: string): string {
    const hash = createHash("sha256").update(`${this.#parts.prefix}.${subject}`).digest("hex");
    return `espalier_${hash.slice(0, 48)}`;
  }
}

function unreachable(reason: string, cause?: unknown): SubscriptionBusUnavailableError {
  return new SubscriptionBusUnavailableError(
    `Cannot use PostgreSQL for subscriptions as it must be reachable: ${reason}`,
    cause,
  );
}
