/** How a client says who it is: by name and password, or by a token. */
export type NatsCredentials = { readonly user: string; readonly pass: string } | { readonly token: string };

/**
 * The credentials in the servers' URLs, which the client itself passes over: `nats://user:password@host:4222` or
 * `nats://token@host:4222`. The client says the same to all servers: the first that has some tells them.
 *
 * @param servers where NATS is
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
 * A server's address alone. The client would take digits at the start of a password for the port.
 *
 * @param server where NATS is
 */
export function withoutCredentials(server: string): string {
  return server.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, "$1");
}

/** A `%` that begins no escape stands for itself, as it does where URLs are read. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
