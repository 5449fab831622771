import type { LogLevel } from "../logger.ts";
import type { LogLevels } from "../log_level_table.ts";
import { choice, flag, list, type Property, type PropertyTable, text } from "./property.ts";

/** Levels and format of logs. */
export interface LoggingProperties {
  /** The level of every category that `levels` does not name. */
  readonly level: LogLevel;
  /** Levels by category prefix. */
  readonly levels: LogLevels;
  /** How lines are written: `"auto"` is pretty in a terminal and JSON otherwise. */
  readonly format: "auto" | "pretty" | "json";
  /**
   * Whether lines that application code logs during a GraphQL request have its execution id, as those of the framework
   * do.
   */
  readonly executionId: boolean;
  /**
   * The format of the lines of `accessLog()`: one JSON object each, or Apache's combined format with three more fields.
   */
  readonly accessFormat: "json" | "combined";
  /** The file that `accessLog()` appends to; `""` for standard output. */
  readonly accessFile: string;
  /** Query parameters whose values `accessLog()` writes; for others it writes only the names. */
  readonly accessQueryParameters: readonly string[];
}

const levelNames = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"] as const;

function isLevel(value: unknown): value is LogLevel {
  return (levelNames as readonly unknown[]).includes(value);
}

const levels: Property<LogLevels> = {
  default: {},
  allowed: `categories with levels, such as "espalier.graphql=DEBUG,espalier.data=WARN"`,
  description: "Levels by category prefix; the longest prefix wins.",
  accepts: (value) => typeof value === "object" && value !== null && Object.values(value).every(isLevel),
  parse(value) {
    const pairs = value.split(",").filter((pair) => pair !== "").map((pair) => pair.trim().split("="));
    if (!pairs.every((pair) => pair.length === 2 && isLevel(pair[1]))) return undefined;
    return Object.fromEntries(pairs) as LogLevels;
  },
};

/** Definitions of {@linkcode LoggingProperties}. */
export const loggingProperties: PropertyTable<LoggingProperties> = {
  level: choice(levelNames, {
    default: "INFO",
    test: "WARN",
    description: "The level of categories without an explicit one.",
  }),
  levels,
  format: choice(["auto", "pretty", "json"], { default: "auto", description: "The format of log lines." }),
  executionId: flag({
    default: false,
    development: true,
    description: "Add the id of the GraphQL execution to lines of application code, too.",
  }),
  accessFormat: choice(["json", "combined"], { default: "json", description: "The format of `accessLog()`'s lines." }),
  accessFile: text({ default: "", description: "File that `accessLog()` appends to; empty: standard output." }),
  accessQueryParameters: list({
    default: ["page", "projection", "size", "sort"],
    description: "Query parameters whose values `accessLog()` writes.",
  }),
};
