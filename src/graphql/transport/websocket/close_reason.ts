/** Close reason for a message that is not part of the protocol. */
export const invalidMessage = "Invalid message";

/** Bytes of a close frame's reason at most (RFC 6455, 5.5). */
const maxBytes = 123;

/**
 * Finds the reason that a close frame carries.
 *
 * @param code the close code
 * @param given what the protocol's library says; it may quote what the client sent, in any length
 */
export function closeReason(code: number | undefined, given = ""): string {
  if (code === 4400) return invalidMessage;
  const { read } = new TextEncoder().encodeInto(given, new Uint8Array(maxBytes));
  return given.slice(0, read);
}
