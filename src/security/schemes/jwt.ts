import { Authentication, type Principal } from "../../context/mod.ts";
import type { CredentialSource } from "../../http/mod.ts";
import { checkOptions, describeValue, type MaybePromise } from "../../kernel/mod.ts";
import { type JSONWebKeySet, loadJose } from "../deps.ts";
import type { AuthenticationScheme, SchemePlatform } from "../pipeline/authentication_scheme.ts";
import { invalidToken } from "../pipeline/credentials_error.ts";
import { bearerToken } from "../tokens/bearer_token.ts";
import { type ClaimNames, grantedByClaims } from "../tokens/granted_by_claims.ts";
import { requireSecureUrl } from "../tokens/json_download.ts";
import { KeySet } from "../tokens/key_set.ts";
import { TokenCache } from "../tokens/token_cache.ts";
import { isCompactJws, type UnverifiedToken, unverifiedToken } from "../tokens/unverified_token.ts";

/** Signature algorithms that {@linkcode jwt} supports: those with public keys. */
export type JwtAlgorithm =
  | "RS256"
  | "RS384"
  | "RS512"
  | "PS256"
  | "PS384"
  | "PS512"
  | "ES256"
  | "ES384"
  | "ES512"
  | "EdDSA";

const knownAlgorithms: readonly JwtAlgorithm[] = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
];

/** The tokens that {@linkcode jwt} accepts, and their mapping to a principal. */
export interface JwtOptions extends ClaimNames {
  /** Name in descriptions; `"jwt"` by default. */
  readonly name?: string;
  /** The issuer, exactly as tokens and the discovery document name it. */
  readonly issuer: string;
  /** The audience that tokens must be for: this service; one of several is enough. */
  readonly audience: string | readonly string[];
  /** Algorithms that are accepted; RS256, PS256, ES256 and EdDSA by default. */
  readonly algorithms?: readonly JwtAlgorithm[];
  /** The URL of the key set, if the issuer has no discovery document. */
  readonly jwksUri?: string;
  /** The public keys; then nothing is fetched. */
  readonly keys?: JSONWebKeySet;
  /** Difference of the clocks that is tolerated, in seconds; 30 by default. */
  readonly clockSkewSeconds?: number;
  /** Maximum length of a token in characters; 8,192 by default. Longer ones are refused unread. */
  readonly maxTokenLength?: number;
  /** Maximum number of verified tokens that are remembered; 10,000 by default, 0 remembers none. */
  readonly maxCachedTokens?: number;
  /** How long a verified token is remembered, within its life, in milliseconds; 5 minutes by default. */
  readonly cacheMs?: number;
  /** Age of the keys after which they are fetched again, in milliseconds; 10 minutes by default. */
  readonly refreshKeysMs?: number;
  /** Minimum time between two fetches of the keys, in milliseconds; 30 seconds by default. */
  readonly cooldownMs?: number;
  /** Maximum response time of the issuer, in milliseconds; 5 seconds by default. */
  readonly timeoutMs?: number;
  /**
   * Makes the application's own principal of the one that the claims name.
   *
   * @param principal name, scopes, roles and claims
   * @returns the value of `param.principal()`; `undefined` rejects the token
   */
  readonly principal?: (principal: Principal) => MaybePromise<unknown>;
}

/**
 * Bearer tokens signed by an issuer (RFC 7519, RFC 9068). Keys come from the issuer's discovery document.
 *
 * @param options issuer and audience
 * @throws TypeError when an option is missing or does not exist
 *
 * @example
 * ```ts
 * import { jwt, security } from "@espalier/espalier/security";
 *
 * const feature = security({ schemes: [jwt({ issuer: "https://id.example.com", audience: "orders" })] });
 * console.log(typeof feature); // "object"
 * ```
 */
export function jwt(options: JwtOptions): AuthenticationScheme {
  return new JwtScheme(checked(options));
}

class JwtScheme implements AuthenticationScheme {
  readonly name: string;
  readonly description = { type: "http", scheme: "bearer", bearerFormat: "JWT" };
  readonly challenge = "Bearer";
  readonly #options: JwtOptions;
  readonly #algorithms: readonly string[];
  readonly #audiences: readonly string[];
  readonly #maxTokenLength: number;
  readonly #skewMs: number;
  readonly #verified: TokenCache<Authentication>;
  #keys!: KeySet;
  #verify!: Awaited<ReturnType<typeof loadJose>>["jwtVerify"];

  constructor(options: JwtOptions) {
    this.name = options.name ?? "jwt";
    this.#options = options;
    this.#algorithms = options.algorithms ?? ["RS256", "PS256", "ES256", "EdDSA"];
    this.#audiences = [options.audience].flat();
    this.#maxTokenLength = options.maxTokenLength ?? 8_192;
    this.#skewMs = (options.clockSkewSeconds ?? 30) * 1_000;
    this.#verified = new TokenCache({ maxTokens: options.maxCachedTokens ?? 10_000 });
  }

