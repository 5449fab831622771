import { logLineAsJson } from "./log_line_as_json.ts";
import { logLineAsText } from "./log_line_as_text.ts";
import type { LogSink } from "./log_record.ts";

/** The appearance of log lines on the console. */
export interface ConsoleSinkOptions {
  /** Whether `"pretty"` lines are coloured. */
  readonly colors?: boolean;
}

/**
 * Creates a sink that writes to the console: `WARN` and `ERROR` to standard error, the rest to standard output.
 *
 * @param format `"pretty"` for developers, `"json"` for one JSON object per line
 * @param options colours
 *
 * @example
 * ```ts
 * import { consoleSink, ContainerModule, createApp, createContainer, LogSink } from "@espalier/espalier";
 *
 * const json = new ContainerModule(({ bind }) => bind(LogSink).toConstantValue(consoleSink("json")));
 * await using _app = await createApp(createContainer(json)); // logs one JSON object per line
 * ```
 */
export function consoleSink(format: "pretty" | "json", { colors = false }: ConsoleSinkOptions = {}): LogSink {
  return (record) => {
    const line = format === "json" ? logLineAsJson(record) : logLineAsText(record, colors);
    if (record.level === "WARN" || record.level === "ERROR") console.error(line);
    else console.log(line);
  };
}
