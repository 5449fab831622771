import type { Logger } from "../kernel/mod.ts";
import { loadRedis } from "./deps.ts";

/** The client of Redis. */
export type RedisClient = ReturnType<Awaited<ReturnType<typeof loadRedis>>["createClient"]>;

/** The server, and the log message for outages. */
export interface RedisConnectionOptions {
  /** For example `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** Maximum time until a reply, in milliseconds. */
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** The message logged while Redis is unreachable: the unavailable function, and the fallback. */
  readonly whenAway: string;
  /** Called when a lost connection was restored. */
  readonly onReconnected?: () => void;
  /** Called at each connect and reconnect. */
  readonly onReady?: (connection: RedisConnection) => Promise<void>;
}

/** Time between two lines about one failure, in milliseconds. */
const logIntervalMs = 10_000;

/** A connection that reconnects in the background when it is lost; meanwhile commands fail immediately. */
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
   * Connects to Redis; an unreachable server is no error.
   *
   * @param options the server
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
   * Sends commands, with a time limit for the replies.
   *
   * @param work sends them
   * @throws Error if Redis is unreachable or does not respond in time
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
  // A reply after the time limit is ignored.
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
