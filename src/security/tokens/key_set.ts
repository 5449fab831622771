import { ResponseStatusError } from "../../http/mod.ts";
import type { Logger, MaybePromise } from "../../kernel/mod.ts";
import { type JSONWebKeySet, type JWTVerifyGetKey, loadJose } from "../deps.ts";
import { downloadJson, requireSecureUrl } from "./json_download.ts";

/** The source of keys, and the refresh intervals. */
export interface KeySetOptions {
  /** The issuer: its discovery document names the address of the keys. */
  readonly issuer: string;
  /** The URL of the key set, if there is no discovery document. */
  readonly jwksUri?: string | undefined;
  /** The keys; then nothing is fetched. */
  readonly keys?: JSONWebKeySet | undefined;
  /** Age of the keys after which they are fetched again, in milliseconds. */
  readonly refreshMs: number;
  /** Minimum time between two fetches, in milliseconds. */
  readonly cooldownMs: number;
  /** Maximum response time of the issuer, in milliseconds. */
  readonly timeoutMs: number;
  /** Called when the keys of the issuer changed. */
  readonly onChange: () => void;
}

/** The services that a {@linkcode KeySet} uses. */
export interface KeySetPlatform {
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

interface Keys {
  readonly find: JWTVerifyGetKey;
  readonly ids: ReadonlySet<string>;
  readonly text: string;
}

/** Maximum number of keys of an issuer; further ones are ignored. */
const maxKeys = 100;

/**
 * The keys of an issuer. They are fetched for the first token, and again when they are old or a token names a key that
 * is not among them, one fetch at a time and none during the cool-down. Old keys serve while the issuer is away.
 */
export class KeySet {
  readonly #options: KeySetOptions;
  readonly #platform: KeySetPlatform;
  #keys: Keys | undefined;
  #fetching: Promise<void> | undefined;
  #fetchedAt = -Infinity;
  #triedAt = -Infinity;

  /**
   * @param options the source of keys
   * @param platform the application
   */
  constructor(options: KeySetOptions, platform: KeySetPlatform) {
    this.#options = options;
    this.#platform = platform;
  }

  /** Reads configured keys, without fetching. */
  async start(): Promise<void> {
    const { keys } = this.#options;
    if (keys !== undefined) this.#keys = await read(keys);
  }

  /**
   * Returns the function that looks up a token's key.
   *
   * @param kid the key id of the token, if it has one
   * @throws ResponseStatusError 503, when the keys can't be had
   */
  keysFor(kid: string | undefined): MaybePromise<JWTVerifyGetKey> {
    const { keys, refreshMs } = this.#options;
    if (keys !== undefined) return this.#keys!.find;
    const now = performance.now();
    if (this.#keys === undefined || kid !== undefined && !this.#keys.ids.has(kid)) return this.#refreshed(now);
    if (now - this.#fetchedAt > refreshMs) void this.#refresh(now);
    return this.#keys.find;
  }

  async #refreshed(now: number): Promise<JWTVerifyGetKey> {
    await this.#refresh(now);
    if (this.#keys !== undefined) return this.#keys.find;
    const seconds = Math.max(1, Math.ceil(this.#options.cooldownMs / 1_000));
    throw new ResponseStatusError(503, "The issuer of tokens can't be reached", {
      headers: { "retry-after": String(seconds) },
    });
  }

  /** Fetches the keys unless that was tried a moment ago; never rejects. */
  #refresh(now: number): Promise<void> {
    if (this.#fetching !== undefined) return this.#fetching;
    if (now - this.#triedAt < this.#options.cooldownMs) return Promise.resolve();
    this.#triedAt = now;
    return this.#fetching = this.#fetch().catch((error) => {
      if (this.#platform.signal.aborted) return;
      this.#platform.logger.warn("Cannot fetch the keys of an issuer", { issuer: this.#options.issuer, error });
    }).finally(() => this.#fetching = undefined);
  }

  async #fetch(): Promise<void> {
    const { timeoutMs, onChange } = this.#options;
    const limits = { timeoutMs, signal: this.#platform.signal };
    const document = await downloadJson(await this.#address(limits), limits);
    const keys = await read(document);
    this.#fetchedAt = performance.now();
    const isOther = this.#keys !== undefined && this.#keys.text !== keys.text;
    this.#keys = keys;
    if (isOther) onChange();
  }

  async #address(limits: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<string> {
    const { issuer, jwksUri } = this.#options;
    if (jwksUri !== undefined) return jwksUri;
    const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const { issuer: named, jwks_uri: found } = await downloadJson(url, limits);
    if (named !== issuer) {
      const current = JSON.stringify(named)?.slice(0, 200);
      throw new Error(`Cannot use ${url} as its issuer must be "${issuer}": current value is ${current}`);
    }
    return requireSecureUrl(`"jwks_uri" of ${url}`, found);
  }
}

async function read(document: object): Promise<Keys> {
  const { keys } = document as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error("Cannot read a key set as it must have an array of keys");
  // Symmetric keys are ignored: every party that can verify with them could also sign.
  const usable = keys.slice(0, maxKeys).filter((key) => typeof key?.kty === "string" && key.kty !== "oct");
  const { createLocalJWKSet } = await loadJose();
  return {
    find: createLocalJWKSet({ keys: usable }),
    ids: new Set(usable.map(({ kid }) => kid).filter((kid) => typeof kid === "string")),
    text: JSON.stringify(usable),
  };
}
