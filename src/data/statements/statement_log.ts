import type { Logger, LogLevel } from "../../kernel/mod.ts";
import type { StatementEnd, StatementExecution, StatementObserver, StatementOutcome } from "../statement_observer.ts";

/** What a {@linkcode StatementLog} writes. */
export interface StatementLogOptions {
  /** Level of statements that are not slow. */
  readonly level: LogLevel;
  /** `"parameters"` writes the values of parameters. */
  readonly logStatements: "off" | "text" | "parameters";
  /** Duration from which a statement is a warning, in milliseconds; 0 for never. */
  readonly slowStatementMs: number;
}

/** Maximum number of parameters on a line. */
const mostParameters = 20;
/** Longest value on a line, in characters. */
const longestValue = 80;

/** Logs SQL statements: text without literals, duration, number of rows. */
export class StatementLog implements StatementObserver {
  readonly #log: Logger;
  readonly #options: StatementLogOptions;

  /**
   * @param log receives the lines
   * @param options level, parameters, threshold
   */
  constructor(log: Logger, options: StatementLogOptions) {
    this.#log = log;
    this.#options = options;
  }

  started(execution: StatementExecution): StatementEnd | undefined {
    const { level, slowStatementMs } = this.#options;
    if (slowStatementMs === 0 && !this.#log.isEnabled(level)) return undefined;
    return (outcome) => this.#ended(execution, outcome);
  }

  #ended(execution: StatementExecution, outcome: StatementOutcome): void {
    const { level, slowStatementMs } = this.#options;
    const isSlow = slowStatementMs > 0 && outcome.durationMs >= slowStatementMs;
    if (!isSlow && !this.#log.isEnabled(level)) return;
    const { safeText } = execution;
    this.#log.log(isSlow ? "WARN" : level, isSlow ? `Slow statement: ${safeText}` : safeText, {
      ms: Math.round(outcome.durationMs * 1000) / 1000,
      ...(outcome.rows > 0 ? { rows: outcome.rows } : {}),
      ...(outcome.rows === 0 && outcome.changes > 0 ? { changes: outcome.changes } : {}),
      ...this.#parameters(execution),
      ...(execution.transaction === undefined ? {} : { transaction: execution.transaction.id }),
      ...(execution.target.isReplica ? { replica: execution.target.name } : {}),
      // Messages of the database may hold values.
      ...(outcome.error === undefined ? {} : { failure: outcome.errorCode ?? errorClass(outcome.error) }),
    });
  }

  #parameters(execution: StatementExecution): { readonly parameters?: string } {
    const { parameters } = execution;
    if (parameters.length === 0) return {};
    const inClear = this.#options.logStatements === "parameters";
    if (inClear && execution.isSecret) return { parameters: `${parameters.length} secret` };
    const shown = parameters.slice(0, mostParameters).map(inClear ? valueText : typeText).join(", ");
    return { parameters: parameters.length > mostParameters ? `${shown}, … (${parameters.length})` : shown };
  }
}

function errorClass(error: unknown): string {
  return error instanceof Error ? error.constructor.name || error.name : typeof error;
}

function valueText(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = typeof value === "string"
    ? JSON.stringify(value)
    : value instanceof Date
    ? value.toJSON()
    : String(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function typeText(value: unknown): string {
  if (value === null || value === undefined) return "null";
  return typeof value === "object" ? value.constructor?.name ?? "object" : typeof value;
}
