import { changedAtOnce, type PublicationSql } from "./publication_sql.ts";

/** Condition for publications that block later ones of their key. */
const openInKey = "completion_date is null and ordering_key is not null and status <> 'ABANDONED'";

/** Decides which publications of a key can be claimed, so that they are delivered in order. */
export class KeyTurns {
  readonly #sql: PublicationSql;

  /** @param sql runs the statements */
  constructor(sql: PublicationSql) {
    this.#sql = sql;
  }

  async defer(id: string, owner: string): Promise<void> {
    await this.#sql.runApart(
      `update event_publication set owner = null, next_attempt_date = null
        where id = ? and owner = ? and completion_date is null and status <> 'PROCESSING'`,
      [id, owner],
    );
  }

  async promote(listenerId: string, key: string): Promise<boolean> {
    const { now, sequence } = this.#sql;
    const promoted = await this.#sql.runApart(
      `update event_publication set next_attempt_date = ${now} where id = (
        select id from event_publication where ${openInKey} and listener_id = ? and ordering_key = ?
          order by ${sequence} limit 1
      ) and owner is null and next_attempt_date is null and ${openInKey} returning id`,
      [listenerId, key],
    );
    return promoted.length > 0;
  }

  async promoteAll(): Promise<number> {
    const { now, sequence } = this.#sql;
    const first = await this.#sql.runApart(
      `select id from event_publication as waiting where ${openInKey} and owner is null
        and next_attempt_date is null and not exists (select 1 from event_publication as earlier
          where earlier.listener_id = waiting.listener_id and earlier.ordering_key = waiting.ordering_key
            and earlier.ordering_key is not null and earlier.completion_date is null
            and earlier.status <> 'ABANDONED' and earlier.${sequence} < waiting.${sequence}) limit ?`,
      [changedAtOnce],
    );
    return await this.#sql.change(
      `update event_publication set next_attempt_date = ${now}`,
      `${openInKey} and owner is null and next_attempt_date is null`,
      { ids: first.map(({ id }) => id as string) },
    );
  }
}
