import type { LogRecord, LogSink } from "./log_record.ts";

/**
 * Makes a sink that never throws: lines that a sink refuses go to another one. The failure is reported once, until the
 * sink takes lines again.
 *
 * @param sink receives the lines; it may be asynchronous
 * @param fallback receives the lines that the sink failed on
 */
export function withFallback(sink: LogSink, fallback: LogSink): LogSink {
  let isFailing = false;
  const failed = (record: LogRecord, error: unknown) => {
    if (!isFailing) {
      const message = "The log sink failed: lines go to the console until it takes them again";
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
