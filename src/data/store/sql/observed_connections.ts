import type { ConnectionCounts } from "../../../kernel/mod.ts";
import type { DedicatedConnection } from "../../dedicated_connection.ts";
import type { StatementEnd, StatementObserver, StatementTransaction } from "../../statement_observer.ts";
import { responseCode } from "../../statements/response_code.ts";
import { ObservedStatement, type StatementParts, type StatementSource } from "../../statements/observed_statement.ts";
import type { BeginOptions, Savepoint } from "../transaction_manager.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** Runs a statement and notifies observers of its start and its outcome. */
export class StatementObservation {
  readonly #source: StatementSource;
  readonly #observers: readonly StatementObserver[];

  /**
   * @param source the facts that the statements share
   * @param observers the observers to notify
   */
  constructor(source: StatementSource, observers: readonly StatementObserver[]) {
    this.#source = source;
    this.#observers = observers;
  }

  /** Observes a statement with a text and parameters. */
  statement<R extends SqlResult | Record<string, unknown>[]>(
    { text, parameters }: Pick<SqlStatement, "text" | "parameters">,
    transaction: StatementTransaction | undefined,
    run: () => Promise<R>,
  ): Promise<R> {
    return this.#observe({ kind: "statement", text, parameters, transaction }, run);
  }

  /** Observes the beginning or the end of a transaction or a savepoint. */
  control<R>(text: string, transaction: StatementTransaction, run: () => Promise<R>): Promise<R> {
    return this.#observe({ kind: "transaction", text, parameters: [], transaction }, run);
  }

  #observe<R>(parts: StatementParts, run: () => Promise<R>): Promise<R> {
    const execution = new ObservedStatement(this.#source, parts);
    let ends: StatementEnd[] | undefined;
    for (const observer of this.#observers) {
      const end = observer.started(execution);
      if (end !== undefined) (ends ??= []).push(end);
    }
    return ends === undefined ? run() : timed(run, ends);
  }
}

async function timed<R>(run: () => Promise<R>, ends: readonly StatementEnd[]): Promise<R> {
  const start = performance.now();
  try {
    const result = await run();
    const durationMs = performance.now() - start;
    const counts = countsOf(result);
    for (const end of ends) end({ durationMs, ...counts });
    return result;
  } catch (error) {
    const durationMs = performance.now() - start;
    const code = responseCode(error);
    const failure = code === undefined ? { error } : { error, errorCode: code };
    for (const end of ends) end({ durationMs, rows: 0, changes: 0, ...failure });
    throw error;
  }
}

function countsOf(result: unknown): { readonly rows: number; readonly changes: number } {
  if (Array.isArray(result)) return { rows: result.length, changes: 0 };
  // The result is that of a statement, or nothing for the end of a transaction.
  const { rows, changes = 0 } = (result ?? {}) as Partial<SqlResult>;
  return { rows: rows?.length ?? 0, changes };
}

/** Numbers the transactions of a database. */
export class TransactionCounter {
  #count = 0;

  /** Returns the next number. */
  next(): number {
    return ++this.#count;
  }
}

/** Connections whose statements are observed. */
export class ObservedConnections implements SqlConnections {
  readonly #connections: SqlConnections;
  readonly #observation: StatementObservation;
  readonly dedicate?: () => DedicatedConnection;
  readonly counts?: () => ConnectionCounts;
  readonly #counter: TransactionCounter;

  /**
   * @param connections run the statements
   * @param observation notifies observers
   * @param counter numbers the transactions
   */
  constructor(connections: SqlConnections, observation: StatementObservation, counter: TransactionCounter) {
    this.#connections = connections;
    this.#counter = counter;
    this.#observation = observation;
    if (connections.dedicate !== undefined) {
      this.dedicate = () => observedDedicated(connections.dedicate!(), observation);
    }
    if (connections.counts !== undefined) this.counts = () => connections.counts!();
  }

  get name(): string {
    return this.#connections.name;
  }

  get isInMemory(): boolean {
    return this.#connections.isInMemory;
  }

  get folder(): string | undefined {
    return this.#connections.folder;
  }

  get maxTransactions(): number {
    return this.#connections.maxTransactions;
  }

  open(): Promise<void> {
    return this.#connections.open();
  }

  query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    return this.#observation.statement(statement, undefined, () => this.#connections.query(statement, signal));
  }

  async begin(options: BeginOptions): Promise<SqlSession> {
    const transaction = { id: this.#counter.next(), readOnly: options.readOnly ?? false };
    const begin = () => this.#connections.begin(options);
    const hasTransaction = options.mode !== "autocommit";
    const session = hasTransaction ? await this.#observation.control("begin", transaction, begin) : await begin();
    return new ObservedSession(session, this.#observation, hasTransaction ? transaction : undefined);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

class ObservedSession implements SqlSession {
  readonly #session: SqlSession;
  readonly #observation: StatementObservation;
  readonly #transaction: StatementTransaction | undefined;
  #isOver = false;

  constructor(
    session: SqlSession,
    observation: StatementObservation,
    transaction: StatementTransaction | undefined,
  ) {
    this.#session = session;
    this.#observation = observation;
    this.#transaction = transaction;
  }

  query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    return this.#observation.statement(statement, this.#transaction, () => this.#session.query(statement, signal));
  }

  commit(): Promise<void> {
    this.#isOver = true;
    return this.#control("commit", () => this.#session.commit());
  }

  rollback(): Promise<void> {
    // After a failed commit the rollback only cleans up the session: do not report it.
    if (this.#isOver) return this.#session.rollback();
    return this.#control("rollback", () => this.#session.rollback());
  }

  async savepoint(): Promise<Savepoint> {
    const savepoint = await this.#control("savepoint", () => this.#session.savepoint());
    return {
      release: () => this.#control("release savepoint", () => savepoint.release()),
      rollback: () => this.#control("rollback to savepoint", () => savepoint.rollback()),
    };
  }

  #control<R>(text: string, run: () => Promise<R>): Promise<R> {
    const transaction = this.#transaction;
    return transaction === undefined ? run() : this.#observation.control(text, transaction, run);
  }
}

function observedDedicated(connection: DedicatedConnection, observation: StatementObservation): DedicatedConnection {
  return {
    canListen: connection.canListen,
    execute: (text, parameters = []) =>
      observation.statement({ text, parameters }, undefined, () => connection.execute(text, parameters)),
    listen: (channel, listener) => connection.listen(channel, listener),
    unlisten: (channel) => connection.unlisten(channel),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
