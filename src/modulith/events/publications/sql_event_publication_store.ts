import type { Database } from "../../../data/mod.ts";
import type { EventPublication, EventPublicationStatus } from "./event_publication.ts";
import type {
  CompletionMode,
  EventPublicationFilter,
  EventPublicationStore,
  FailedAttempt,
  Lease,
  NewEventPublication,
  ResubmissionBatch,
} from "./event_publication_store.ts";
import { placeholders, PublicationSql } from "./publication_sql.ts";

/** Open and completed publications, and the completed ones that were moved. */
const tables = ["event_publication", "event_publication_archive"];

const columns = `id, listener_id, event_type, serialized_event, publication_date, completion_date, status, status_since,
  completion_attempts, last_resubmission_date, next_attempt_date, failure, traceparent`;

const definition = `(
  id text primary key,
  listener_id text not null,
  event_type text not null,
  serialized_event text not null,
  publication_date bigint not null,
  completion_date bigint,
  status text not null,
  status_since bigint not null,
  completion_attempts integer not null,
  last_resubmission_date bigint,
  next_attempt_date bigint,
  failure text,
  traceparent text,
  owner text,
  lease_until bigint
)`;

/** Failed ones whose time has come, and those whose holder has not renewed its lease. Takes `now` twice. */
const due = `((status = 'FAILED' and next_attempt_date <= ?) or
  (status in ('PUBLISHED', 'PROCESSING', 'RESUBMITTED') and lease_until < ?))`;

/** A statement takes so many parameters on every database, and holds so many rows for a moment only. */
const changedAtOnce = 1_000;

/** Publications in SQLite or PostgreSQL. Times are milliseconds since 1970. */
export class SqlEventPublicationStore implements EventPublicationStore {
  readonly #sql: PublicationSql;

  /** @param database SQLite or PostgreSQL; whoever publishes in its transactions stores in them */
  constructor(database: Database) {
    this.#sql = new PublicationSql(database);
  }

