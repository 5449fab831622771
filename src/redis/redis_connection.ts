import type { Logger } from "../kernel/mod.ts";
import { loadRedis } from "./deps.ts";

/** The client of Redis. */
export type RedisClient = ReturnType<Awaited<ReturnType<typeof loadRedis>>["createClient"]>;

/** Where Redis is, and what to say when it is away. */
export interface RedisConnectionOptions {
  /** For example `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** Maximum time for an answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** The message that is logged when Redis is away: what can't be done, and what happens instead. */
  readonly whenAway: string;
  /** Called when a connection that was lost is there again. */
  readonly onReconnected?: () => void;
  /** Called when a connection is made, and each time that it is made again. */
  readonly onReady?: (connection: RedisConnection) => Promise<void>;
}

/** Time between two lines about one failure, in milliseconds. */
const logIntervalMs = 10_000;

/** A connection that is made again in the background when it is lost; commands fail at once meanwhile. */
export class RedisConnection implements AsyncDisposable {
  readonly #client: RedisClient;
  readonly #options: RedisConnectionOptions;
  #loggedAt = -Infinity;
  #connecting: Promise<void> | undefined;

  private constructor(client: RedisClient, options: RedisConnectionOptions) {
    this.#client = client;
    this.#options = options;
  }

  /**
   * Connects to Redis; goes on without it when it is away.
   *
   * @param options where Redis is
   */
  static async connect(options: RedisConnectionOptions): Promise<RedisConnection> {
    const { createClient } = await loadRedis();
    const client = createClient({
      url: options.url,
      disableOfflineQueue: true,
      socket: { connectTimeout: 2_000, reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, 500) },
    }) as RedisClient;
    const connection = new RedisConnection(client, options);
    client.on("error", (error: unknown) => connection.reportAway(error));
    let isFirst = true;
    client.on("ready", () => {
      if (!isFirst) options.onReconnected?.();
      isFirst = false;
    });
    const { onReady } = options;
    if (onReady !== undefined) {
      client.on("ready", () => void onReady(connection).catch((error) => connection.reportAway(error)));
    }
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    connection.#connecting = client.connect().then(() => resolve(), (error: unknown) => connection.reportAway(error));
    await within(ready, options.timeoutMs * 4).catch((error) => connection.reportAway(error));
    return connection;
  }

  /**
   * Sends commands, and gives up when the answer takes too long.
   *
   * @param work sends them
   * @throws Error when Redis is away or does not answer in time
   */
  run<R>(work: (client: RedisClient) => Promise<R>): Promise<R> {
    return within(work(this.#client), this.#options.timeoutMs);
  }

  /** Logs that Redis is away, now and then. */
  reportAway(error: unknown): void {
    const now = performance.now();
    if (now - this.#loggedAt < logIntervalMs) return;
    this.#loggedAt = now;
    const { logger, whenAway } = this.#options;
    logger.warn(whenAway, { reason: error instanceof Error ? error.message : String(error) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.destroy();
    await this.#connecting;
  }
}

async function within<T>(pending: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What comes too late interests nobody.
  pending.catch(() => {});
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([pending, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
