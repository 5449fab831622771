import { TextStream, type TextStreamOptions } from "./text_stream.ts";

/** What decides about the life of an {@linkcode EventStream}. */
export type EventStreamOptions = Omit<TextStreamOptions, "keepAliveText">;

/** A stream of server-sent events: the server's end of `text/event-stream`. */
export class EventStream extends TextStream {
  /**
   * Creates the stream.
   *
   * @param options keep-alive, buffer, and what to do when the client leaves
   */
  constructor(options: EventStreamOptions) {
    super({ ...options, keepAliveText: ":\n\n" });
  }

  /**
   * Sends an event, and waits while too much waits for the client.
   *
   * @param event the event's name
   * @param data the event's data; JSON has no line breaks, other text may
   */
  send(event: string, data: string): void | Promise<void> {
    return this.write(`event: ${event}\ndata:${data === "" ? "" : ` ${data.replaceAll("\n", "\ndata: ")}`}\n\n`);
  }
}
