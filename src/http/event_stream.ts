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
   * Sends what the client sends as `Last-Event-ID` when it connects again before the first event.
   *
   * @param id has no line breaks
   */
  sendPosition(id: string): void | Promise<void> {
    return this.write(`id: ${id}\n\n`);
  }

  /**
   * Ends the stream so that the client connects again.
   *
   * @param afterMs when it does, in milliseconds
   */
  closeForReconnection(afterMs: number): void {
    void this.write(`retry: ${afterMs}\n\n`);
    this.close();
  }

  /**
   * Sends an event, and waits while too much waits for the client.
   *
   * @param event the event's name
   * @param data the event's data; JSON has no line breaks, other text may
   * @param id what a client sends as `Last-Event-ID` when it connects again; it has no line breaks
   */
  send(event: string, data: string, id?: string): void | Promise<void> {
    const position = id === undefined ? "" : `id: ${id}\n`;
    return this.write(
      `${position}event: ${event}\ndata:${data === "" ? "" : ` ${data.replaceAll("\n", "\ndata: ")}`}\n\n`,
    );
  }
}
