import type { LogRecord, LogSink } from "./log_record.ts";

/**
 * Creates a sink that never throws: if a sink throws, the line goes to a fallback. The failure is reported once, until
 * the sink succeeds again.
 *
 * @param sink receives the lines; it may be asynchronous
 * @param fallback receives the lines that the sink failed on
 */
export function withFallback(sink: LogSink, fallback: LogSink): LogSink {
  let isFailing = false;
  const failed = (record: LogRecord, error: unknown) => {
    if (!isFailing) {
      const message = "The log sink failed: lines are written to the console until it succeeds again";
      fallback({ time: record.time, level: "ERROR", category: "espalier.logging", message, fields: { error } });
    }
    isFailing = true;
    fallback(record);
  };
  return (record) => {
    try {
      // A sink that is an async function returns a promise, which its type does not show.
      const written: unknown = sink(record);
      if (!(written instanceof Promise)) isFailing = false;
      else written.then(() => void (isFailing = false), (error) => failed(record, error));
    } catch (error) {
      failed(record, error);
    }
  };
}
