import type { Logger } from "../../kernel/mod.ts";
import { ResponseStatusError } from "../../http/mod.ts";
import { type RedisClient, RedisConnection } from "../../redis/mod.ts";
import type { SessionStore, StoredSession } from "./session_store.ts";

/** The server. */
export interface RedisSessionOptions {
  /** For example `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** Prefix of the keys; `"espalier:session:"` by default. */
  readonly prefix?: string;
  /** Maximum time that a request waits for Redis, in milliseconds; 1,000 by default. */
  readonly timeoutMs?: number;
}

/** Sessions in Redis, which all instances of a service share. While it is away, requests with a session are 503. */
export class RedisSessions implements SessionStore, AsyncDisposable {
  readonly #redis: RedisConnection;
  readonly #prefix: string;

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
  static async connect(options: RedisSessionOptions, logger: Logger): Promise<RedisSessions> {
    const { url, prefix = "espalier:session:", timeoutMs = 1_000 } = options;
    const whenAway = "Cannot read sessions from Redis: requests with a session are refused until it is back";
    return new RedisSessions(await RedisConnection.connect({ url, timeoutMs, logger, whenAway }), prefix);
  }

  async get(key: string): Promise<StoredSession | undefined> {
    const text = await this.#run((client) => client.get(this.#key(key)));
    return text === null ? undefined : readSession(text);
  }

  set(key: string, session: StoredSession, endsAt: number): Promise<void> {
    return this.#write(key, { session, endsAt, isKnown: false });
  }

  touch(key: string, session: StoredSession, endsAt: number): Promise<void> {
    return this.#write(key, { session, endsAt, isKnown: true });
  }

  async #write(key: string, { session, endsAt, isKnown }: Written): Promise<void> {
    const owner = this.#owner(session.name);
    await this.#run((client) =>
      client.multi()
        .set(this.#key(key), JSON.stringify(session), {
          expiration: { type: "PXAT", value: endsAt },
          ...(isKnown ? { condition: "XX" } : {}),
        })
        .zAdd(owner, { score: endsAt, value: key })
        .zRemRangeByScore(owner, "-inf", Date.now())
        // Sessions that began later may end later.
        .pExpireAt(owner, endsAt, "NX").pExpireAt(owner, endsAt, "GT")
        .exec()
    );
  }

  async delete(key: string): Promise<void> {
    await this.#run((client) => client.del(this.#key(key)));
  }

  async deleteAllOf(name: string): Promise<void> {
    const owner = this.#owner(name);
    await this.#run(async (client) => {
      const keys = await client.zRange(owner, 0, -1);
      await client.del([owner, ...keys.map((key) => this.#key(key))]);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#redis[Symbol.asyncDispose]();
  }

  #key(key: string): string {
    return `${this.#prefix}${key}`;
  }

  #owner(name: string): string {
    return `${this.#prefix}of:${name}`;
  }

  async #run<R>(work: (client: RedisClient) => Promise<R>): Promise<R> {
    try {
      return await this.#redis.run(work);
    } catch (cause) {
      this.#redis.reportAway(cause);
      throw new ResponseStatusError(503, "The sessions can't be reached", { headers: { "retry-after": "1" }, cause });
    }
  }
}

interface Written {
  readonly session: StoredSession;
  readonly endsAt: number;
  /** Whether there must be a session of the key already. */
  readonly isKnown: boolean;
}

/** A value of another form under the key is no session. */
function readSession(text: string): StoredSession | undefined {
  try {
    const session = JSON.parse(text) as Partial<StoredSession> | null;
    const isSession = typeof session?.name === "string" && Array.isArray(session.scopes) &&
      Array.isArray(session.roles) && typeof session.claims === "object" && session.claims !== null &&
      Number.isFinite(session.beganAt) && Number.isFinite(session.usedAt);
    return isSession ? session as StoredSession : undefined;
  } catch {
    return undefined;
  }
}
