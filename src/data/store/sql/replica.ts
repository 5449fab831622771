import { inRootContext } from "../../../context/mod.ts";
import { StoreUnavailableError } from "../../store_unavailable_error.ts";
import type { SqlConnections } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** Notified when a replica becomes unreachable, and when it is reachable again. */
export type ReplicaListener = (replica: { readonly name: string; readonly isAvailable: boolean }) => void;

/** Minimum time between two comparisons of a replica with the primary, in milliseconds. */
const comparisonMs = 50;
/** Pauses between attempts to reach a replica, in milliseconds. */
const attempts = { first: 500, longest: 30_000 };

/** A read replica, its reachability, and the changes that it has replayed. */
export class Replica {
  readonly connections: SqlConnections;
  readonly #listener: ReplicaListener | undefined;
  #isAvailable = true;
  /** Number of changes of this process that the replica is known to have. */
  #changes = 0;
  #nextComparison = 0;
  #nextAttempt = 0;
  #pauseMs = attempts.first;
  #background: Promise<void> | undefined;

  /**
   * @param connections reach the replica
   * @param listener notified when it becomes unreachable, and when it is reachable again
   */
  constructor(connections: SqlConnections, listener?: ReplicaListener) {
    this.connections = connections;
    this.#listener = listener;
  }

  /** Whether it is reachable. If not, it is retried in the background. */
  isAvailable(): boolean {
    if (!this.#isAvailable && performance.now() >= this.#nextAttempt) this.#run(() => this.#retry());
    return this.#isAvailable;
  }

  /**
   * Whether it has the changes of this process. If that is unknown, it is compared in the background, so that no read
   * waits for a comparison.
   *
   * @param changes number of changes of this process so far
   * @param primary the server that the changes were made on
   */
  has(changes: number, primary: SqlConnections): boolean {
    if (this.#changes >= changes) return true;
    if (performance.now() >= this.#nextComparison) this.#run(() => this.#compare(changes, primary));
    return false;
  }

  /**
   * Whether the primary can serve a read that failed here: the replica is unreachable, or the read needs a primary.
   *
   * @param error the error of the read
   */
  mayReadElsewhere(error: unknown): boolean {
    if (isOnlyForPrimary(error)) return true;
    if (!(error instanceof StoreUnavailableError)) return false;
    this.#setAvailable(false);
    return true;
  }

  async open(): Promise<void> {
    await this.#retry();
  }

  async close(): Promise<void> {
    await this.connections.close();
    await this.#background;
  }

  #run(work: () => Promise<void>): void {
    this.#background ??= inRootContext(work).finally(() => this.#background = undefined);
  }

  async #compare(changes: number, primary: SqlConnections): Promise<void> {
    this.#nextComparison = performance.now() + comparisonMs;
    try {
      // The insert position, not the flush position: with synchronous_commit off a commit returns before it is flushed.
      const { rows: [written] } = await primary.query(reading("select pg_current_wal_insert_lsn()::text"));
      const { rows: [replayed] } = await this.connections.query(
        reading("select pg_last_wal_replay_lsn() >= $1::pg_lsn", written),
      );
      // Null on a server that does not replay: assume that it lacks changes.
      if (replayed?.[0] === true) this.#changes = Math.max(this.#changes, changes);
    } catch (error) {
      this.mayReadElsewhere(error);
    }
  }

  async #retry(): Promise<void> {
    try {
      await this.connections.query(reading("select 1"));
      this.#pauseMs = attempts.first;
      this.#setAvailable(true);
    } catch {
      this.#setAvailable(false);
      this.#pauseMs = Math.min(2 * this.#pauseMs, attempts.longest);
    }
  }

  #setAvailable(isAvailable: boolean): void {
    if (!isAvailable) this.#nextAttempt = performance.now() + this.#pauseMs;
    if (this.#isAvailable === isAvailable) return;
    this.#isAvailable = isAvailable;
    this.#listener?.({ name: this.connections.name, isAvailable });
  }
}

function reading(text: string, parameters: readonly unknown[] = []): SqlStatement {
  return { text, parameters, writes: false, bigints: false };
}

/** Whether a standby can't serve the read: it changes data, or conflicts with replayed changes. */
function isOnlyForPrimary(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as { readonly code?: string };
  return code === "25006" || code === "40001";
}
