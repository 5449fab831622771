import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";

/** The database that a statement is sent to. */
export interface StatementTarget {
  /** Name of the database in messages, without any password. */
  readonly name: string;
  /** Name of the product, as OpenTelemetry spells it. */
  readonly system: string;
  /** Name of the database on its server, with the schema where one is configured: `shop`, `shop|sales`. */
  readonly namespace?: string;
  /** Host name of the server; absent for files. */
  readonly address?: string;
  /** Port of the server, where it is not the product's default. */
  readonly port?: number;
  /** Whether the server is a read replica. */
  readonly isReplica: boolean;
}

/** The transaction that a statement runs in. */
export interface StatementTransaction {
  /** Number of the transaction, counted per database since it was opened. One transaction uses one connection. */
  readonly id: number;
  /** Whether the transaction refuses changes. */
  readonly readOnly: boolean;
}

/** A statement that is about to be executed. */
export interface StatementExecution {
  /**
   * `"statement"` for statements of repositories, of Kysely and of `execute`; `"transaction"` for those that begin and
   * end transactions and savepoints.
   */
  readonly kind: "statement" | "transaction";
  /** The text, as the driver gets it. Text that an application wrote may contain values. */
  readonly text: string;
  /** The values of the placeholders, as the driver gets them. Never write them to a log in production. */
  readonly parameters: readonly unknown[];
  /** The transaction; `undefined` for statements outside of transactions. */
  readonly transaction: StatementTransaction | undefined;
  /** The database that the statement is sent to. */
  readonly target: StatementTarget;
  /** The text with `?` for each literal and without comments, at most 8,192 characters. */
  readonly safeText: string;
  /** Operations and tables in the order of the text: `"select books authors"`. */
  readonly summary: string;
  /** The only operation of the statement; `undefined` where there are several. */
  readonly operation: string | undefined;
  /** The only table of the statement; `undefined` where there are several. */
  readonly table: string | undefined;
  /** Whether the statement names a table or a column with `secrets`: its parameters must not be written anywhere. */
  readonly isSecret: boolean;
}

/** The result of a statement, or its error. */
export interface StatementOutcome {
  /** Time from the call to the result, in milliseconds, with the wait for a connection. */
  readonly durationMs: number;
  /** Number of rows that were returned. */
  readonly rows: number;
  /** Number of rows that were changed, as far as the driver reports it. */
  readonly changes: number;
  /** The error, if the statement failed. Its message may hold values. */
  readonly error?: unknown;
  /** The code that the database gave to the error, such as SQLSTATE `"23505"`; absent where it gave none. */
  readonly errorCode?: string;
}

/** Receives the outcome of a statement. It must not throw. */
export type StatementEnd = (outcome: StatementOutcome) => void;

/** Observes the execution of SQL statements: logs, spans and counters. */
export interface StatementObserver {
  /**
   * Called before each statement, in the asynchronous context of the caller. What it throws fails the statement.
   *
   * @param execution the statement
   * @returns a function that is called with the outcome; nothing, if the outcome is of no interest
   */
  started(execution: StatementExecution): StatementEnd | undefined;
}

/**
 * Identifier of the {@linkcode StatementObserver} beans.
 *
 * @example
 * ```ts
 * import { ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
 * import { Database, StatementObserver } from "@espalier/espalier/data";
 *
 * const seen: string[] = [];
 * const counting = new ContainerModule(({ bind }) => {
 *   bind(StatementObserver).toConstantValue({
 *     started: ({ summary }) => ({ rows }) => void seen.push(`${summary}: ${rows} rows`),
 *   });
 * });
 * await using app = await createApp(createContainer(data(), counting));
 * await app.container.get(Database).execute("select 1 as one");
 * console.log(seen); // ["select: 1 rows"]
 * ```
 */
export const StatementObserver: ServiceIdentifier<StatementObserver> = token<StatementObserver>("StatementObserver");
