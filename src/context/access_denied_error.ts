/**
 * Thrown where whoever makes a request may not do what it asks. Clients get `FORBIDDEN`, or `UNAUTHORIZED` when they
 * have not authenticated, without the message.
 */
export class AccessDeniedError extends Error {
  override readonly name = "AccessDeniedError";
}
