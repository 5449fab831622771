import { createHash, randomBytes } from "node:crypto";
import { Authentication, Principal } from "../../context/mod.ts";
import { type CredentialSource, type HttpExchange, ResponseStatusError } from "../../http/mod.ts";
import { checkOptions, describeValue, type Logger, type MaybePromise } from "../../kernel/mod.ts";
import type { AuthenticationScheme, SchemePlatform } from "../pipeline/authentication_scheme.ts";
import { MemorySessions } from "../sessions/memory_sessions.ts";
import { type RedisSessionOptions, RedisSessions } from "../sessions/redis_sessions.ts";
import type { SessionStore, StoredSession } from "../sessions/session_store.ts";

/** Lifetime and storage of sessions. */
export interface CookieSessionOptions {
  /** Name in descriptions; `"session"` by default. */
  readonly name?: string;
  /** Name of the cookie; `"__Host-session"` by default, `"session"` with `secure: false`. */
  readonly cookie?: string;
  /** Maximum idle time of a session, in milliseconds; 30 minutes by default. */
  readonly idleMs?: number;
  /** Maximum lifetime of a session, in milliseconds; 12 hours by default. */
  readonly maxMs?: number;
  /** Whether browsers send the cookie when a page of another site links here (`"lax"`, the default) or never. */
  readonly sameSite?: "lax" | "strict";
  /** Whether browsers send the cookie over TLS alone, and to `localhost`; `true` by default. */
  readonly secure?: boolean;
  /** Maximum number of sessions in memory; 100,000 by default. */
  readonly maxSessions?: number;
  /** Redis, for sessions that all instances share and that survive a restart. */
  readonly redis?: RedisSessionOptions;
  /** A store of your own. */
  readonly store?: SessionStore;
  /**
   * Makes the application's own principal of the one that the session holds, with each request.
   *
   * @returns the value of `param.principal()`; `undefined` ends the session
   */
  readonly principal?: (principal: Principal) => MaybePromise<unknown>;
}

/** 256 random bits, which cannot be guessed, so that a fast hash is as secure as a slow one. */
const form = /^[\w-]{43}$/;

/** Minimum interval between two updates of a session's last use, in milliseconds. */
const touchMs = 60_000;

/**
 * Sessions of browser users: the cookie contains a random id, the service stores the session. A custom route checks the
 * sign-in, and calls {@linkcode CookieSessions.begin}.
 *
 * @param options lifetime and storage of sessions
 * @throws TypeError when an option does not exist or does not fit
 *
 * @example
 * ```ts
 * import { ContainerModule, createApp, createContainer } from "@espalier/espalier";
 * import { HttpRoute } from "@espalier/espalier/http";
 * import { authenticated, cookieSessions, Principal, security } from "@espalier/espalier/security";
 *
 * const sessions = cookieSessions({ idleMs: 15 * 60_000 });
 * const signIn: HttpRoute = {
 *   path: "/sign-in",
 *   async handle(exchange) {
 *     if (exchange.request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
 *     const { name, password } = await exchange.request.json();
 *     if (password !== "correct horse") return new Response(null, { status: 401 });
 *     const cookie = await sessions.begin(exchange, new Principal(name, { roles: ["clerk"] }));
 *     return new Response(null, { status: 204, headers: { "set-cookie": cookie } });
 *   },
 * };
 * const routes = new ContainerModule(({ bind }) => bind(HttpRoute).toConstantValue(signIn));
 * const feature = security({ schemes: [sessions], paths: { "/orders/{*path}": authenticated() } });
 * await using app = await createApp(createContainer(feature, routes));
 * const body = JSON.stringify({ name: "ada", password: "correct horse" });
 * const response = await app.fetch(new Request("http://localhost/sign-in", { method: "POST", body }));
 * console.log(response.headers.get("set-cookie")?.includes("HttpOnly; Secure; SameSite=Lax")); // true
 * ```
 */
export function cookieSessions(options: CookieSessionOptions = {}): CookieSessions {
  return new CookieSessions(checked(options));
}

/** The scheme that {@linkcode cookieSessions} creates; it also begins and ends sessions. */
export class CookieSessions implements AuthenticationScheme, AsyncDisposable {
  readonly name: string;
  readonly description: Readonly<Record<string, unknown>>;
  readonly isAmbient = true;
  readonly #options: CookieSessionOptions;
  readonly #cookie: string;
  readonly #idleMs: number;
  readonly #maxMs: number;
  #store: SessionStore | undefined;
  #platform: SchemePlatform | undefined;

  /**
   * Creates the sessions.
   *
   * @param options checked by {@linkcode cookieSessions}
   */
  constructor(options: CookieSessionOptions) {
    const { name = "session", secure = true, cookie = secure ? "__Host-session" : "session" } = options;
    this.name = name;
    this.#options = options;
    this.#cookie = cookie;
    this.#idleMs = options.idleMs ?? 30 * 60_000;
    this.#maxMs = options.maxMs ?? 12 * 3_600_000;
    this.description = { type: "apiKey", in: "cookie", name: cookie };
  }

  async start(platform: SchemePlatform): Promise<void> {
    const { store, redis, maxSessions = 100_000 } = this.#options;
    this.#platform = platform;
    this.#store = store ??
      (redis === undefined ? new MemorySessions(maxSessions) : await RedisSessions.connect(redis, platform.logger));
  }

  /** Finds the session of a request. */
  authenticate(source: CredentialSource): MaybePromise<Authentication | undefined> {
    const id = this.#idIn(source.header("cookie"));
    return id === undefined ? undefined : this.#resume(keyOf(id));
  }

