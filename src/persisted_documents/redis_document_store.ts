import type { PersistedDocumentStore } from "../graphql/mod.ts";
import type { Logger } from "../kernel/mod.ts";
import { RedisConnection } from "../redis/mod.ts";

/** The options of the document store in Redis. */
export interface RedisDocumentOptions {
  /** For example `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** Prefix of the keys; `"espalier:documents:"` by default. */
  readonly prefix?: string;
  /** Maximum time that a request waits for Redis, in milliseconds; 250 by default. */
  readonly timeoutMs?: number;
  /** Time to live of a document after its last request, in seconds; a week by default. */
  readonly ttlSeconds?: number;
}

/** Stores registered documents in Redis, for all instances of a service. */
export class RedisDocumentStore implements PersistedDocumentStore, AsyncDisposable {
  readonly #redis: RedisConnection;
  readonly #prefix: string;
  readonly #ttlSeconds: number;

  private constructor(redis: RedisConnection, { prefix = "espalier:documents:", ttlSeconds }: RedisDocumentOptions) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#ttlSeconds = ttlSeconds ?? 7 * 24 * 3_600;
  }

  /**
   * Connects to Redis. If Redis is unreachable, reconnects in the background.
   *
   * @param options the address and limits
   * @param logger logs that Redis is unreachable
   */
  static async connect(options: RedisDocumentOptions, logger: Logger): Promise<RedisDocumentStore> {
    const { url, timeoutMs = 250 } = options;
    const whenAway = "Cannot reach the registered documents in Redis: clients send documents that this instance does " +
      "not know until it is back";
    return new RedisDocumentStore(await RedisConnection.connect({ url, timeoutMs, logger, whenAway }), options);
  }

  async get(hash: string): Promise<string | undefined> {
    try {
      const text = await this.#redis.run((client) =>
        client.getEx(`${this.#prefix}${hash}`, { type: "EX", value: this.#ttlSeconds })
      );
      return text ?? undefined;
    } catch (error) {
      this.#redis.reportAway(error);
      return undefined;
    }
  }

  async set(hash: string, text: string): Promise<void> {
    try {
      await this.#redis.run((client) => client.set(`${this.#prefix}${hash}`, text, { EX: this.#ttlSeconds }));
    } catch (error) {
      this.#redis.reportAway(error);
    }
  }

  /** Closes the connection. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#redis[Symbol.asyncDispose]();
  }
}
