import type { ConnectionCounts } from "../../../kernel/mod.ts";
import type { DedicatedConnection } from "../../dedicated_connection.ts";
import type { BeginOptions } from "../transaction_manager.ts";
import type { Replica } from "./replica.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** The reads that replicas serve. */
export interface ReplicaRules {
  /** `"transactions"`: read-only transactions; `"all"`: what repositories read outside of transactions, too. */
  readonly reads: "transactions" | "all";
  /** `"own-writes"`: a replica serves reads only while it has all changes of this process. */
  readonly consistency: "own-writes" | "eventual";
}

/** A primary server for changes, and replicas for reads. */
export class ReplicatedConnections implements SqlConnections {
  readonly isInMemory = false;
  readonly #primary: SqlConnections;
  readonly #replicas: readonly Replica[];
  readonly #rules: ReplicaRules;
  /** Number of statements and transactions that may have changed something. */
  #changes = 0;
  #next = 0;

  /**
   * @param primary takes all changes
   * @param replicas serve reads, round-robin
   * @param rules which reads
   */
  constructor(primary: SqlConnections, replicas: readonly Replica[], rules: ReplicaRules) {
    this.#primary = primary;
    this.#replicas = replicas;
    this.#rules = rules;
  }

  get name(): string {
    return this.#primary.name;
  }

  get maxTransactions(): number {
    return this.#primary.maxTransactions;
  }

  async open(): Promise<void> {
    await Promise.all([this.#primary.open(), ...this.#replicas.map((replica) => replica.open())]);
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    if (statement.writes) return await this.#changing(() => this.#primary.query(statement, signal));
    // SQL of the application may change data, whatever its first word is.
    const isBuilt = statement.isDecoded === true;
    const replica = this.#rules.reads === "all" && isBuilt ? this.#choose() : undefined;
    if (replica === undefined) return await this.#primary.query(statement, signal);
    try {
      return await replica.connections.query(statement, signal);
    } catch (error) {
      if (signal?.aborted || !replica.mayReadElsewhere(error)) throw error;
      return await this.#primary.query(statement, signal);
    }
  }

  async begin(options: BeginOptions): Promise<SqlSession> {
    const { readOnly = false, mode, isolation, signal } = options;
    if (!readOnly) {
      const session = await this.#primary.begin(options);
      return new ChangingSession(session, (work) => this.#changing(work), mode === "autocommit");
    }
    // A standby does not support serializable transactions.
    const replica = mode === undefined && isolation !== "serializable" ? this.#choose() : undefined;
    if (replica === undefined) return await this.#primary.begin(options);
    try {
      return await replica.connections.begin(options);
    } catch (error) {
      if (signal?.aborted || !replica.mayReadElsewhere(error)) throw error;
      return await this.#primary.begin(options);
    }
  }

  dedicate(): DedicatedConnection {
    return this.#primary.dedicate!();
  }

  counts(): ConnectionCounts {
    const all = [this.#primary, ...this.#replicas.map(({ connections }) => connections)]
      .map((connections) => connections.counts?.() ?? { active: 0 });
    const total = (name: "idle" | "waiting" | "max") => all.reduce((sum, counts) => sum + (counts[name] ?? 0), 0);
    const active = all.reduce((sum, counts) => sum + counts.active, 0);
    return { active, idle: total("idle"), waiting: total("waiting"), max: total("max") };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#replicas.map((replica) => replica.close()), this.#primary.close()]);
  }

  /** Returns the next replica that is reachable and up to date. */
  #choose(): Replica | undefined {
    for (let i = 0; i < this.#replicas.length; i++) {
      const index = (this.#next + i) % this.#replicas.length;
      const replica = this.#replicas[index]!;
      if (!replica.isAvailable()) continue;
      if (this.#rules.consistency === "own-writes" && !replica.has(this.#changes, this.#primary)) continue;
      this.#next = index + 1;
      return replica;
    }
    return undefined;
  }

  /** Counts a change before its caller sees the result. A failed one counts, too, as it may have been committed. */
  async #changing<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } finally {
      this.#changes++;
    }
  }
}

/** A transaction whose commit is a change. */
class ChangingSession implements SqlSession {
  readonly #session: SqlSession;
  readonly #changing: <R>(work: () => Promise<R>) => Promise<R>;
  readonly #isAutocommit: boolean;

  constructor(session: SqlSession, changing: <R>(work: () => Promise<R>) => Promise<R>, isAutocommit: boolean) {
    this.#session = session;
    this.#changing = changing;
    this.#isAutocommit = isAutocommit;
  }

  query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    const query = () => this.#session.query(statement, signal);
    return this.#isAutocommit ? this.#changing(query) : query();
  }

  commit(): Promise<void> {
    return this.#changing(() => this.#session.commit());
  }

  rollback(): Promise<void> {
    return this.#session.rollback();
  }

  savepoint(): ReturnType<SqlSession["savepoint"]> {
    return this.#session.savepoint();
  }
}