  async start(platform: SchemePlatform): Promise<void> {
    const { issuer, jwksUri, keys, refreshKeysMs, cooldownMs, timeoutMs } = this.#options;
    this.#verify = (await loadJose()).jwtVerify;
    this.#keys = new KeySet({
      issuer,
      jwksUri,
      keys,
      refreshMs: refreshKeysMs ?? 600_000,
      cooldownMs: cooldownMs ?? 30_000,
      timeoutMs: timeoutMs ?? 5_000,
      // Tokens of a key that the issuer withdrew end with it.
      onChange: () => this.#verified.clear(),
    }, platform);
    await this.#keys.start();
  }

  get cache(): TokenCache<unknown> {
    return this.#verified;
  }

  authenticate(source: CredentialSource): MaybePromise<Authentication | undefined> {
    const value = source.header("authorization");
    if (value === null) return undefined;
    // Keyed by the whole header value: a cached token is not parsed again.
    const known = this.#verified.get(value);
    if (known !== undefined) return known;
    const token = bearerToken(source, this.#maxTokenLength);
    return token === undefined ? undefined : this.#unknown(token, value);
  }

  #unknown(token: string, value: string): MaybePromise<Authentication | undefined> {
    if (!isCompactJws(token)) return undefined;
    const unverified = unverifiedToken(token);
    // Another scheme may accept the issuer.
    if (unverified.claims.iss !== this.#options.issuer) return undefined;
    this.#refuseCheaply(unverified);
    return this.#verifySignature(token, unverified).then((authentication) => this.#remember(value, authentication));
  }

  /** Rejects invalid tokens before a key is looked up for their signature. */
  #refuseCheaply({ algorithm, claims: { aud, exp, nbf } }: UnverifiedToken): void {
    if (!this.#algorithms.includes(algorithm)) throw invalidToken("The algorithm of the token is not allowed");
    if (![aud].flat().some((each) => this.#audiences.includes(each as string))) {
      throw invalidToken("The token is for another audience");
    }
    if (typeof exp !== "number") throw invalidToken("The token has no end");
    const now = Date.now();
    if (exp * 1_000 + this.#skewMs <= now) throw invalidToken("The token expired");
    if (nbf !== undefined && !(typeof nbf === "number" && nbf * 1_000 - this.#skewMs <= now)) {
      throw invalidToken("The token is not valid yet");
    }
  }

  async #verifySignature(token: string, { kid }: UnverifiedToken): Promise<Authentication> {
    const keys = await this.#keys.keysFor(kid);
    const claims = await this.#verify(token, keys, {
      algorithms: [...this.#algorithms],
      issuer: this.#options.issuer,
      audience: [...this.#audiences],
      clockTolerance: this.#skewMs / 1_000,
      requiredClaims: ["exp"],
    }).then(({ payload }) => payload, (cause) => {
      throw invalidToken("The signature of the token is not valid", cause);
    });
    return await this.#authenticationOf(claims);
  }

  #remember(value: string, authentication: Authentication): Authentication {
    const until = Math.min(authentication.expiresAt!, Date.now() + (this.#options.cacheMs ?? 300_000));
    this.#verified.set(value, authentication, until);
    return authentication;
  }

  async #authenticationOf(claims: Readonly<Record<string, unknown>>): Promise<Authentication> {
    const grants = grantedByClaims(claims, this.#options);
    if (grants === undefined) throw invalidToken("The token names no principal");
    const principal = this.#options.principal === undefined ? grants : await this.#options.principal(grants);
    if (principal === undefined || principal === null) throw invalidToken("The principal of the token is not known");
    const expiresAt = (claims.exp as number) * 1_000 + this.#skewMs;
    return new Authentication(principal, { grants, expiresAt, scheme: this.name });
  }
}

function checked(options: JwtOptions): JwtOptions {
  checkOptions<JwtOptions>("jwt()", options, {
    name: true,
    issuer: true,
    audience: true,
    algorithms: true,
    jwksUri: true,
    keys: true,
    clockSkewSeconds: true,
    maxTokenLength: true,
    maxCachedTokens: true,
    cacheMs: true,
    refreshKeysMs: true,
    cooldownMs: true,
    timeoutMs: true,
    principal: true,
    nameClaim: true,
    rolesClaim: true,
  });
  const { issuer, audience, algorithms = knownAlgorithms, jwksUri, keys } = options;
  if (keys === undefined && jwksUri === undefined) requireSecureUrl('"issuer" of jwt()', issuer);
  if (jwksUri !== undefined) requireSecureUrl('"jwksUri" of jwt()', jwksUri);
  const audiences = [audience].flat();
  if (audiences.length === 0 || audiences.some((each) => typeof each !== "string" || each === "")) {
    throw new TypeError(
      `Cannot use jwt() as "audience" must name this service, as tokens for others are not for it: current value is ${
        describeValue(audience)
      }`,
    );
  }
  const unknown = algorithms.find((each) => !knownAlgorithms.includes(each));
  if (unknown !== undefined || algorithms.length === 0) {
    throw new TypeError(
      `Cannot use jwt() as "algorithms" must be some of ${knownAlgorithms.join(", ")}: current value is ${
        describeValue(unknown)
      }`,
    );
  }
  return options;
}
