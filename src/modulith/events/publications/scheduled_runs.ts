import type { NewEventPublication, NextRun } from "./event_publication_store.ts";
import type { PublicationSql } from "./publication_sql.ts";

/** Stores the next runs of scheduled tasks in the table of publications. */
export class ScheduledRuns {
  readonly #sql: PublicationSql;

  /** @param sql runs the statements */
  constructor(sql: PublicationSql) {
    this.#sql = sql;
  }

  async schedule({ id, listenerId, eventType, serializedEvent }: NewEventPublication, inMs: number): Promise<void> {
    const { now } = this.#sql;
    const due = `${now} + ?`;
    const [stored] = await this.#sql.runApart("select event_type from event_publication where id = ?", [id]);
    if (stored === undefined) {
      await this.#sql.runApart(
        `insert into event_publication (id, listener_id, event_type, serialized_event, publication_date, status,
          status_since, completion_attempts, next_attempt_date)
          values (?, ?, ?, ?, ${now}, 'SCHEDULED', ${now}, 0, ${due}) ${this.#sql.unlessThere}`,
        [id, listenerId, eventType, serializedEvent, Math.ceil(inMs)],
      );
      return;
    }
    const { schedule } = JSON.parse(serializedEvent) as { readonly schedule: string };
    await this.#sql.runApart(
      `update event_publication set serialized_event = ?, next_attempt_date = ${due}
        where id = ? and owner is null and status = 'SCHEDULED' and serialized_event not like ? escape '!'`,
      [serializedEvent, Math.ceil(inMs), id, `%"schedule":${likeText(JSON.stringify(schedule))}%`],
    );
  }

  async reschedule(id: string, owner: string, { serializedEvent, inMs, failure }: NextRun): Promise<boolean> {
    const { now } = this.#sql;
    const run = (text: string, values: readonly unknown[]) =>
      this.#sql.isInTransaction ? this.#sql.run(text, values) : this.#sql.runApart(text, values);
    const rescheduled = await run(
      `update event_publication set status = 'SCHEDULED', status_since = ${now}, completion_attempts = 0, owner = null,
        serialized_event = ?, failure = ?, next_attempt_date = ${now} + ?
        where id = ? and owner = ? and status = 'PROCESSING' returning id`,
      [serializedEvent, failure ?? null, Math.ceil(inMs), id, owner],
    );
    return rescheduled.length > 0;
  }
}

/** Escapes a text for `like`. */
function likeText(text: string): string {
  return text.replace(/[!%_]/g, "!$&");
}
