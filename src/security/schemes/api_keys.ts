import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Authentication, Principal } from "../../context/mod.ts";
import type { CredentialSource } from "../../http/mod.ts";
import { checkOptions, type MaybePromise } from "../../kernel/mod.ts";
import type { AuthenticationScheme } from "../pipeline/authentication_scheme.ts";
import { CredentialsError } from "../pipeline/credentials_error.ts";

/** A key as a service stores it; only its owner knows the key itself. */
export interface StoredApiKey {
  /** The first part of the key, which finds the record. */
  readonly id: string;
  /** SHA-256 of the whole key, in hexadecimal; see {@linkcode createApiKey}. */
  readonly hash: string;
  /** Names the principal; the id by default. */
  readonly principal?: string;
  /** The scopes of the key's owner. */
  readonly scopes?: readonly string[];
  /** The roles of the key's owner. */
  readonly roles?: readonly string[];
  /** The expiry of the key; absent if it does not expire. */
  readonly expiresAt?: Date;
}

/** Options of {@linkcode apiKeys}. */
export interface ApiKeyOptions {
  /** Name in descriptions; `"apiKey"` by default. */
  readonly name?: string;
  /** The header that carries the key; `"x-api-key"` by default. */
  readonly header?: string;
  /** The keys, or a function that finds a key by id; called for every request with a well-formed key. */
  readonly keys: readonly StoredApiKey[] | ((id: string) => MaybePromise<StoredApiKey | undefined>);
}

/** A new key. */
export interface NewApiKey {
  /** For its owner: shown once and stored nowhere. */
  readonly key: string;
  /** For the service. */
  readonly stored: StoredApiKey;
}

/** An id and 256 random bits, which cannot be guessed, so that a fast hash is as secure as a slow one. */
const form = /^([\w-]{1,64})\.([\w-]{20,128})$/;

/** Compared for unknown ids, so that they take as long as known ones. */
const noHash = hashOf("");

/**
 * Creates a key with 256 random bits.
 *
 * @param id names the key: letters, digits, `_` and `-`
 * @param grants principal, scopes and roles
 * @throws TypeError if the id has other characters
 *
 * @example
 * ```ts
 * import { createApiKey } from "@espalier/espalier/security";
 *
 * const { key, stored } = createApiKey("billing", { scopes: ["orders:read"] });
 * console.log(key.startsWith("billing."), stored.hash.length); // true 64
 * ```
 */
export function createApiKey(id: string, grants: Omit<StoredApiKey, "id" | "hash"> = {}): NewApiKey {
  const key = `${id}.${randomBytes(32).toString("base64url")}`;
  if (!form.test(key)) {
    throw new TypeError(
      `Cannot create an API key as its id must be 1 to 64 letters, digits, "_" and "-": current value is "${id}"`,
    );
  }
  return { key, stored: { ...grants, id, hash: hashOf(key).toString("hex") } };
}

/**
 * Keys of programs, in a header of their own.
 *
 * @param options the header and the keys
 * @throws TypeError when an option does not exist, or two keys have one id
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { apiKeys, createApiKey, security } from "@espalier/espalier/security";
 *
 * const { key, stored } = createApiKey("reports", { roles: ["reader"] });
 * await using _app = await createApp(createContainer(security({ schemes: [apiKeys({ keys: [stored] })] })));
 * console.log(key.length > 20); // true: the client sends it in the header x-api-key
 * ```
 */
export function apiKeys(options: ApiKeyOptions): AuthenticationScheme {
  checkOptions<ApiKeyOptions>("apiKeys()", options, { name: true, header: true, keys: true });
  return new ApiKeyScheme(options);
}

class ApiKeyScheme implements AuthenticationScheme {
  readonly name: string;
  readonly description: Readonly<Record<string, unknown>>;
  readonly challenge = "ApiKey";
  readonly challengeParameters: Readonly<Record<string, string>>;
  readonly #header: string;
  readonly #find: (id: string) => MaybePromise<StoredApiKey | undefined>;

  constructor({ name = "apiKey", header = "x-api-key", keys }: ApiKeyOptions) {
    this.name = name;
    this.#header = header.toLowerCase();
    this.description = { type: "apiKey", in: "header", name: header };
    this.challengeParameters = { header };
    this.#find = typeof keys === "function" ? keys : finder(keys);
  }

  authenticate(source: CredentialSource): MaybePromise<Authentication | undefined> {
    const key = source.header(this.#header);
    if (key === null) return undefined;
    const id = key.length > 200 ? undefined : form.exec(key)?.[1];
    if (id === undefined) throw notAccepted();
    const stored = this.#find(id);
    return stored instanceof Promise ? stored.then((found) => this.#check(key, found)) : this.#check(key, stored);
  }

  #check(key: string, stored: StoredApiKey | undefined): Authentication {
    const expected = stored === undefined ? noHash : Buffer.from(stored.hash, "hex");
    const given = hashOf(key);
    const isEqual = expected.length === given.length && timingSafeEqual(expected, given);
    const expiresAt = stored?.expiresAt?.getTime();
    if (stored === undefined || !isEqual || expiresAt !== undefined && expiresAt <= Date.now()) throw notAccepted();
    const { id, principal = id, scopes = [], roles = [] } = stored;
    return new Authentication(new Principal(principal, { scopes, roles }), { expiresAt, scheme: this.name });
  }
}

function finder(keys: readonly StoredApiKey[]): (id: string) => StoredApiKey | undefined {
  const byId = new Map(keys.map((key) => [key.id, key]));
  if (byId.size === keys.length) return (id) => byId.get(id);
  throw new TypeError("Cannot use the keys of apiKeys() as each must have an id of its own");
}

function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

function notAccepted(): Error {
  return new CredentialsError("The API key is not known or expired", { challenge: "ApiKey" });
}
