import type { EventTransport, ExternalizedMessage } from "@espalier/espalier/modulith";

/** A message with the id under which it was sent. */
export interface Sent {
  readonly message: ExternalizedMessage;
  readonly id: string;
}

/** Keeps what is sent; refuses the first messages. */
export function recordingTransport(sent: Sent[], refusals = 0): EventTransport {
  return {
    name: "recorder",
    send(message, id) {
      sent.push({ message, id });
      return sent.length <= refusals ? Promise.reject(new Error("No connection")) : Promise.resolve();
    },
    check: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
