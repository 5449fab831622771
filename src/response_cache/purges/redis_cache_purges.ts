import type { Logger } from "../../kernel/mod.ts";
import { RedisConnection } from "../../redis/mod.ts";
import type { CachePurges, PurgeListener } from "./cache_purges.ts";

/** The server. */
export interface RedisPurgeOptions {
  /** For example `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** Name of the channel; `"espalier:purges"` by default. Services that share no cache need channels of their own. */
  readonly channel?: string;
}

/** Maximum number of tags of one message; with more, everything is purged. */
const maxTags = 10_000;

const timeoutMs = 1_000;

/** Sends purges by Redis publish/subscribe. Unsent purges are sent after an outage. */
export class RedisCachePurges implements CachePurges {
  readonly #options: RedisPurgeOptions;
  readonly #logger: Logger;
  readonly #instance = crypto.randomUUID();
  readonly #unsent = new Set<string>();
  #connection: RedisConnection | undefined;

  /**
   * @param options the server
   * @param logger hears that Redis is away
   */
  constructor(options: RedisPurgeOptions, logger: Logger) {
    this.#options = options;
    this.#logger = logger;
  }

  async publish(tags: readonly string[]): Promise<void> {
    for (const tag of tags) this.#unsent.add(tag);
    await this.#sendUnsent();
  }

  async subscribe(listener: PurgeListener): Promise<AsyncDisposable> {
    const sending = await this.#connect(() => this.#sendUnsent());
    this.#connection = sending;
    let isSubscribed = false;
    const receiving = await this.#connect(async (connection) => {
      if (!isSubscribed) {
        await connection.run((client) => client.subscribe(this.#channel, (text) => this.#receive(text, listener)));
        isSubscribed = true;
      }
      // Messages sent during the outage are not repeated.
      listener.missed();
    });
    return {
      [Symbol.asyncDispose]: async () => {
        await receiving[Symbol.asyncDispose]();
        await sending[Symbol.asyncDispose]();
      },
    };
  }

  get #channel(): string {
    return this.#options.channel ?? "espalier:purges";
  }

  #connect(onReady: (connection: RedisConnection) => Promise<void>): Promise<RedisConnection> {
    const whenAway = "Cannot exchange purges of the response cache through Redis: other instances may serve what was " +
      "purged here until it is back";
    return RedisConnection.connect({ url: this.#options.url, timeoutMs, logger: this.#logger, whenAway, onReady });
  }

  async #sendUnsent(): Promise<void> {
    const tags = [...this.#unsent];
    if (this.#connection === undefined || tags.length === 0) return;
    const message = { instance: this.#instance, tags: tags.length > maxTags ? undefined : tags };
    try {
      await this.#connection.run((client) => client.publish(this.#channel, JSON.stringify(message)));
      for (const tag of tags) this.#unsent.delete(tag);
    } catch (error) {
      this.#connection.reportAway(error);
    }
  }

  #receive(text: string, listener: PurgeListener): void {
    const { instance, tags } = readMessage(text);
    if (instance === this.#instance) return;
    if (tags === undefined) listener.missed();
    else listener.purged(tags);
  }
}

/** A malformed message purges everything. */
function readMessage(text: string): { readonly instance?: string; readonly tags?: readonly string[] } {
  try {
    const { instance, tags } = JSON.parse(text);
    const isReadable = Array.isArray(tags) && tags.every((tag) => typeof tag === "string");
    return { instance, ...(isReadable ? { tags } : {}) };
  } catch {
    return {};
  }
}
