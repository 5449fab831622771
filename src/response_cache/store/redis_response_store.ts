import type { CacheStatistics, Logger } from "../../kernel/mod.ts";
import { RedisConnection } from "../../redis/mod.ts";
import { KeptResponse } from "./kept_response.ts";
import type { ResponseStore, StoreReading } from "./response_store.ts";

/** The server. */
export interface RedisResponseOptions {
  /** For example `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** Prefix of the keys; `"espalier:responses:"` by default. */
  readonly prefix?: string;
  /** Maximum time that a request waits for Redis, in milliseconds; 100 by default. */
  readonly timeoutMs?: number;
}

/** The format version of entries: entries of other versions are ignored, and replaced. */
const form = 1;

/** Maximum number of purges that wait for Redis to come back; with more, everything is purged. */
const maxWaiting = 10_000;

// The first line of an entry says what it depends on. Moments are those of Redis, so that the clocks of instances need
// not agree. A purge in the very microsecond of the epoch counts as later.
const isPurged = `
local function isPurged(line, prefix)
  local isRead, head = pcall(cjson.decode, line or "")
  if not isRead or type(head) ~= "table" or type(head.tags) ~= "table" then return true end
  local names = { prefix .. "*" }
  for i, tag in ipairs(head.tags) do names[i + 1] = prefix .. tostring(tag) end
  for _, at in ipairs(redis.call("MGET", unpack(names))) do
    if at and tonumber(at) >= (tonumber(head.epoch) or 0) then return true end
  end
  return false
end
`;

const readScript = `${isPurged}
local time = redis.call("TIME")
local now = string.format("%d%06d", time[1], time[2])
local text = redis.call("GET", KEYS[1])
if not text then return { now } end
if isPurged(string.match(text, "^([^\\n]*)\\n"), ARGV[1]) then redis.call("DEL", KEYS[1]) return { now } end
return { now, text }
`;

// A purge is remembered as long as the longest entry lives: what was purged while it was made is not written.
const writeScript = `${isPurged}
if isPurged(string.match(ARGV[2], "^([^\\n]*)\\n"), ARGV[1]) then return end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
if tonumber(ARGV[3]) > tonumber(redis.call("GET", KEYS[2]) or "0") then redis.call("SET", KEYS[2], ARGV[3]) end
`;

/** Maximum time of an execution, in milliseconds: purges outlive entries by this time. */
const longestFillMs = 600_000;

const purgeScript = `
local time = redis.call("TIME")
local now = string.format("%d%06d", time[1], time[2])
local ms = tonumber(redis.call("GET", KEYS[1]) or "0") + tonumber(ARGV[1])
for i = 2, #KEYS do redis.call("SET", KEYS[i], now, "PX", ms) end
`;

/** Stores responses in Redis, shared by all instances of a service. During an outage nothing is cached. */
export class RedisResponseStore implements ResponseStore, AsyncDisposable {
  readonly #redis: RedisConnection;
  readonly #prefix: string;
  readonly #waiting = new Set<string>();

  private constructor(redis: RedisConnection, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  /**
   * Connects to Redis. It is tried again in the background when Redis is away.
   *
   * @param options the server
   * @param logger hears that Redis is away
   */
  static async connect(options: RedisResponseOptions, logger: Logger): Promise<RedisResponseStore> {
    const { url, prefix = "espalier:responses:", timeoutMs = 100 } = options;
    const whenAway = "Cannot reach the response cache in Redis: operations are executed until it is back";
    const redis = await RedisConnection.connect({ url, timeoutMs, logger, whenAway });
    return new RedisResponseStore(redis, prefix);
  }

  async read(key: string): Promise<StoreReading | undefined> {
    try {
      if (this.#waiting.size > 0) await this.#purgeWaiting();
      const found = await this.#redis.run((client) =>
        client.eval(readScript, { keys: [this.#entryKey(key)], arguments: [this.#tagKey("")] })
      );
      // The script always returns this type.
      const [now, text] = found as unknown as [string, string?];
      const response = text === undefined ? undefined : readEntry(text);
      return { epoch: Number(now), ...(response === undefined ? {} : { found: response }) };
    } catch (error) {
      this.#redis.reportAway(error);
      return undefined;
    }
  }

  async write(key: string, response: KeptResponse): Promise<void> {
    const { parts } = response;
    const text = `${JSON.stringify({ form, ...parts })}\n${response.text}`;
    const ms = Math.max(1, parts.madeAt + parts.keptFor * 1_000 - Date.now());
    try {
      const keys = [this.#entryKey(key), this.#longestKey];
      const parameters = [this.#tagKey(""), text, String(Math.ceil(ms))];
      await this.#redis.run((client) => client.eval(writeScript, { keys, arguments: parameters }));
    } catch (error) {
      this.#redis.reportAway(error);
    }
  }

  async purge(tags: readonly string[]): Promise<void> {
    for (const tag of tags) this.#waiting.add(tag);
    if (this.#waiting.size > maxWaiting) {
      this.#waiting.clear();
      this.#waiting.add("*");
    }
    try {
      await this.#purgeWaiting();
    } catch (error) {
      this.#redis.reportAway(error);
    }
  }

  clear(): Promise<void> {
    return this.purge(["*"]);
  }

  statistics(): CacheStatistics {
    // Counting the keys of a shared server would take linear time.
    return { entries: 0, unit: "entries of this instance" };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#redis[Symbol.asyncDispose]();
  }

  /** Sends missed purges before the next read, so that no purged entry is served. */
  async #purgeWaiting(): Promise<void> {
    const tags = [...this.#waiting];
    const keys = [this.#longestKey, ...tags.map((tag) => this.#tagKey(tag))];
    await this.#redis.run((client) => client.eval(purgeScript, { keys, arguments: [String(longestFillMs)] }));
    for (const tag of tags) this.#waiting.delete(tag);
  }

  #entryKey(key: string): string {
    return `${this.#prefix}r:${key}`;
  }

  /** Holds how long the longest entry lives, in milliseconds. */
  get #longestKey(): string {
    return `${this.#prefix}longest`;
  }

  #tagKey(tag: string): string {
    return `${this.#prefix}p:${tag}`;
  }
}

/** @returns `undefined` if it is no entry of this version */
function readEntry(text: string): KeptResponse | undefined {
  try {
    const end = text.indexOf("\n");
    const { form: found, ...head } = JSON.parse(text.slice(0, end));
    const isNumbers = ["epoch", "madeAt", "maxAge", "keptFor"].every((name) => Number.isFinite(head[name]));
    const isKnown = found === form && isNumbers && typeof head.isPrivate === "boolean" && Array.isArray(head.tags);
    const response = new KeptResponse(text.slice(end + 1), head);
    const isObject = typeof response.data === "object" && response.data !== null && !Array.isArray(response.data);
    return isKnown && isObject ? response : undefined;
  } catch {
    return undefined;
  }
}
