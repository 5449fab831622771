import type { ExternalizedMessage } from "./externalized_message.ts";

/**
 * The subject that a message is sent to.
 *
 * @param target of the message
 * @param prefix of the subject, without the dot
 */
export function natsSubject(target: string, prefix: string | undefined): string {
  return prefix === undefined ? target : `${prefix}.${target}`;
}

/**
 * Rejects messages that the server would reject, or the client misinterpret.
 *
 * @param message the message to send
 * @param prefix of its subject
 * @throws TypeError naming the invalid subject or header
 */
export function requireNatsMessage(
  { target, key = "", headers }: ExternalizedMessage,
  prefix: string | undefined,
): void {
  const subject = natsSubject(target, prefix);
  if (!subject.split(".").every((word) => /^[^\s\0]+$/.test(word) && word !== "*" && word !== ">")) {
    throw new TypeError(
      `Cannot send to a NATS subject as it must be words with dots between them, without blanks and wildcards: current ` +
        `value is ${JSON.stringify(subject)}`,
    );
  }
  for (const [name, value] of [["event-key", key] as const, ...Object.entries(headers)]) {
    if (/^[!-9;-~]+$/.test(name) && !/[\r\n]/.test(value)) continue;
    throw new TypeError(
      `Cannot send header "${name}" by NATS as it must be a word with a value of one line: current value is ${
        JSON.stringify(value)
      }`,
    );
  }
}
