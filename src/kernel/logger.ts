import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/** How much a log line matters, from the chattiest to the gravest. */
export type LogLevel = "TRACE" | "DEBUG" | "INFO" | "WARN" | "ERROR" | "OFF";

/** Values that accompany a message; an `Error` is written with its stack. Never put secrets here. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes log lines of one category. Bind your own to send them elsewhere. */
export interface Logger {
  /** The category, dotted like `"espalier.graphql.execution"`. */
  readonly category: string;
  /**
   * Makes the logger of another category.
   *
   * @param name the full category name
   */
  forCategory(name: string): Logger;
  /** Whether lines of this level are written; check it before building costly messages. */
  isEnabled(level: LogLevel): boolean;
  /** Writes a line, if its level is enabled for the category. */
  log(level: LogLevel, message: string, fields?: LogFields): void;
  /** Writes at `TRACE`. */
  trace(message: string, fields?: LogFields): void;
  /** Writes at `DEBUG`. */
  debug(message: string, fields?: LogFields): void;
  /** Writes at `INFO`. */
  info(message: string, fields?: LogFields): void;
  /** Writes at `WARN`. */
  warn(message: string, fields?: LogFields): void;
  /** Writes at `ERROR`. */
  error(message: string, fields?: LogFields): void;
}

/** Identifier of the root {@linkcode Logger}; components derive the logger of their category from it. */
export const Logger: ServiceIdentifier<Logger> = token<Logger>("Logger");
