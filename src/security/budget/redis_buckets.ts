import type { Logger } from "../../kernel/mod.ts";
import { RedisConnection } from "../../redis/mod.ts";
import type { BucketLimits, BucketStore, Taken } from "./token_bucket.ts";

/** The server, and the behavior during outages. */
export interface RedisBudgetOptions {
  /** For example `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** Prefix of the keys; `"espalier:budget:"` by default. */
  readonly prefix?: string;
  /** Maximum time that a request waits for Redis, in milliseconds; 250 by default. */
  readonly timeoutMs?: number;
  /** Whether requests go on (`"open"`, the default) or are refused with 503 (`"closed"`) while Redis is away. */
  readonly whenAway?: "open" | "closed";
}

// Uses the clock of Redis, so that the clocks of instances need not agree. If it goes back, no tokens are removed.
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

/** Buckets in Redis, which all instances of a service share. */
export class RedisBuckets implements BucketStore {
  readonly #redis: RedisConnection;
  readonly #prefix: string;
  readonly #limits: BucketLimits;

  private constructor(redis: RedisConnection, prefix: string, limits: BucketLimits) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#limits = limits;
  }

  /**
   * Connects to Redis. It is tried again in the background when Redis is away.
   *
   * @param options the server
   * @param limits capacity and flow
   * @param logger hears that Redis is away
   */
  static async connect(options: RedisBudgetOptions, limits: BucketLimits, logger: Logger): Promise<RedisBuckets> {
    const { url, prefix = "espalier:budget:", timeoutMs = 250, whenAway = "open" } = options;
    const effect = whenAway === "open" ? "requests are not limited" : "requests are refused";
    const redis = await RedisConnection.connect({
      url,
      timeoutMs,
      logger,
      whenAway: `Cannot count budgets in Redis: ${effect} until it is back`,
    });
    return new RedisBuckets(redis, prefix, limits);
  }

  async take(key: string, cost: number): Promise<Taken | undefined> {
    try {
      const [granted, tokens] = await this.#run(key, cost, false);
      return { isGranted: granted === 1, tokens: Number(tokens) };
    } catch (error) {
      this.#redis.reportAway(error);
      return undefined;
    }
  }

  adjust(key: string, difference: number): void {
    this.#run(key, difference, true).catch((error) => this.#redis.reportAway(error));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#redis[Symbol.asyncDispose]();
  }

  async #run(key: string, cost: number, isForced: boolean): Promise<[number, string]> {
    const { capacity, perSecond } = this.#limits;
    const parameters = [capacity, perSecond, cost, isForced ? 1 : 0].map(String);
    const found = await this.#redis.run((client) =>
      client.eval(script, { keys: [this.#prefix + key], arguments: parameters })
    );
    // The script always returns this type.
    return found as unknown as [number, string];
  }
}
