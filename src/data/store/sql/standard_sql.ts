import type { Sql } from "../../../../deps.ts";
import type { SqlDialect } from "./sql_dialect.ts";

/**
 * The SQL that PostgreSQL and SQLite share.
 *
 * @param sql builds fragments
 */
export function standardSql(sql: Sql): Pick<SqlDialect, "orderTerms" | "insertDefaults" | "replaceExisting"> {
  return {
    orderTerms: (expression, { descending, nullsFirst }) => {
      const nulls = nullsFirst === undefined ? "" : nullsFirst ? " nulls first" : " nulls last";
      return [sql`${expression}${sql.raw(`${descending ? " desc" : ""}${nulls}`)}`];
    },
    insertDefaults: (insert) => insert.defaultValues(),
    replaceExisting: (insert, { on, columns, set = {} }) =>
      insert.onConflict((conflict) => {
        const known = conflict.columns([...on]);
        const given = columns.map((column) => [column, sql.ref(`excluded.${column}`)] as const);
        const changes = { ...Object.fromEntries(given), ...set };
        return Object.keys(changes).length === 0 ? known.doNothing() : known.doUpdateSet(changes);
      }),
  };
}