  async createTables(): Promise<void> {
    await this.#sql.inTransaction(async () => {
      // "if not exists" does not keep two instances that start together from making the same table.
      if (this.#sql.isPostgres) await this.#sql.run("select pg_advisory_xact_lock(hashtext('event_publication'))");
      for (const table of tables) {
        await this.#sql.run(`create table if not exists ${table} ${definition}`);
        await this.#requireColumns(table);
      }
      await this.#sql.run(
        "create index if not exists event_publication_open on event_publication (status, next_attempt_date, " +
          "lease_until) where completion_date is null",
      );
    });
  }

  /** A table that was there may be somebody else's, such as that of Spring Modulith. */
  async #requireColumns(table: string): Promise<void> {
    const needed = `${columns}, owner, lease_until`;
    try {
      await this.#sql.run(`select ${needed} from ${table} where 1 = 0`);
    } catch (cause) {
      throw new Error(
        `Cannot store event publications as table "${table}" must have the columns ${needed.replace(/\s+/g, " ")}: ` +
          `rename the table that is there (${cause instanceof Error ? cause.message : cause})`,
        { cause },
      );
    }
  }

  async add(publications: readonly NewEventPublication[], { owner, now, until }: Lease): Promise<void> {
    const rows = publications.map(({ id, listenerId, eventType, serializedEvent, traceparent = null }) => //
    [id, listenerId, eventType, serializedEvent, now, "PUBLISHED", now, 1, traceparent, owner, until]);
    await this.#sql.run(
      `insert into event_publication (id, listener_id, event_type, serialized_event, publication_date, status,
        status_since, completion_attempts, traceparent, owner, lease_until)
        values ${rows.map(placeholders).join(", ")}`,
      rows.flat(),
    );
  }

  async begin(id: string, { owner, now, until }: Lease): Promise<boolean> {
    const taken = await this.#sql.run(
      `update event_publication set status = 'PROCESSING', status_since = ?, lease_until = ?
        where id = ? and owner = ? and status in ('PUBLISHED', 'RESUBMITTED') returning id`,
      [now, until, id, owner],
    );
    return taken.length > 0;
  }

  async complete(id: string, { owner, now }: Lease, mode: CompletionMode): Promise<boolean> {
    const held = "id = ? and owner = ? and status = 'PROCESSING'";
    const completed = mode === "delete"
      ? await this.#sql.run(`delete from event_publication where ${held} returning id`, [id, owner])
      : await this.#sql.run(
        `update event_publication set status = 'COMPLETED', status_since = ?, completion_date = ?, owner = null,
          lease_until = null, failure = null, next_attempt_date = null where ${held} returning id`,
        [now, now, id, owner],
      );
    if (mode === "archive" && completed.length > 0) await this.#archive(id);
    return completed.length > 0;
  }

  async fail(id: string, { owner, now }: Lease, { failure, retryAt }: FailedAttempt): Promise<boolean> {
    const failed = await this.#sql.run(
      `update event_publication set status = ?, status_since = ?, failure = ?, next_attempt_date = ?, owner = null,
        lease_until = null where id = ? and owner = ? and status in ('PUBLISHED', 'PROCESSING', 'RESUBMITTED')
        returning id`,
      [retryAt === undefined ? "ABANDONED" : "FAILED", now, failure, retryAt ?? null, id, owner],
    );
    return failed.length > 0;
  }

  async claimDue({ limit, maxAttempts }: ResubmissionBatch, lease: Lease): Promise<EventPublication[]> {
    const { owner, now, until } = lease;
    const rows = await this.#sql.run(
      `update event_publication set status = 'RESUBMITTED', status_since = ?, owner = ?, lease_until = ?,
        last_resubmission_date = ?, next_attempt_date = null, completion_attempts = completion_attempts + 1
        where ${this.#chosen("completion_attempts < ?")} returning ${columns}`,
      [now, owner, until, now, now, now, maxAttempts, limit],
    );
    return rows.map(publicationOf);
  }

  async abandonExhausted({ limit, maxAttempts }: ResubmissionBatch, { now }: Lease): Promise<EventPublication[]> {
    const rows = await this.#sql.run(
      `update event_publication set status = 'ABANDONED', status_since = ?, owner = null, lease_until = null,
        next_attempt_date = null where ${this.#chosen("completion_attempts >= ?")} returning ${columns}`,
      [now, now, now, maxAttempts, limit],
    );
    return rows.map(publicationOf);
  }

  async renew(ids: readonly string[], { owner, until }: Lease): Promise<void> {
    await this.#change(
      `update event_publication set lease_until = ? where owner = ? and status in ('PUBLISHED', 'PROCESSING', 'RESUBMITTED')`,
      [until, owner],
      ids,
    );
  }

  async find({ status, listenerId, limit = 100 }: EventPublicationFilter): Promise<EventPublication[]> {
    const conditions = ["1 = 1", ...(status ? ["status = ?"] : []), ...(listenerId ? ["listener_id = ?"] : [])];
    const values = [...(status ? [status] : []), ...(listenerId ? [listenerId] : [])];
    const searched = status === "COMPLETED" ? tables : tables.slice(0, 1);
    const selects = searched.map((table) => `select ${columns} from ${table} where ${conditions.join(" and ")}`);
    const rows = await this.#sql.run(
      `select ${columns} from (${selects.join(" union all ")}) as found order by publication_date, id limit ?`,
      [...searched.flatMap(() => values), limit],
    );
    return rows.map(publicationOf);
  }

  async counts(): Promise<Partial<Record<EventPublicationStatus, number>>> {
    const statuses = tables.map((table) => `select status from ${table}`).join(" union all ");
    const rows = await this.#sql.run(
      `select status, count(*) as number from (${statuses}) as found group by status order by status`,
    );
    return Object.fromEntries(rows.map(({ status, number }) => [status, Number(number)]));
  }

  async makeDue(ids: readonly string[], now: number): Promise<number> {
    return await this.#change(
      `update event_publication set status = 'FAILED', status_since = ?, next_attempt_date = ?, completion_attempts = 1
        where status in ('FAILED', 'ABANDONED')`,
      [now, now],
      ids,
    );
  }

  async giveUp(ids: readonly string[], now: number): Promise<number> {
    return await this.#change(
      `update event_publication set status = 'ABANDONED', status_since = ?, next_attempt_date = null
        where status = 'FAILED'`,
      [now],
      ids,
    );
  }

  async deleteEnded(ids: readonly string[]): Promise<number> {
    let count = 0;
    for (const table of tables) {
      count += await this.#change(`delete from ${table} where status in ('COMPLETED', 'ABANDONED')`, [], ids);
    }
    return count;
  }

  async deleteCompletedBefore(time: number): Promise<number> {
    let count = 0;
    for (const table of tables) {
      const deleted = await this.#sql.run(
        `delete from ${table} where status = 'COMPLETED' and completion_date < ? returning id`,
        [time],
      );
      count += deleted.length;
    }
    return count;
  }

  /** Changes or deletes those of some publications that are in an expected state. @returns how many there were */
  async #change(change: string, parameters: readonly unknown[], ids: readonly string[]): Promise<number> {
    let count = 0;
    for (let from = 0; from < ids.length; from += changedAtOnce) {
      const some = ids.slice(from, from + changedAtOnce);
      const changed = await this.#sql.run(
        `${change} and id in ${placeholders(some)} returning id`,
        [...parameters, ...some],
      );
      count += changed.length;
    }
    return count;
  }

  async #archive(id: string): Promise<void> {
    await this.#sql.run(
      `insert into event_publication_archive (${columns}) select ${columns} from event_publication where id = ?
        on conflict do nothing`,
      [id],
    );
    await this.#sql.run("delete from event_publication where id = ?", [id]);
  }

  /** Instances that choose at the same time don't wait for each other's rows. */
  #chosen(condition: string): string {
    const lock = this.#sql.isPostgres ? " for update skip locked" : "";
    return `id in (select id from event_publication where ${due} and ${condition}
      order by publication_date, id limit ?${lock})`;
  }
}

function publicationOf(row: Record<string, unknown>): EventPublication {
  const text = (name: string) => row[name] === null ? undefined : row[name] as string;
  // PostgreSQL's driver gives wide integers as text.
  const date = (name: string) => row[name] === null ? undefined : new Date(Number(row[name]));
  return {
    id: row.id as string,
    listenerId: row.listener_id as string,
    eventType: row.event_type as string,
    serializedEvent: row.serialized_event as string,
    publicationDate: date("publication_date")!,
    completionDate: date("completion_date"),
    status: row.status as EventPublicationStatus,
    statusSince: date("status_since")!,
    completionAttempts: Number(row.completion_attempts),
    lastResubmissionDate: date("last_resubmission_date"),
    nextAttemptDate: date("next_attempt_date"),
    failure: text("failure"),
    traceparent: text("traceparent"),
  };
}
