import type { Database, NotificationListener } from "../../../data/mod.ts";
import type { EventPublication, EventPublicationStatus } from "./event_publication.ts";
import type {
  ClaimedPublication,
  CompletionMode,
  DuePublication,
  EventPublicationFilter,
  EventPublicationStore,
  FailedAttempt,
  ListenerRoom,
  NewEventPublication,
  NextRun,
  PublicationBacklog,
  PublicationHolder,
  PublicationPosition,
} from "./event_publication_store.ts";
import { KeyTurns } from "./key_turns.ts";
import { PublicationQueries } from "./publication_queries.ts";
import { changedAtOnce, placeholders, PublicationSql } from "./publication_sql.ts";
import { createPublicationTables, publicationColumns as columns, publicationTables } from "./publication_tables.ts";
import { ScheduledRuns } from "./scheduled_runs.ts";
import { publicationOf } from "./stored_publication.ts";

const channel = "event_publication";

/** Stores publications in SQLite, PostgreSQL or MariaDB. Times are milliseconds since 1970. */
export class SqlEventPublicationStore implements EventPublicationStore {
  readonly #sql: PublicationSql;
  readonly #queries: PublicationQueries;
  readonly #turns: KeyTurns;
  readonly #runs: ScheduledRuns;

  /** @param database the database of the publishers' transactions */
  constructor(database: Database) {
    this.#sql = new PublicationSql(database);
    this.#queries = new PublicationQueries(this.#sql);
    this.#turns = new KeyTurns(this.#sql);
    this.#runs = new ScheduledRuns(this.#sql);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sql.close();
  }

  async createTables(): Promise<void> {
    await createPublicationTables(this.#sql);
  }

  async add(publications: readonly NewEventPublication[]): Promise<void> {
    const { now } = this.#sql;
    const rows = publications.map((publication) => {
      const { id, listenerId, eventType, serializedEvent, traceparent = null, key = null, owner = null } = publication;
      const isDue = owner === null && key === null;
      return {
        text: `(?, ?, ?, ?, ${now}, 'PUBLISHED', ${now}, 0, ?, ?, ?, ${isDue ? now : "null"})`,
        values: [id, listenerId, eventType, serializedEvent, traceparent, key, owner],
      };
    });
    await this.#sql.run(
      `insert into event_publication (id, listener_id, event_type, serialized_event, publication_date, status,
        status_since, completion_attempts, traceparent, ordering_key, owner, next_attempt_date)
        values ${rows.map(({ text }) => text).join(", ")}`,
      rows.flatMap(({ values }) => values),
    );
  }