  /**
   * Begins a session, with a new id each time: an id that an attacker put into the browser is not used (session
   * fixation). The session
   * that the request has is ended.
   *
   * @param exchange the sign-in request
   * @param principal the signed-in principal; its claims must be JSON values
   * @returns the value of `Set-Cookie` for the response
   * @throws ResponseStatusError 403 when the page of another site sent the request
   */
  async begin(exchange: HttpExchange, principal: Principal): Promise<string> {
    if (!(principal instanceof Principal)) {
      throw new TypeError(
        `Cannot begin a session as it must be that of a Principal: current value is ${describeValue(principal)}`,
      );
    }
    const refusal = this.#started.platform.crossSiteRefusal(exchange);
    if (refusal !== undefined) throw new ResponseStatusError(403, refusal);
    await this.#forget(exchange);
    const id = randomBytes(32).toString("base64url");
    const now = Date.now();
    const session: StoredSession = {
      name: principal.name,
      scopes: [...principal.scopes],
      roles: [...principal.roles],
      claims: principal.claims,
      beganAt: now,
      usedAt: now,
    };
    await this.#started.store.set(keyOf(id), session, this.#endOf(session));
    return this.#setCookie(id, Math.ceil(this.#maxMs / 1_000));
  }

  /**
   * Ends the session of a request. Open WebSockets and streams of the session end with its idle time.
   *
   * @param exchange the sign-out request
   * @returns the value of `Set-Cookie` for the response, which removes the cookie
   */
  async end(exchange: HttpExchange): Promise<string> {
    await this.#forget(exchange);
    return this.#setCookie("", 0);
  }

  /**
   * Ends all sessions of a principal, as after a change of the password.
   *
   * @param name of the principal
   */
  async endAllOf(name: string): Promise<void> {
    await this.#started.store.deleteAllOf(name);
  }

  /** Closes the store if this scheme created it. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#options.store === undefined) await (this.#store as Partial<AsyncDisposable>)?.[Symbol.asyncDispose]?.();
  }

  get #started(): { readonly store: SessionStore; readonly platform: SchemePlatform } {
    if (this.#store === undefined || this.#platform === undefined) {
      throw new Error(
        "Cannot use cookieSessions() before the application has started: name it in security({ schemes })",
      );
    }
    return { store: this.#store, platform: this.#platform };
  }

  async #resume(key: string): Promise<Authentication | undefined> {
    const { store, platform } = this.#started;
    const session = await store.get(key);
    const now = Date.now();
    // Unknown and ended sessions are none at all: a browser must be able to sign in again with its old cookie.
    if (session === undefined || this.#endOf(session) <= now) return undefined;
    const grants = new Principal(session.name, session);
    const principal = this.#options.principal === undefined ? grants : await this.#options.principal(grants);
    if (principal === undefined || principal === null) {
      await store.delete(key);
      return undefined;
    }
    const used = now - session.usedAt < Math.min(touchMs, this.#idleMs / 4) ? session : { ...session, usedAt: now };
    if (used !== session) await this.#touch(key, used, platform.logger);
    return new Authentication(principal, { grants, expiresAt: this.#endOf(used), scheme: this.name });
  }

  async #touch(key: string, used: StoredSession, logger: Logger): Promise<void> {
    try {
      await this.#started.store.touch(key, used, this.#endOf(used));
    } catch (error) {
      logger.warn("Cannot update the last use of a session: it may end early", { error });
    }
  }

  #endOf({ beganAt, usedAt }: StoredSession): number {
    // Redis accepts only whole milliseconds.
    return Math.ceil(Math.min(beganAt + this.#maxMs, usedAt + this.#idleMs));
  }

  async #forget(exchange: HttpExchange): Promise<void> {
    const id = this.#idIn(exchange.request.headers.get("cookie"));
    if (id !== undefined) await this.#started.store.delete(keyOf(id));
  }

  #idIn(header: string | null): string | undefined {
    if (header === null) return undefined;
    const start = `${this.#cookie}=`;
    const pair = header.split(";").map((each) => each.trim()).find((each) => each.startsWith(start));
    const id = pair?.slice(start.length);
    return id !== undefined && form.test(id) ? id : undefined;
  }

  #setCookie(value: string, maxAge: number): string {
    const { secure = true, sameSite = "lax" } = this.#options;
    const site = sameSite === "lax" ? "Lax" : "Strict";
    return `${this.#cookie}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly;${secure ? " Secure;" : ""} SameSite=${site}`;
  }
}

/** The store holds only hashes of session ids. */
function keyOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}

function checked(options: CookieSessionOptions): CookieSessionOptions {
  checkOptions<CookieSessionOptions>("cookieSessions()", options, {
    name: true,
    cookie: true,
    idleMs: true,
    maxMs: true,
    sameSite: true,
    secure: true,
    maxSessions: true,
    redis: true,
    store: true,
    principal: true,
  });
  const { cookie = "session", secure = true, redis, store, ...rest } = options;
  for (const option of ["idleMs", "maxMs", "maxSessions"] as const) {
    const value = rest[option] ?? 1;
    if (Number.isFinite(value) && value > 0) continue;
    throw new RangeError(
      `Cannot use cookieSessions() as "${option}" must be a number > 0: current value is ${describeValue(value)}`,
    );
  }
  // A cookie's name is a token (RFC 6265, 4.1.1).
  if (!/^[\w!#$%&'*+\-.^`|~]{1,64}$/.test(cookie) || !secure && /^__(host|secure)-/i.test(cookie)) {
    throw new TypeError(
      'Cannot use cookieSessions() as "cookie" must be a token, and begin with "__Host-" or "__Secure-" only where ' +
        `"secure" is true: current value is ${describeValue(cookie)}`,
    );
  }
  if (redis !== undefined && store !== undefined) {
    throw new TypeError('Cannot use cookieSessions() as only one of "redis" and "store" can keep the sessions');
  }
  return options;
}
