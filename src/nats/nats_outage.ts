/** Names of the errors that the client throws while a server is away, or does not answer. */
const outages: ReadonlySet<string> = new Set([
  "ClosedConnectionError",
  "ConnectionError",
  "DrainingConnectionError",
  "TimeoutError",
]);

/**
 * Whether an error of the client means that NATS can't be reached at present.
 *
 * @param error what the client threw
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
 * @param error what the client threw
 */
export function isJetStreamOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return outages.has(error.name) || jetStreamOutages.has(error.name) || isJetStreamOutage(error.cause);
}

/**
 * Describes that NATS can't be reached, without the credentials of its addresses.
 *
 * @param servers where NATS is
 * @param cause what the client threw
 */
export function natsOutageMessage(servers: readonly string[], cause: Error): string {
  // What stands before an "@" are credentials.
  const names = servers.map((server) => `"${server.replace(/^.*@/, "")}"`).join(", ");
  return `Cannot reach NATS at ${names} as a server must be running and reachable: ${cause.message}`;
}
