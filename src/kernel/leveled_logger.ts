import type { LogFields, Logger, LogLevel } from "./logger.ts";
import type { LogSink } from "./log_record.ts";

const severities: readonly LogLevel[] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"];

/** Levels by category; the longest dotted prefix of a category decides, `""` is the root. */
export type LogLevels = Readonly<Record<string, LogLevel>>;

/** A {@linkcode Logger} that compares levels per category and hands what passes to a sink. */
export class LeveledLogger implements Logger {
  readonly category: string;
  readonly #levels: LogLevels;
  readonly #sink: LogSink;
  readonly #threshold: number;

  /**
   * Creates the logger.
   *
   * @param levels level per category prefix, for example `{ "": "INFO", "espalier.graphql": "DEBUG" }`
   * @param sink receives the lines that pass
   * @param category the dotted category, `""` for the root
   */
  constructor(levels: LogLevels, sink: LogSink, category: string = "") {
    this.#levels = levels;
    this.#sink = sink;
    this.category = category;
    this.#threshold = severities.indexOf(levelFor(category, levels));
  }

  forCategory(name: string): Logger {
    return new LeveledLogger(this.#levels, this.#sink, name);
  }

  isEnabled(level: LogLevel): boolean {
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

function levelFor(category: string, levels: LogLevels): LogLevel {
  for (let name = category; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
    const level = levels[name];
    if (level !== undefined) return level;
  }
  return levels[""] ?? "INFO";
}
