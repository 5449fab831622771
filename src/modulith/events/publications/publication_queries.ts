import { type EventPublication, type EventPublicationStatus, eventPublicationStatuses } from "./event_publication.ts";
import type {
  DuePublication,
  EventPublicationFilter,
  ListenerRoom,
  PublicationBacklog,
  PublicationHolder,
  PublicationPosition,
} from "./event_publication_store.ts";
import type { PublicationSql } from "./publication_sql.ts";
import { publicationColumns as columns, publicationTables } from "./publication_tables.ts";
import { publicationOf } from "./stored_publication.ts";

/** Upper bound of counts, as health checks count at each request. */
const countedAtMost = 10_001;

const openStatuses = eventPublicationStatuses.filter((status) => status !== "COMPLETED");

/** Reads publications. Each query scans a range of a partial index, so completed publications do not slow it down. */
export class PublicationQueries {
  readonly #sql: PublicationSql;

  /** @param sql runs the statements */
  constructor(sql: PublicationSql) {
    this.#sql = sql;
  }

  async findDue(rooms: readonly ListenerRoom[]): Promise<DuePublication[]> {
    if (rooms.length === 0) return [];
    const { now, sequence } = this.#sql;
    const selects = rooms.map((_, at) =>
      `select * from (select id, listener_id, completion_attempts from event_publication
        where completion_date is null and listener_id = ? and next_attempt_date <= ${now}
        order by next_attempt_date, ${sequence} limit ?) as lane${at}`
    );
    const rows = await this.#sql.runApart(
      selects.join(" union all "),
      rooms.flatMap(({ listenerId, limit }) => [listenerId, limit]),
    );
    return rows.map((row) => ({
      id: row.id as string,
      listenerId: row.listener_id as string,
      completionAttempts: Number(row.completion_attempts),
    }));
  }

  async waitingListeners(): Promise<string[]> {
    const waiting = "completion_date is null and next_attempt_date is not null";
    // One index look-up per listener (a loose index scan), independent of the number of waiting publications.
    const rows = await this.#sql.runApart(
      `select listener_id from (with recursive lane(listener_id) as (
        select min(listener_id) from event_publication where ${waiting}
        union all
        select (select min(listener_id) from event_publication where ${waiting} and listener_id > lane.listener_id)
          from lane where lane.listener_id is not null
      ) select listener_id from lane where listener_id is not null) as lanes`,
    );
    return rows.map(({ listener_id }) => listener_id as string);
  }

  async holders(): Promise<PublicationHolder[]> {
    const rows = await this.#sql.runApart(
      `select held.owner, instance.beat from (
        select distinct owner from event_publication where completion_date is null and owner is not null
      ) as held left join event_publication_instance as instance on instance.id = held.owner`,
    );
    return rows.map(({ owner, beat }) => ({
      owner: owner as string,
      beat: beat === null ? undefined : Number(beat),
    }));
  }

  async heldBy(owner: string): Promise<string[]> {
    const rows = await this.#sql.runApart(
      "select id from event_publication where completion_date is null and owner = ?",
      [owner],
    );
    return rows.map(({ id }) => id as string);
  }

  async get(id: string): Promise<EventPublication | undefined> {
    const selects = publicationTables.map((table) => `select ${columns} from ${table} where id = ?`);
    const [row] = await this.#sql.run(selects.join(" union all "), publicationTables.map(() => id));
    return row === undefined ? undefined : publicationOf(row);
  }

  async find(filter: EventPublicationFilter): Promise<EventPublication[]> {
    const { limit = 100 } = filter;
    const found = await this.#find(filter);
    const time = ({ publicationDate }: EventPublication) => publicationDate.getTime();
    return found.toSorted((a, b) => time(a) - time(b) || (a.id < b.id ? -1 : 1)).slice(0, limit);
  }

  async findAfter(filter: EventPublicationFilter, after?: PublicationPosition): Promise<EventPublication[]> {
    const { limit = 100 } = filter;
    const found = await this.#find(filter, after);
    const time = ({ completionDate, publicationDate }: EventPublication) =>
      (completionDate ?? publicationDate).getTime();
    return found.toSorted((a, b) => time(a) - time(b) || (a.id < b.id ? -1 : 1)).slice(0, limit);
  }

  async #find(filter: EventPublicationFilter, after?: PublicationPosition): Promise<EventPublication[]> {
    const { limit = 100 } = filter;
    const selects = this.#selects(filter, after);
    // One statement, so that a publication whose status changes meanwhile is found once.
    const rows = await this.#sql.run(
      selects.map(({ text }, at) => `select * from (${text}) as found${at}`).join(" union all "),
      selects.flatMap(({ values }) => [...values, limit]),
    );
    return rows.map(publicationOf);
  }

  /** One index range for each status. */
  #selects({ status, listenerId, eventType, olderThanMs }: EventPublicationFilter, after?: PublicationPosition) {
    const { now } = this.#sql;
    const select = (table: string, { date, state }: { date: string; state: string }) => ({
      text: `select ${columns} from ${table} where ${state}` +
        (listenerId === undefined ? "" : " and listener_id = ?") +
        (eventType === undefined ? "" : " and event_type = ?") +
        (olderThanMs === undefined ? "" : ` and publication_date <= ${now} - ?`) +
        (after === undefined ? "" : ` and (${date}, id) > (?, ?)`) + ` order by ${date}, id limit ?`,
      values: [listenerId, eventType, olderThanMs, after?.time, after?.id].filter((value) => value !== undefined),
    });
    const completed = status === "COMPLETED" ? publicationTables : status === undefined ? ["event_publication"] : [];
    const open = openStatuses.filter((each) => status === undefined || each === status);
    return [
      ...open.map((each) =>
        select("event_publication", {
          date: "publication_date",
          state: `completion_date is null and status = '${each}'`,
        })
      ),
      ...completed.map((table) => select(table, { date: "completion_date", state: "completion_date is not null" })),
    ];
  }

  async counts(): Promise<Partial<Record<EventPublicationStatus, number>>> {
    const selects = [
      "select status, count(*) as number from event_publication where completion_date is null group by status",
      ...publicationTables.map((table) =>
        `select 'COMPLETED' as status, count(*) as number from ${table} where completion_date is not null`
      ),
    ];
    const counts: Partial<Record<EventPublicationStatus, number>> = {};
    for (const { status, number } of await this.#sql.run(selects.join(" union all "))) {
      const name = status as EventPublicationStatus;
      if (Number(number) > 0) counts[name] = (counts[name] ?? 0) + Number(number);
    }
    return counts;
  }

  async backlog(): Promise<PublicationBacklog> {
    const selects = openStatuses.map((status) =>
      `select '${status}' as status,
        (select count(*) from (select 1 from event_publication where completion_date is null and status = '${status}'
          limit ${countedAtMost}) as counted) as number,
        ${this.#sql.now} - (select min(publication_date) from event_publication
          where completion_date is null and status = '${status}') as age`
    );
    const rows = (await this.#sql.runApart(selects.join(" union all "))).filter(({ number }) => Number(number) > 0);
    const ages = rows.filter(({ status }) => status !== "ABANDONED" && status !== "SCHEDULED").map(({ age }) =>
      Number(age)
    );
    return {
      counts: Object.fromEntries(rows.map(({ status, number }) => [status, Number(number)])),
      oldestMs: ages.length === 0 ? undefined : Math.max(0, ...ages),
    };
  }

  async waiting(listeners: readonly string[], limit: number): Promise<number> {
    const selects = listeners.map((_, at) =>
      `select count(*) as number from (select 1 from event_publication
        where completion_date is null and next_attempt_date is not null and listener_id = ? limit ?) as lane${at}`
    );
    const rows = await this.#sql.runApart(selects.join(" union all "), listeners.flatMap((id) => [id, limit]));
    return rows.reduce((sum, { number }) => sum + Number(number), 0);
  }
}
