import type { ServiceIdentifier } from "../../deps.ts";
import type { LogFields, LogLevel } from "./logger.ts";
import { token } from "./token.ts";

/** One line on its way to a log sink. */
export interface LogRecord {
  /** When the line was logged. */
  readonly time: Date;
  /** How grave it is. */
  readonly level: Exclude<LogLevel, "OFF">;
  /** The dotted name of its logger; `""` for the root. */
  readonly category: string;
  /** The message. */
  readonly message: string;
  /** Values logged with the message. */
  readonly fields: LogFields;
}

/** Writes log lines to a destination. */
export type LogSink = (record: LogRecord) => void;

/** Identifier of the {@linkcode LogSink} bean: bind your own to send lines elsewhere and keep the levels. */
export const LogSink: ServiceIdentifier<LogSink> = token<LogSink>("LogSink");
