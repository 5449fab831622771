import type { AuditFilter } from "../../context/mod.ts";
import type { Criteria, Database, EntityRepository } from "../../data/mod.ts";
import type { AuditEvent } from "./audit_event.ts";

/** How records are written. */
export interface AuditWriteOptions {
  /** Aborts the work. */
  readonly signal: AbortSignal;
}

/** The storage of audit records. */
export interface AuditStore {
  /** Whether the caller runs in a transaction that a record would be part of. */
  readonly isInTransaction: boolean;
  /**
   * Runs work in a transaction, if the store supports them.
   *
   * @param work the function
   * @param options whether the work may fail without the transaction around it
   */
  run<R>(work: () => Promise<R>, options?: { readonly nested?: boolean }): Promise<R>;
  /** Stores records in the current transaction. */
  add(events: readonly AuditEvent[], options: AuditWriteOptions): Promise<void>;
  /** Finds the newest records, in the order of their times. */
  find(filter: AuditFilter): Promise<readonly AuditEvent[]>;
  /** Deletes records before a time, and returns their number. */
  deleteBefore(time: Date): Promise<number>;
}

const defaultLimit = 100;
/** Maximum number of records that one statement deletes. */
const deletedAtOnce = 500;

/** Keeps records in memory: the newest ones. */
export class MemoryAuditStore implements AuditStore {
  readonly isInTransaction = false;
  readonly #max: number;
  #events: AuditEvent[] = [];

  /** @param max maximum number of records */
  constructor(max: number) {
    this.#max = max;
  }

  run<R>(work: () => Promise<R>): Promise<R> {
    return work();
  }

  add(events: readonly AuditEvent[]): Promise<void> {
    this.#events.push(...events);
    // Cut now and then, so that a record costs no copy of all.
    if (this.#events.length > this.#max * 2) this.#events = this.#events.slice(-this.#max);
    return Promise.resolve();
  }

  find({ principal, type, after, limit = defaultLimit }: AuditFilter): Promise<readonly AuditEvent[]> {
    const found = this.#events.slice(-this.#max).filter((event) =>
      (principal === undefined || event.principal === principal) && (type === undefined || event.type === type) &&
      (after === undefined || event.timestamp > after)
    );
    return Promise.resolve(found.slice(-limit));
  }

  deleteBefore(time: Date): Promise<number> {
    const before = this.#events.length;
    this.#events = this.#events.filter(({ timestamp }) => timestamp >= time);
    return Promise.resolve(before - this.#events.length);
  }
}

/** The functions of the data area that a {@linkcode DatabaseAuditStore} uses; loaded only if there is a database. */
export type AuditQueries = Pick<typeof import("../../data/mod.ts"), "and" | "where" | "PageRequest" | "Sort">;

/** Stores records in the application's database, within the current transaction. */
export class DatabaseAuditStore implements AuditStore {
  readonly #database: Database;
  readonly #events: EntityRepository<AuditEvent, string>;
  readonly #queries: AuditQueries;

  /**
   * @param database the application's
   * @param events the repository of records
   * @param queries the functions that create criteria
   */
  constructor(database: Database, events: EntityRepository<AuditEvent, string>, queries: AuditQueries) {
    this.#database = database;
    this.#events = events;
    this.#queries = queries;
  }

  get isInTransaction(): boolean {
    return this.#database.transactions.current !== undefined;
  }

  run<R>(work: () => Promise<R>, options: { readonly nested?: boolean } = {}): Promise<R> {
    return this.#database.transactions.run(work, options);
  }

  async add(events: readonly AuditEvent[], { signal }: AuditWriteOptions): Promise<void> {
    for (const event of events) await this.#events.save(event, { isNew: true, signal });
  }

  async find({ limit = defaultLimit, ...filter }: AuditFilter): Promise<readonly AuditEvent[]> {
    const { PageRequest, Sort } = this.#queries;
    const newestFirst = PageRequest.of(0, limit, Sort.by("timestamp", "id").descending());
    const { content } = await this.#events.sliceBy(this.#criteria(filter), newestFirst);
    return content.toReversed();
  }

  async deleteBefore(time: Date): Promise<number> {
    const { PageRequest, Sort, where } = this.#queries;
    const oldest = PageRequest.of(0, deletedAtOnce, Sort.by("timestamp", "id"));
    let count = 0;
    // In batches, so that a large deletion does not block other transactions.
    for (;;) {
      const { content } = await this.#events.sliceBy(where("timestamp").lessThan(time), oldest, { select: ["id"] });
      if (content.length === 0) return count;
      await this.#events.deleteAllById(content.map(({ id }) => id));
      count += content.length;
    }
  }

  #criteria({ principal, type, after }: Omit<AuditFilter, "limit">): Criteria {
    const { and, where } = this.#queries;
    return and(
      ...(principal === undefined ? [] : [where("principal").is(principal)]),
      ...(type === undefined ? [] : [where("type").is(type)]),
      ...(after === undefined ? [] : [where("timestamp").greaterThan(after)]),
    );
  }
}
