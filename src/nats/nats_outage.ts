/** Names of the errors that the client throws while a server is unreachable or does not respond. */
const outages: ReadonlySet<string> = new Set([
  "ClosedConnectionError",
  "ConnectionError",
  "DrainingConnectionError",
  "TimeoutError",
]);

/**
 * Whether an error of the client means that NATS can't be reached at present.
 *
 * @param error the client's exception
 */
export function isNatsOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return outages.has(error.name) || isNatsOutage(error.cause);
}

/** Names of the errors that the client throws while a server is there, and its JetStream is not, or not yet. */
const jetStreamOutages: ReadonlySet<string> = new Set(["JetStreamNotEnabled", "NoResponders"]);

/**
 * Whether an error of the client means that JetStream can't be reached at present: a server that starts accepts
 * connections earlier than requests to its streams.
 *
 * @param error the client's exception
 */
export function isJetStreamOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return outages.has(error.name) || jetStreamOutages.has(error.name) || isJetStreamOutage(error.cause);
}

/**
 * Describes that NATS can't be reached, without the credentials of its addresses.
 *
 * @param servers the URLs of the servers
 * @param cause the client's exception
 */
export function natsOutageMessage(servers: readonly string[], cause: Error): string {
  // The part before "@" contains credentials.
  const names = servers.map((server) => `"${server.replace(/^.*@/, "")}"`).join(", ");
  return `Cannot reach NATS at ${names} as a server must be running and reachable: ${cause.message}`;
}
