/** The credentials of a client: name and password, or a token. */
export type NatsCredentials = { readonly user: string; readonly pass: string } | { readonly token: string };

/**
 * The credentials in the servers' URLs, which the client itself passes over: `nats://user:password@host:4222` or
 * `nats://token@host:4222`. The client uses the same credentials for all servers: those of the first server URL that
 * contains some.
 *
 * @param servers the URLs of the servers
 */
export function credentialsIn(servers: readonly string[]): NatsCredentials | undefined {
  for (const server of servers) {
    const { username = "", password = "" } = URL.parse(server.includes("://") ? server : `nats://${server}`) ?? {};
    if (password !== "") return { user: decoded(username), pass: decoded(password) };
    if (username !== "") return { token: decoded(username) };
  }
  return undefined;
}

/**
 * Returns a server's address without credentials. The client would parse digits at the start of a password as the port.
 *
 * @param server the URL of the server
 */
export function withoutCredentials(server: string): string {
  return server.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, "$1");
}

/** A `%` that begins no escape sequence is kept literally, as URL parsers do. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
