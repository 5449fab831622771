import { TextStream, type TextStreamOptions } from "./text_stream.ts";

/** Options of an {@linkcode EventStream}. */
export type EventStreamOptions = Omit<TextStreamOptions, "keepAliveText">;

/** A stream of server-sent events: the server's end of `text/event-stream`. */
export class EventStream extends TextStream {
  /**
   * Creates the stream.
   *
   * @param options keep-alive, buffer size, and the disconnect callback
   */
  constructor(options: EventStreamOptions) {
    super({ ...options, keepAliveText: ":\n\n" });
  }

  /**
   * Sends an id, which the client sends as `Last-Event-ID` if it reconnects before the first event.
   *
   * @param id has no line breaks
   */
  sendPosition(id: string): void | Promise<void> {
    return this.write(`id: ${id}\n\n`);
  }

  /**
   * Ends the stream so that the client reconnects.
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
   * @param data the event's data; it may contain line breaks
   * @param id the `Last-Event-ID` of a reconnect; it must not contain line breaks
   */
  send(event: string, data: string, id?: string): void | Promise<void> {
    const position = id === undefined ? "" : `id: ${id}\n`;
    return this.write(
      `${position}event: ${event}\ndata:${data === "" ? "" : ` ${data.replaceAll("\n", "\ndata: ")}`}\n\n`,
    );
  }
}
