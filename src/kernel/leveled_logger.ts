import { type LogLevels, LogLevelTable } from "./log_level_table.ts";
import type { LogFields, Logger, LogLevel } from "./logger.ts";
import type { LogSink } from "./log_record.ts";

const severities: readonly LogLevel[] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"];

/** A {@linkcode Logger} that filters lines by the level of their category and passes the others to a sink. */
export class LeveledLogger implements Logger {
  readonly category: string;
  readonly #levels: LogLevelTable;
  readonly #sink: LogSink;
  #threshold: number;
  #version: number;

  /**
   * Creates the logger.
   *
   * @param levels level per category prefix, for example `{ "": "INFO", "espalier.graphql": "DEBUG" }`, or a table
   * whose
   *   levels change
   * @param sink receives the lines that pass
   * @param category the dotted category, `""` for the root
   */
  constructor(levels: LogLevels | LogLevelTable, sink: LogSink, category: string = "") {
    this.#levels = levels instanceof LogLevelTable ? levels : new LogLevelTable(levels);
    this.#sink = sink;
    this.category = category;
    this.#version = this.#levels.version;
    this.#threshold = severities.indexOf(this.#levels.effective(category));
    this.#levels.remember(category);
  }

  forCategory(name: string): Logger {
    return new LeveledLogger(this.#levels, this.#sink, name);
  }

  isEnabled(level: LogLevel): boolean {
    if (this.#version !== this.#levels.version) {
      this.#version = this.#levels.version;
      this.#threshold = severities.indexOf(this.#levels.effective(this.category));
    }
    return level !== "OFF" && severities.indexOf(level) >= this.#threshold;
  }

  log(level: LogLevel, message: string, fields: LogFields = {}): void {
    if (level === "OFF" || !this.isEnabled(level)) return;
    this.#sink({ time: new Date(), level, category: this.category, message, fields });
  }

  trace(message: string, fields?: LogFields): void {
    this.log("TRACE", message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.log("DEBUG", message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.log("INFO", message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.log("WARN", message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.log("ERROR", message, fields);
  }
}
