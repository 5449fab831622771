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
    if (password !== "") return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    if (username !== "") return { token: decodeURIComponent(username) };
  }
  return undefined;
}
