import type { LogRecord, LogSink } from "./log_record.ts";

/**
 * Passes log lines to further sinks while the application runs, in addition to the sink that writes them. The class is
 * its own
 * identifier in the container; a `Logger` of the application's own does not report to it.
 *
 * @example
 * ```ts
 * import { createApp, createContainer, Logger, LogObservers } from "@espalier/espalier";
 *
 * await using app = await createApp(createContainer());
 * const messages: string[] = [];
 * app.container.get(LogObservers).observe(({ message }) => messages.push(message));
 * app.container.get(Logger).warn("The shelf is empty");
 * console.log(messages); // ["The shelf is empty"]
 * ```
 */
export class LogObservers {
  readonly #sinks = new Set<LogSink>();

  /**
   * Passes each further line to the given sink. The sink must not log; its exceptions are dropped.
   *
   * @param sink receives the completed lines
   * @returns stops passing lines
   */
  observe(sink: LogSink): () => void {
    this.#sinks.add(sink);
    return () => this.#sinks.delete(sink);
  }

  /**
   * Makes a sink that passes lines to the observers, then writes them.
   *
   * @param sink writes the lines
   */
  before(sink: LogSink): LogSink {
    return (record) => {
      if (this.#sinks.size > 0) this.#notify(record);
      sink(record);
    };
  }

  #notify(record: LogRecord): void {
    for (const sink of this.#sinks) {
      try {
        sink(record);
      } catch {
        // The line must still be written, and logging the failure would call this observer again.
      }
    }
  }
}
