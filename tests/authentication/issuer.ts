import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

/** A key pair of an issuer. */
export interface IssuerKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Creates a key pair. */
export async function issuerKey(kid: string, alg = "RS256"): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...await exportJWK(publicKey), kid, alg, use: "sig" } };
}

export const issuer = "https://id.example.com";
export const audience = "orders";

/** What a token says, where it differs from one that is accepted. */
export interface TokenParts {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Seconds from now. */
  readonly expiresIn?: number;
}

/** Signs a token that is accepted, except for what the parts say. */
export function tokenOf({ privateKey, jwk }: IssuerKey, { header, claims, expiresIn = 300 }: TokenParts = {}) {
  const exp = Math.floor(Date.now() / 1_000) + expiresIn;
  return new SignJWT({ iss: issuer, aud: audience, sub: "ada", scope: "orders:read", exp, ...claims })
    .setProtectedHeader({ alg: jwk.alg!, kid: jwk.kid!, ...header })
    .sign(privateKey);
}

/** An issuer that answers over HTTP, and counts. */
export class IssuerServer implements AsyncDisposable {
  /** The keys that it shows. */
  keys: JWK[] = [];
  /** Whether it answers. */
  isAway = false;
  /** How often its keys were fetched. */
  fetches = 0;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      if (this.isAway) return new Response(null, { status: 500 });
      const { pathname } = new URL(request.url);
      if (pathname === "/.well-known/openid-configuration") {
        return Response.json({ issuer: this.url, jwks_uri: `${this.url}/keys` });
      }
      this.fetches++;
      return Response.json({ keys: this.keys });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#server[Symbol.asyncDispose]();
  }
}
