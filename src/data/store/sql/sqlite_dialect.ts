import type { Sql } from "../../../../deps.ts";
import type { ColumnType } from "../../entity/property_model.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import type { SqlTools } from "./sql_tools.ts";

const columnTypes: Readonly<Record<ColumnType, string>> = {
  text: "text",
  integer: "integer",
  float: "real",
  boolean: "integer",
  bigint: "integer",
  date: "integer",
  bytes: "blob",
  json: "text",
};

/**
 * SQLite: dates are milliseconds since 1970, booleans 0 and 1, JSON is text.
 *
 * @param sql builds fragments
 * @param conditions builds parameters
 */
export function sqliteDialect(sql: Sql, conditions: SqlTools["conditions"]): SqlDialect {
  return {
    maxParameters: 30_000,
    noLimit: -1,
    value: (type, value) => conditions.val(encode(type, value)),
    assigned: encode,
    columnType: (type) => sql.raw(columnTypes[type]),
    databaseIdType: () => "integer",
    databaseId: (column) => column.primaryKey().autoIncrement(),
    decode,
    // SQLite's own lower() knows ASCII only; the connection defines this function.
    fold: (expression) => sql`espalier_fold(${expression})`,
    isIn(expression, { type, values }) {
      if (type === "bytes") return sql`${expression} in (${sql.join(values)})`;
      // One parameter whatever the length: no limit is met, and the statement is prepared once.
      const list = `[${values.map((value) => jsonText(encode(type, value))).join(",")}]`;
      return sql`${expression} in (select value from json_each(${list}))`;
    },
    matches: (expression, { text, ignoreCase }) =>
      sql`espalier_matches(${text}, ${sql.lit(ignoreCase ? 1 : 0)}, ${expression})`,
    contains: (expression, text) => sql`instr(${expression}, ${text}) > 0`,
    hasElement(expression, member) {
      const list = sql`json_each(coalesce(${expression}, '[]'))`;
      if (member === undefined) return sql`exists (select 1 from ${list})`;
      return sql`exists (select 1 from ${list} where value is ${elementOf(member)})`;
    },
    ending: (expression, length) => sql`substr(${expression}, ${sql.lit(-length)})`,
    canHold: () => true,
  };
}

/** What `json_each` gives for an element: truth as a number, lists and objects as text. */
function elementOf(member: unknown): unknown {
  if (typeof member === "boolean") return Number(member);
  return typeof member === "object" && member !== null ? JSON.stringify(member) : member;
}

function encode(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === "date") return (value as Date).getTime();
  if (type === "boolean") return value ? 1 : 0;
  return type === "json" ? JSON.stringify(value) : value;
}

function decode(type: ColumnType, raw: unknown): unknown {
  switch (type) {
    case "integer":
    case "float":
      return Number(raw);
    case "date":
      return new Date(typeof raw === "bigint" ? Number(raw) : raw as string | number);
    case "boolean":
      return Number(raw) !== 0;
    case "bigint":
      return BigInt(raw as number | bigint);
    case "json":
      return JSON.parse(raw as string);
    case "text":
      return String(raw);
    default:
      return raw;
  }
}

function jsonText(value: unknown): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
