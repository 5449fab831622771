import type { PublicationSql } from "./publication_sql.ts";

/** The table of open and completed publications, and the archive. */
export const publicationTables: readonly string[] = ["event_publication", "event_publication_archive"];

/** The columns that both tables have. */
export const publicationColumns = `id, listener_id, event_type, serialized_event, publication_date, completion_date,
  status, status_since, completion_attempts, last_resubmission_date, next_attempt_date, failure, traceparent`;

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
  owner text
)`;

/**
 * A claimable publication has a `next_attempt_date` and no `owner`; one that an instance holds has an `owner` and no
 * date; one that waits for its turn in its key, or is abandoned, has neither.
 */
const indexes = (sequence: string) => [
  `event_publication_due on event_publication (listener_id, next_attempt_date${sequence})
    where completion_date is null and next_attempt_date is not null`,
  "event_publication_held on event_publication (owner) where completion_date is null and owner is not null",
  "event_publication_status on event_publication (status, publication_date) where completion_date is null",
  `event_publication_key on event_publication (listener_id, ordering_key${sequence})
    where completion_date is null and ordering_key is not null and status <> 'ABANDONED'`,
  "event_publication_completed on event_publication (completion_date) where completion_date is not null",
  "event_publication_archived on event_publication_archive (completion_date)",
];

/** Creates missing tables of publications, and adds the columns that earlier versions did not have. */
export async function createPublicationTables(sql: PublicationSql): Promise<void> {
  if (sql.dialect.definesInTransactions) await sql.inTransaction(() => createTables(sql));
  else await createTables(sql);
}

async function createTables(sql: PublicationSql): Promise<void> {
  const { lockTables, text, sequenceColumn, table: adapted, index: adaptedIndex, droppedIndex } = sql.dialect;
  if (lockTables !== undefined) await sql.run(lockTables);
  for (const table of publicationTables) {
    await sql.run(`create table if not exists ${table} ${adapted(definition)}`);
    await requireColumns(sql, table);
  }
  await addColumn(sql, "ordering_key", text);
  if (sequenceColumn !== undefined) await addColumn(sql, "sequence", sequenceColumn);
  await sql.run(
    `create table if not exists event_publication_instance (id ${text} primary key, beat bigint not null)`,
  );
  await sql.run(`drop index if exists ${droppedIndex("event_publication_open", "event_publication")}`);
  for (const index of indexes(sequenceColumn === undefined ? "" : ", sequence")) {
    await sql.run(`create index if not exists ${adaptedIndex(index)}`);
  }
}

/** Requires the columns, as an existing table may be that of another framework, such as Spring Modulith. */
async function requireColumns(sql: PublicationSql, table: string): Promise<void> {
  const needed = `${publicationColumns}, owner`;
  try {
    await sql.run(`select ${needed} from ${table} where 1 = 0`);
  } catch (cause) {
    throw new Error(
      `Cannot store event publications as table "${table}" must have the columns ${needed.replace(/\s+/g, " ")}: ` +
        `rename the table that is there (${cause instanceof Error ? cause.message : cause})`,
      { cause },
    );
  }
}

async function addColumn(sql: PublicationSql, name: string, type: string): Promise<void> {
  if (sql.dialect.addsColumnsOnce) {
    await sql.run(`alter table event_publication add column if not exists ${name} ${type}`);
    return;
  }
  const known = await sql.run("select name from pragma_table_info('event_publication') where name = ?", [name]);
  if (known.length === 0) await sql.run(`alter table event_publication add column ${name} ${type}`);
}
