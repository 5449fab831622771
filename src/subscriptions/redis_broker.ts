import type { Logger } from "../kernel/mod.ts";
import { type RedisClient, RedisConnection } from "../redis/mod.ts";
import type { BrokerMessage, SubjectFeed, SubjectListener, SubscriptionBroker } from "./broker.ts";
import { SubscriptionBusUnavailableError } from "./subscription_bus_unavailable_error.ts";

/** The server. */
export interface RedisSubscriptionOptions {
  /** For example `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** Maximum time until a reply, in milliseconds; 1,000 by default. */
  readonly timeoutMs?: number;
}

/** The connections: a Redis connection with subscriptions cannot send other commands. */
interface Connections {
  readonly sending: RedisConnection;
  readonly receiving: RedisConnection;
}

/** Carries events through channels of Redis, which keeps none. */
export class RedisBroker implements SubscriptionBroker {
  readonly name = "redis";
  readonly #options: RedisSubscriptionOptions;
  readonly #parts: { readonly prefix: string; readonly logger: Logger };
  readonly #listeners = new Set<SubjectListener>();
  #connecting: Promise<Connections> | undefined;
  #isDisposed = false;

  /**
   * @param options the server
   * @param parts prefix of the channels, logger
   */
  constructor(options: RedisSubscriptionOptions, parts: { readonly prefix: string; readonly logger: Logger }) {
    this.#options = options;
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.check();
  }

  async check(): Promise<void> {
    const { sending, receiving } = await this.#connected();
    await this.#run(sending, (client) => client.ping());
    await this.#run(receiving, (client) => client.ping());
  }

  async send({ subject, payload }: BrokerMessage): Promise<void> {
    const { sending } = await this.#connected();
    await this.#run(sending, (client) => client.publish(this.#channel(subject), payload));
  }

  async open(subject: string, listener: SubjectListener): Promise<SubjectFeed> {
    const { receiving } = await this.#connected();
    const channel = this.#channel(subject);
    const received = (payload: string) => listener.received({ payload });
    await this.#run(receiving, (client) => client.subscribe(channel, received));
    this.#listeners.add(listener);
    const close = async () => {
      this.#listeners.delete(listener);
      // A lost connection has no subscriptions, but the client removes the channel from its state.
      await receiving.run((client) => client.unsubscribe(channel, received)).catch(() => undefined);
    };
    return { close };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    const connections = await this.#connecting;
    await connections?.receiving[Symbol.asyncDispose]();
    await connections?.sending[Symbol.asyncDispose]();
  }

  #connected(): Promise<Connections> {
    if (this.#isDisposed) {
      const message = "Cannot use Redis as the application must be running: it has stopped";
      return Promise.reject(new SubscriptionBusUnavailableError(message));
    }
    return this.#connecting ??= this.#connect();
  }

  async #connect(): Promise<Connections> {
    const { url, timeoutMs = 1_000 } = this.#options;
    const { logger } = this.#parts;
    const whenAway = "Cannot reach Redis: subscribers miss events until it is back";
    const [sending, receiving] = await Promise.all([
      RedisConnection.connect({ url, timeoutMs, logger, whenAway }),
      RedisConnection.connect({ url, timeoutMs, logger, whenAway, onReconnected: () => this.#interrupted() }),
    ]);
    return { sending, receiving };
  }

  #interrupted(): void {
    for (const listener of [...this.#listeners]) listener.interrupted();
  }

  async #run<R>(connection: RedisConnection, work: (client: RedisClient) => Promise<R>): Promise<R> {
    try {
      return await connection.run(work);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SubscriptionBusUnavailableError(
        `Cannot reach Redis as a server must be running and reachable: ${reason}`,
        cause,
      );
    }
  }

  #channel(subject: string): string {
    return `${this.#parts.prefix}.${subject}`;
  }
}