  async begin(id: string, owner: string, attempt: number): Promise<boolean> {
    const { now, sequence } = this.#sql;
    const begun = await this.#sql.runApart(
      `update event_publication set status = 'PROCESSING', status_since = ${now}, completion_attempts = ?
        where id = ? and owner = ? and completion_date is null and (ordering_key is null or not exists (
          select 1 from event_publication as earlier where earlier.listener_id = event_publication.listener_id
            and earlier.ordering_key = event_publication.ordering_key and earlier.ordering_key is not null
            and earlier.completion_date is null and earlier.status <> 'ABANDONED'
            and earlier.${sequence} < event_publication.${sequence}
        )) returning id`,
      [attempt, id, owner],
    );
    return begun.length > 0;
  }

  beginFirst(ids: readonly string[], owner: string): Promise<string[]> {
    return this.#sql.changed(
      `update event_publication set status = 'PROCESSING', status_since = ${this.#sql.now}, completion_attempts = 1`,
      "owner = ? and status = 'PUBLISHED' and completion_attempts = 0 and completion_date is null",
      { ids, values: [owner] },
    );
  }

  async complete(id: string, owner: string, mode: CompletionMode): Promise<boolean> {
    // The insert into the archive and the delete must be atomic.
    if (mode === "archive" && !this.#sql.isInTransaction) {
      return await this.#sql.inTransaction(() => this.complete(id, owner, mode));
    }
    const run = (text: string, values: readonly unknown[]) =>
      this.#sql.isInTransaction ? this.#sql.run(text, values) : this.#sql.runApart(text, values);
    const held = "id = ? and owner = ? and status = 'PROCESSING'";
    if (mode === "delete") {
      return (await run(`delete from event_publication where ${held} returning id`, [id, owner])).length > 0;
    }
    const { now } = this.#sql;
    const completed = await run(
      `update event_publication set status = 'COMPLETED', status_since = ${now}, completion_date = ${now},
        owner = null, failure = null, next_attempt_date = null where ${held} returning id`,
      [id, owner],
    );
    if (mode === "archive" && completed.length > 0) await this.#archive(id);
    return completed.length > 0;
  }

  async fail(id: string, owner: string, { failure, retryInMs }: FailedAttempt): Promise<boolean> {
    const { now } = this.#sql;
    const isLast = retryInMs === undefined;
    const failed = await this.#sql.runApart(
      `update event_publication set status = '${isLast ? "ABANDONED" : "FAILED"}', status_since = ${now}, failure = ?,
        next_attempt_date = ${isLast ? "null" : `${now} + ?`}, owner = null
        where id = ? and owner = ? and completion_date is null returning id`,
      [failure, ...(isLast ? [] : [Math.ceil(retryInMs)]), id, owner],
    );
    return failed.length > 0;
  }

  async release(ids: readonly string[], owner: string): Promise<number> {
    return await this.#sql.change(this.#releasing, "owner = ? and completion_date is null", { ids, values: [owner] });
  }

  async releaseAll(owner: string): Promise<number> {
    const released = await this.#sql.runApart(
      `${this.#releasing} where owner = ? and completion_date is null returning id`,
      [owner],
    );
    return released.length;
  }

  /** Update that releases publications; those with a key that have not started wait for their turn. */
  get #releasing(): string {
    const { now } = this.#sql;
    return `update event_publication set owner = null, status_since = ${now}, next_attempt_date =
      case when ordering_key is not null and status <> 'PROCESSING' then null else ${now} end`;
  }

  async claim(ids: readonly string[], owner: string): Promise<ClaimedPublication[]> {
    const { now } = this.#sql;
    const claimed: ClaimedPublication[] = [];
    for await (const some of this.#sql.chunksOf(ids)) {
      const rows = await this.#sql.runOnUnlocked(
        `update event_publication set owner = ?, status_since = ${now}, last_resubmission_date = ${now},
          next_attempt_date = null, status = case when completion_attempts = 0 then 'PUBLISHED' else 'RESUBMITTED' end
          where ${this.#stillDue(some)} returning ${columns}, ordering_key`,
        [owner, ...some],
      );
      // Return them in the order in which they were found.
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const id of some) {
        const row = byId.get(id);
        if (row !== undefined) claimed.push({ ...publicationOf(row), key: (row.ordering_key ?? undefined) as string });
      }
    }
    return claimed;
  }

  async abandonDue(ids: readonly string[]): Promise<string[]> {
    const abandoned: string[] = [];
    for await (const some of this.#sql.chunksOf(ids)) {
      const rows = await this.#sql.runOnUnlocked(
        `update event_publication set status = 'ABANDONED', status_since = ${this.#sql.now}, next_attempt_date = null
          where ${this.#stillDue(some)} returning id`,
        some,
      );
      abandoned.push(...rows.map(({ id }) => id as string));
    }
    return abandoned;
  }

  /** Condition for publications that are still due; skips rows that another instance is claiming. */
  #stillDue(ids: readonly string[]): string {
    const due = `id in ${placeholders(ids)} and completion_date is null and owner is null
      and next_attempt_date <= ${this.#sql.now}`;
    return this.#sql.dialect.unlocked(due);
  }

  async repairDue(listenerId: string, maxDelayMs: number): Promise<number> {
    const { now } = this.#sql;
    const tooLate = `completion_date is null and listener_id = ? and next_attempt_date > ${now} + ?`;
    const rows = await this.#sql.runApart(
      `select id from event_publication where ${tooLate} limit ?`,
      [listenerId, maxDelayMs, changedAtOnce],
    );
    return await this.#sql.change(
      `update event_publication set next_attempt_date = ${now}`,
      `${tooLate} and owner is null`,
      { ids: rows.map(({ id }) => id as string), values: [listenerId, maxDelayMs] },
    );
  }

  async beat(owner: string): Promise<void> {
    await this.#sql.runApart(
      `insert into event_publication_instance (id, beat) values (?, 1)
        ${this.#sql.orCountOn}`,
      [owner],
    );
  }

  async leave(owner: string): Promise<void> {
    await this.#sql.runApart("delete from event_publication_instance where id = ?", [owner]);
  }

  defer(id: string, owner: string): Promise<void> {
    return this.#turns.defer(id, owner);
  }

  promote(listenerId: string, key: string): Promise<boolean> {
    return this.#turns.promote(listenerId, key);
  }

  promoteAll(): Promise<number> {
    return this.#turns.promoteAll();
  }

  schedule(run: NewEventPublication, inMs: number): Promise<void> {
    return this.#runs.schedule(run, inMs);
  }

  reschedule(id: string, owner: string, next: NextRun): Promise<boolean> {
    return this.#runs.reschedule(id, owner, next);
  }

  findDue(rooms: readonly ListenerRoom[]): Promise<DuePublication[]> {
    return this.#queries.findDue(rooms);
  }

  waitingListeners(): Promise<string[]> {
    return this.#queries.waitingListeners();
  }

  holders(): Promise<PublicationHolder[]> {
    return this.#queries.holders();
  }

  heldBy(owner: string): Promise<string[]> {
    return this.#queries.heldBy(owner);
  }

  get(id: string): Promise<EventPublication | undefined> {
    return this.#queries.get(id);
  }

  find(filter: EventPublicationFilter): Promise<EventPublication[]> {
    return this.#queries.find(filter);
  }

  findAfter(
    filter: EventPublicationFilter & { readonly status: EventPublicationStatus },
    after?: PublicationPosition,
  ): Promise<EventPublication[]> {
    return this.#queries.findAfter(filter, after);
  }

  counts(): Promise<Partial<Record<EventPublicationStatus, number>>> {
    return this.#queries.counts();
  }

  backlog(): Promise<PublicationBacklog> {
    return this.#queries.backlog();
  }

  waiting(listeners: readonly string[], limit: number): Promise<number> {
    return this.#queries.waiting(listeners, limit);
  }

  async makeDue(ids: readonly string[]): Promise<number> {
    const { now } = this.#sql;
    return await this.#sql.change(
      `update event_publication set status = 'FAILED', status_since = ${now}, next_attempt_date = ${now},
        completion_attempts = 0`,
      "status in ('FAILED', 'ABANDONED') and completion_date is null and owner is null",
      { ids },
    );
  }

  async giveUp(ids: readonly string[]): Promise<number> {
    return await this.#sql.change(
      `update event_publication set status = 'ABANDONED', status_since = ${this.#sql.now}, next_attempt_date = null`,
      "status = 'FAILED' and owner is null",
      { ids },
    );
  }

  async deleteEnded(ids: readonly string[]): Promise<number> {
    let count = 0;
    for (const table of publicationTables) {
      count += await this.#sql.change(`delete from ${table}`, "status in ('COMPLETED', 'ABANDONED')", { ids });
    }
    return count;
  }

  async deleteCompleted(ageMs: number, limit: number): Promise<number> {
    let count = 0;
    for (const table of publicationTables) {
      // Search first: a delete takes SQLite's write lock even if it deletes nothing.
      const old = await this.#sql.runApart(
        `select id from ${table} where completion_date is not null and completion_date <= ${this.#sql.now} - ?
          order by completion_date limit ?`,
        [ageMs, limit - count],
      );
      const ids = old.map(({ id }) => id as string);
      count += await this.#sql.change(`delete from ${table}`, "completion_date is not null", { ids });
    }
    return count;
  }

  async notifyWork(): Promise<void> {
    const { notify } = this.#sql.dialect;
    if (notify !== undefined) await this.#sql.runApart(notify, [channel]);
  }

  onWork({ notified, changed }: NotificationListener): boolean {
    const { apart } = this.#sql;
    if (!apart.canListen) return false;
    let schema: unknown;
    apart.listen(channel, {
      // Several applications may share a database, each with its own schema.
      notified: (payload) => (schema === undefined || payload === schema) && notified(payload),
      changed: (isListening) => {
        if (isListening) {
          void this.#sql.runApart("select current_schema()::text as schema")
            .then(([row]) => schema = row?.schema, () => undefined);
        }
        changed?.(isListening);
      },
    });
    return true;
  }

  async #archive(id: string): Promise<void> {
    await this.#sql.run(
      `insert into event_publication_archive (${columns}) select ${columns} from event_publication where id = ?
        ${this.#sql.unlessThere}`,
      [id],
    );
    await this.#sql.run("delete from event_publication where id = ?", [id]);
  }
}
