import { createHmac, randomBytes } from "node:crypto";
import { Authentication, Principal } from "../../context/mod.ts";
import { type CredentialSource, pathPattern, ResponseStatusError } from "../../http/mod.ts";
import { checkOptions, type MaybePromise } from "../../kernel/mod.ts";
import type { AuthenticationScheme } from "../pipeline/authentication_scheme.ts";
import { CredentialsError } from "../pipeline/credentials_error.ts";
import { TokenCache } from "../tokens/token_cache.ts";
import { isPassword, readPasswordHash, unknownPassword } from "./password_hash.ts";

/** A user who signs in with a password. */
export interface BasicUser {
  /** The name to sign in with. */
  readonly name: string;
  /** From {@linkcode hashPassword}. */
  readonly passwordHash: string;
  /** The roles of the user. */
  readonly roles?: readonly string[];
  /** The scopes of the user. */
  readonly scopes?: readonly string[];
}

/** The users that may sign in with a password, and the paths. */
export interface BasicOptions {
  /** Name in descriptions; `"basic"` by default. */
  readonly name?: string;
  /** The users. */
  readonly users: readonly BasicUser[];
  /**
   * Patterns of the paths that accept passwords: `["/actuator/{*path}"]`. Browsers ask for a password where one is
   * possible, and then send it by themselves. Absent, all paths.
   */
  readonly paths?: readonly string[];
}

/** Maximum number of concurrent password comparisons: each takes 32 MiB and most of a processor. */
const maxConcurrent = 4;

/** Maximum length of the header's value, in characters. */
const maxLength = 2_048;

/** How long a right password is remembered, in milliseconds. */
const cacheMs = 60_000;

/**
 * HTTP Basic (RFC 7617): names and passwords, for operators and metrics scrapers.
 *
 * @param options users, and the paths that they sign in for
 * @throws TypeError when an option does not exist, or a hash is none
 *
 * @example
 * ```ts
 * import { basic, hashPassword, hasRole, security } from "@espalier/espalier/security";
 *
 * const passwordHash = await hashPassword("correct horse battery staple");
 * const operators = basic({
 *   users: [{ name: "ops", passwordHash, roles: ["operator"] }],
 *   paths: ["/actuator/{*path}"],
 * });
 * const feature = security({ schemes: [operators], paths: { "/actuator/{*path}": hasRole("operator") } });
 * console.log(typeof feature); // "object"
 * ```
 */
export function basic(options: BasicOptions): AuthenticationScheme {
  checkOptions<BasicOptions>("basic()", options, { name: true, users: true, paths: true });
  return new BasicScheme(options);
}

interface KnownUser {
  readonly hash: NonNullable<ReturnType<typeof readPasswordHash>>;
  readonly authentication: Authentication;
}

class BasicScheme implements AuthenticationScheme {
  readonly name: string;
  readonly description = { type: "http", scheme: "basic" };
  readonly challenge = "Basic";
  readonly challengeParameters = { charset: "UTF-8" };
  readonly isAmbient = true;
  readonly #users: ReadonlyMap<string, KnownUser>;
  readonly #patterns: readonly ReturnType<typeof pathPattern>[] | undefined;
  readonly #secret = randomBytes(32);
  readonly #right = new TokenCache<Authentication>({ maxTokens: 1_000 });
  /** Compared for unknown names, so that they take as long as known ones. */
  readonly #nobody: KnownUser["hash"];
  #comparing = 0;

  constructor({ name = "basic", users, paths }: BasicOptions) {
    this.name = name;
    this.#patterns = paths?.map(pathPattern);
    this.#users = new Map(users.map((user) => [user.name, this.#known(user)]));
    this.#nobody = unknownPassword([...this.#users.values()].map(({ hash }) => hash));
  }

  isFor(path: string): boolean {
    return this.#patterns === undefined || this.#patterns.some((pattern) => pattern.match(path) !== undefined);
  }

  get cache(): TokenCache<unknown> {
    return this.#right;
  }

  authenticate(source: CredentialSource): MaybePromise<Authentication | undefined> {
    const value = source.header("authorization");
    if (value === null || !/^basic /i.test(value)) return undefined;
    const { name, password } = credentials(value);
    // Only a keyed hash of the password stays in memory.
    const key = createHmac("sha256", this.#secret).update(value).digest("base64");
    return this.#right.get(key) ?? this.#compared({ name, password }, key);
  }

  async #compared({ name, password }: Credentials, key: string): Promise<Authentication> {
    if (this.#comparing >= maxConcurrent) {
      throw new ResponseStatusError(503, "Too many sign-ins at the same time", { headers: { "retry-after": "1" } });
    }
    this.#comparing++;
    try {
      const user = this.#users.get(name);
      const isRight = await isPassword(password, user?.hash ?? this.#nobody);
      if (user === undefined || !isRight) throw wrong();
      this.#right.set(key, user.authentication, Date.now() + cacheMs);
      return user.authentication;
    } finally {
      this.#comparing--;
    }
  }

  #known({ name, passwordHash, roles = [], scopes = [] }: BasicUser): KnownUser {
    const hash = readPasswordHash(passwordHash);
    if (hash === undefined) {
      throw new TypeError(
        `Cannot use the password of "${name}" in basic() as "passwordHash" must be a text from hashPassword(…)`,
      );
    }
    return { hash, authentication: new Authentication(new Principal(name, { roles, scopes }), { scheme: this.name }) };
  }
}

interface Credentials {
  readonly name: string;
  readonly password: string;
}

function credentials(value: string): Credentials {
  if (value.length > maxLength) throw wrong();
  try {
    const bytes = Uint8Array.fromBase64(value.slice(6).trim());
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = text.indexOf(":");
    if (colon >= 0) return { name: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    // Neither Base64 nor UTF-8.
  }
  throw wrong();
}

function wrong(): Error {
  return new CredentialsError("The name or the password is not right", { challenge: "Basic" });
}
