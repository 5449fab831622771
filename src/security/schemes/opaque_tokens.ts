import { Authentication, type Principal } from "../../context/mod.ts";
import { type CredentialSource, ResponseStatusError } from "../../http/mod.ts";
import { checkOptions, type Logger, type MaybePromise } from "../../kernel/mod.ts";
import type { AuthenticationScheme, SchemePlatform } from "../pipeline/authentication_scheme.ts";
import { invalidToken } from "../pipeline/credentials_error.ts";
import { bearerToken } from "../tokens/bearer_token.ts";
import { type ClaimNames, grantedByClaims } from "../tokens/granted_by_claims.ts";
import { downloadJson, requireSecureUrl } from "../tokens/json_download.ts";
import { TokenCache } from "../tokens/token_cache.ts";

/** The authorization server of {@linkcode opaqueTokens}. */
export interface OpaqueTokenOptions extends ClaimNames {
  /** Name in descriptions; `"opaque"` by default. */
  readonly name?: string;
  /** The introspection endpoint of the authorization server. */
  readonly introspectionUrl: string;
  /** The client id of this service at the authorization server. */
  readonly clientId: string;
  /** Its password there. */
  readonly clientSecret: string;
  /** The audience that tokens must be for; absent, tokens for any audience are accepted. */
  readonly audience?: string;
  /** Maximum length of a token in characters; 4,096 by default. */
  readonly maxTokenLength?: number;
  /** Maximum number of cached responses; 10,000 by default. */
  readonly maxCachedTokens?: number;
  /**
   * How long an accepted token is remembered, in milliseconds: a revoked one is accepted as long. 30 seconds by
   * default.
   */
  readonly cacheMs?: number;
  /** Maximum number of questions to the authorization server at the same time; 50 by default. */
  readonly maxConcurrent?: number;
  /** Maximum response time of the authorization server, in milliseconds; 5 seconds by default. */
  readonly timeoutMs?: number;
  /**
   * Creates the application's principal from that of the response.
   *
   * @returns the value of `param.principal()`; `undefined` rejects the token
   */
  readonly principal?: (principal: Principal) => MaybePromise<unknown>;
}

/** How long a refused token is remembered, in milliseconds. */
const refusedMs = 5_000;

/**
 * Bearer tokens that only their authorization server can read, verified by token introspection (RFC 7662).
 *
 * @param options the authorization server
 * @throws TypeError when an option is missing or does not exist
 *
 * @example
 * ```ts
 * import { opaqueTokens, security } from "@espalier/espalier/security";
 *
 * const scheme = opaqueTokens({
 *   introspectionUrl: "https://login.example/introspect",
 *   clientId: "orders",
 *   clientSecret: "from the environment",
 *   audience: "orders",
 * });
 * export const feature = security({ schemes: [scheme] });
 * ```
 */
export function opaqueTokens(options: OpaqueTokenOptions): AuthenticationScheme {
  checkOptions<OpaqueTokenOptions>("opaqueTokens()", options, {
    name: true,
    introspectionUrl: true,
    clientId: true,
    clientSecret: true,
    audience: true,
    maxTokenLength: true,
    maxCachedTokens: true,
    cacheMs: true,
    maxConcurrent: true,
    timeoutMs: true,
    principal: true,
    nameClaim: true,
    rolesClaim: true,
  });
  requireSecureUrl('"introspectionUrl" of opaqueTokens()', options.introspectionUrl);
  return new OpaqueTokenScheme(options);
}

class OpaqueTokenScheme implements AuthenticationScheme {
  readonly name: string;
  readonly description = { type: "http", scheme: "bearer" };
  readonly challenge = "Bearer";
  readonly #options: OpaqueTokenOptions;
  readonly #known: TokenCache<Authentication | "inactive">;
  readonly #asking = new Map<string, Promise<Authentication>>();
  #signal!: AbortSignal;
  #logger!: Logger;

  constructor(options: OpaqueTokenOptions) {
    this.name = options.name ?? "opaque";
    this.#options = options;
    this.#known = new TokenCache({ maxTokens: options.maxCachedTokens ?? 10_000 });
  }

  start({ signal, logger }: SchemePlatform): void {
    this.#signal = signal;
    this.#logger = logger;
  }

  get cache(): TokenCache<unknown> {
    return this.#known;
  }

  authenticate(source: CredentialSource): MaybePromise<Authentication | undefined> {
    const token = bearerToken(source, this.#options.maxTokenLength ?? 4_096);
    if (token === undefined) return undefined;
    const known = this.#known.get(token);
    if (known === "inactive") throw inactive();
    return known ?? this.#askOnce(token);
  }

  /** Requests with the same token share one question. */
  #askOnce(token: string): Promise<Authentication> {
    const running = this.#asking.get(token);
    if (running !== undefined) return running;
    // Forged tokens must not flood the authorization server.
    if (this.#asking.size >= (this.#options.maxConcurrent ?? 50)) throw unavailable();
    const asked = this.#ask(token).finally(() => this.#asking.delete(token));
    this.#asking.set(token, asked);
    return asked;
  }

  async #ask(token: string): Promise<Authentication> {
    const claims = await this.#introspect(token);
    const { audience, cacheMs = 30_000 } = this.#options;
    const isActive = claims.active === true && !(typeof claims.exp === "number" && claims.exp * 1_000 <= Date.now());
    if (!isActive || audience !== undefined && ![claims.aud].flat().includes(audience)) {
      this.#known.set(token, "inactive", Date.now() + refusedMs);
      throw isActive ? invalidToken("The token is for another audience") : inactive();
    }
    const authentication = await this.#authenticationOf(claims);
    this.#known.set(token, authentication, Math.min(authentication.expiresAt ?? Infinity, Date.now() + cacheMs));
    return authentication;
  }

  async #introspect(token: string): Promise<Readonly<Record<string, unknown>>> {
    const { introspectionUrl, clientId, clientSecret, timeoutMs = 5_000 } = this.#options;
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    try {
      return await downloadJson(introspectionUrl, {
        method: "POST",
        timeoutMs,
        signal: this.#signal,
        headers: { authorization: `Basic ${btoa(credentials)}`, "content-type": "application/x-www-form-urlencoded" },
        body: String(new URLSearchParams({ token, token_type_hint: "access_token" })),
      });
    } catch (error) {
      this.#logger.warn("Cannot ask the authorization server about a token", { error });
      throw unavailable();
    }
  }

  async #authenticationOf(claims: Readonly<Record<string, unknown>>): Promise<Authentication> {
    const grants = grantedByClaims(claims, this.#options);
    if (grants === undefined) throw invalidToken("The token names no principal");
    const principal = this.#options.principal === undefined ? grants : await this.#options.principal(grants);
    if (principal === undefined || principal === null) throw invalidToken("The principal of the token is not known");
    const expiresAt = typeof claims.exp === "number" ? claims.exp * 1_000 : undefined;
    return new Authentication(principal, { grants, expiresAt, scheme: this.name });
  }
}

function inactive(): Error {
  return invalidToken("The token expired, was revoked or is not known");
}

function unavailable(): Error {
  return new ResponseStatusError(503, "The authorization server can't be reached", { headers: { "retry-after": "5" } });
}
