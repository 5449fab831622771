/** The user of a token. */
export class User {
  constructor(readonly name: string, readonly roles: readonly string[]) {}
}

/** Issues and verifies tokens: content and expiry, signed with a secret that only this service knows. */
export class SignedTokens {
  readonly #key: Promise<CryptoKey>;

  /** @param secret at least 32 characters; keep it out of the source */
  constructor(secret: string) {
    if (secret.length < 32) {
      throw new TypeError(
        `Cannot sign tokens as the secret must have at least 32 characters: the current one has ${secret.length}`,
      );
    }
    const hmac = { name: "HMAC", hash: "SHA-256" };
    this.#key = crypto.subtle.importKey("raw", new TextEncoder().encode(secret), hmac, false, ["sign", "verify"]);
  }

  /** Creates a token for a user. */
  async issue(user: User, lifetimeMs: number): Promise<string> {
    const content = encode(new TextEncoder().encode(JSON.stringify({ ...user, expires: Date.now() + lifetimeMs })));
    const signature = await crypto.subtle.sign("HMAC", await this.#key, new TextEncoder().encode(content));
    return `${content}.${encode(new Uint8Array(signature))}`;
  }

  /** Returns the user of a token; `undefined` if it is forged, malformed or expired. */
  async read(token: string): Promise<User | undefined> {
    const [, content, signature] = /^([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
    if (content === undefined || signature === undefined) return undefined;
    const signed = new TextEncoder().encode(content);
    if (!await crypto.subtle.verify("HMAC", await this.#key, decode(signature), signed)) return undefined;
    // The signature is valid, so `issue` has written the content.
    const { name, roles, expires } = JSON.parse(new TextDecoder().decode(decode(content)));
    return expires > Date.now() ? new User(name, roles) : undefined;
  }
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
