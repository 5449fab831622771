import type { Logger } from "../../kernel/mod.ts";
import { loadRedis } from "../deps.ts";
import type { BucketLimits, BucketStore, Taken } from "./token_bucket.ts";

/** Where Redis is, and what happens without it. */
export interface RedisBudgetOptions {
  /** For example `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** What the keys begin with; `"espalier:budget:"` by default. */
  readonly prefix?: string;
  /** Maximum time that a request waits for Redis, in milliseconds; 250 by default. */
  readonly timeoutMs?: number;
  /** Whether requests go on (`"open"`, the default) or are refused with 503 (`"closed"`) while Redis is away. */
  readonly whenAway?: "open" | "closed";
}

/** Time between two lines about one failure, in milliseconds. */
const logIntervalMs = 10_000;

// The clock is that of Redis, so that the clocks of instances need not agree. One that went back takes nothing.
const script = `
local capacity, perSecond = tonumber(ARGV[1]), tonumber(ARGV[2])
local cost, isForced = tonumber(ARGV[3]), ARGV[4] == "1"
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local held = redis.call("HMGET", KEYS[1], "tokens", "at")
local tokens, at = tonumber(held[1]) or capacity, tonumber(held[2]) or now
tokens = math.min(capacity, tokens + math.max(0, now - at) / 1000 * perSecond)
local granted = 1
if isForced then tokens = math.min(capacity, math.max(-capacity, tokens - cost))
else
  local needed = math.min(cost, capacity)
  if tokens >= needed then tokens = tokens - needed else granted = 0 end
end
redis.call("HSET", KEYS[1], "tokens", string.format("%.6f", tokens), "at", string.format("%.3f", now))
redis.call("PEXPIRE", KEYS[1], math.ceil((capacity - tokens) / perSecond * 1000) + 1000)
return { granted, string.format("%.6f", tokens) }
`;

type RedisClient = ReturnType<Awaited<ReturnType<typeof loadRedis>>["createClient"]>;

/** Buckets in Redis, which all instances of a service share. */
export class RedisBuckets implements BucketStore {
  readonly #client: RedisClient;
  readonly #options: Required<RedisBudgetOptions>;
  readonly #limits: BucketLimits;
  readonly #logger: Logger;
  #loggedAt = -Infinity;
  #connecting: Promise<void> | undefined;

  private constructor(
    client: RedisClient,
    { options, limits, logger }: { options: Required<RedisBudgetOptions>; limits: BucketLimits; logger: Logger },
  ) {
    this.#client = client;
    this.#options = options;
    this.#limits = limits;
    this.#logger = logger;
  }

  /**
   * Connects to Redis. It is tried again in the background when Redis is away.
   *
   * @param options where Redis is
   * @param limits capacity and flow
   * @param logger hears that Redis is away
   */
  static async connect(options: RedisBudgetOptions, limits: BucketLimits, logger: Logger): Promise<RedisBuckets> {
    const { createClient } = await loadRedis();
    const { url, prefix = "espalier:budget:", timeoutMs = 250, whenAway = "open" } = options;
    const client = createClient({
      url,
      disableOfflineQueue: true,
      socket: { connectTimeout: 2_000, reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, 500) },
    }) as RedisClient;
    const buckets = new RedisBuckets(client, { options: { url, prefix, timeoutMs, whenAway }, limits, logger });
    client.on("error", (error: unknown) => buckets.#reportAway(error));
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    buckets.#connecting = client.connect().then(() => resolve(), (error: unknown) => buckets.#reportAway(error));
    await within(ready, timeoutMs * 4).catch((error) => buckets.#reportAway(error));
    return buckets;
  }

  async take(key: string, cost: number): Promise<Taken | undefined> {
    try {
      const [granted, tokens] = await within(this.#run(key, cost, false), this.#options.timeoutMs);
      return { isGranted: granted === 1, tokens: Number(tokens) };
    } catch (error) {
      this.#reportAway(error);
      return undefined;
    }
  }

  adjust(key: string, difference: number): void {
    within(this.#run(key, difference, true), this.#options.timeoutMs).catch((error) => this.#reportAway(error));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.destroy();
    await this.#connecting;
  }

  async #run(key: string, cost: number, isForced: boolean): Promise<[number, string]> {
    const { capacity, perSecond } = this.#limits;
    const parameters = [capacity, perSecond, cost, isForced ? 1 : 0].map(String);
    const found = await this.#client.eval(script, { keys: [this.#options.prefix + key], arguments: parameters });
    // The script returns nothing else.
    return found as unknown as [number, string];
  }

  #reportAway(error: unknown): void {
    const now = performance.now();
    if (now - this.#loggedAt < logIntervalMs) return;
    this.#loggedAt = now;
    const effect = this.#options.whenAway === "open" ? "requests are not limited" : "requests are refused";
    this.#logger.warn(`Cannot count budgets in Redis: ${effect} until it is back`, {
      reason: error instanceof Error ? error.message : String(error),
    });
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
