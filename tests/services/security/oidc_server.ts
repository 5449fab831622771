import type { Server } from "node:http";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider from "oidc-provider";

/** A signing key of the provider, private part included. */
export async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...await exportJWK(privateKey), kid, alg: "RS256", use: "sig" };
}

const basic = `Basic ${btoa("orders-client:secret")}`;

/** The identity provider of npm's `oidc-provider`, which issues signed and opaque access tokens. */
export class OidcServer implements AsyncDisposable {
  readonly issuer: string;
  readonly #port: number;
  readonly #roles: Roles = { list: [] };
  #server: Server | undefined;

  constructor(port: number) {
    this.#port = port;
    this.issuer = `http://127.0.0.1:${port}`;
  }

  /** Starts a provider on a free port. */
  static async start(keys: readonly JWK[]): Promise<OidcServer> {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    const server = new OidcServer(port);
    await server.restart(keys);
    return server;
  }

  /** Starts again with other keys, as a provider does that rotates them. */
  async restart(keys: readonly JWK[]): Promise<void> {
    await this.stop();
    const provider = new Provider(this.issuer, configuration(keys, this.#roles));
    this.#server = provider.listen(this.#port, "127.0.0.1");
    await new Promise((resolve) => this.#server!.once("listening", resolve));
  }

  /** Stops answering. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /**
   * Gets an access token: a signed one for the audience `"orders"`, an opaque one for `"opaque"`.
   *
   * @param audience who it is for
   * @param scope what it allows
   * @param roles the claim of that name
   */
  async token(audience: string, scope = "orders:read", roles: readonly string[] = []): Promise<string> {
    const resource = `urn:${audience}`;
    this.#roles.list = roles;
    const response = await this.#post("/token", { grant_type: "client_credentials", resource, scope });
    return (await response.json()).access_token;
  }

  /** Revokes a token. */
  async revoke(token: string): Promise<void> {
    const response = await this.#post("/token/revocation", { token });
    await response.body?.cancel();
    if (response.status !== 200) throw new Error(`Cannot revoke the token: status ${response.status}`);
  }

  /** Where services ask about tokens. */
  get introspectionUrl(): string {
    return `${this.issuer}/token/introspection`;
  }

  #post(path: string, body: Record<string, string>): Promise<Response> {
    const headers = { authorization: basic };
    return fetch(this.issuer + path, { method: "POST", headers, body: new URLSearchParams(body) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** The roles of the next token. */
interface Roles {
  list: readonly string[];
}

function configuration(keys: readonly JWK[], roles: Roles): object {
  return {
    extraTokenClaims: () => roles.list.length === 0 ? undefined : { roles: roles.list },
    jwks: { keys: [...keys] },
    clients: [{
      client_id: "orders-client",
      client_secret: "secret",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
    }],
    scopes: ["orders:read", "orders:write"],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: "orders:read orders:write",
          audience: resource.slice("urn:".length),
          accessTokenTTL: 300,
          accessTokenFormat: resource === "urn:opaque" ? "opaque" : "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  };
}
