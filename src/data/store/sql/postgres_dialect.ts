import { Buffer } from "node:buffer";
import type { RawBuilder, Sql, SqlBool } from "../../../../deps.ts";
import type { ColumnType } from "../../entity/property_model.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import type { SqlExpression } from "./sql_tools.ts";

const columnTypes: Readonly<Record<ColumnType, string>> = {
  text: 'text collate "C"',
  integer: "integer",
  float: "double precision",
  boolean: "boolean",
  bigint: "bigint",
  date: "timestamptz(3)",
  bytes: "bytea",
  json: "jsonb",
};

const castTypes: Readonly<Record<ColumnType, string>> = {
  text: "text",
  // Wider than the column, so that a value out of the column's range compares instead of failing.
  integer: "bigint",
  float: "double precision",
  boolean: "boolean",
  bigint: "bigint",
  date: "timestamptz",
  bytes: "bytea",
  json: "jsonb",
};

/**
 * PostgreSQL. Texts are collated "C", so that they are ordered as on every other store.
 *
 * @param sql builds fragments
 */
export function postgresDialect(sql: Sql): SqlDialect {
  const casts = mapTypes((type) => sql.raw(`::${castTypes[type]}`));
  const wide = sql.raw("::double precision");
  const folded = (expression: SqlExpression) => sql`(lower(${expression} collate "und-x-icu") collate "C")`;
  const columns = mapTypes((type) => sql.raw(columnTypes[type]));
  return {
    maxParameters: 60_000,
    prepareSchema: prepareSchema(sql),
    // The tables that are joined are not locked: the optional side of an outer join can't be. Rows that refer to a locked
    // one may still be added: its id stays.
    lockRows: (alias) => sql`for no key update of ${sql.id(alias)}`,
    value: (type, value) => sql`${encodeCompared(type, value)}${isWide(type, value) ? wide : casts[type]}`,
    comparable: (_type, column) => column,
    assigned: (type, value) => isWide(type, value) ? sql`${value}${wide}` : encode(type, value),
    columnType: (type) => columns[type],
    databaseIdType: (type) => type === "bigint" ? "bigint" : "integer",
    databaseId: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
    passBy: (table, column) => passBy(sql, table, column),
    decode,
    fold: folded,
    present: (expression) => sql`${expression} is not null`,
    isIn: (expression, list) => sql`${expression} = any(${comparedList(list)}${casts[list.type]}[])`,
    isInFolded: (expression, list) =>
      sql`${folded(expression)} in (select ${folded(sql`value`)} from unnest(${
        comparedList(list)
      }::text[]) as v (value))`,
    hasElement: (expression, member) =>
      member === undefined
        ? sql`jsonb_array_length(coalesce(${expression}, '[]')) > 0`
        : hasElement(sql, expression, member),
    ...textSearches(sql),
    decodesJson: true,
    unlessDuplicate: (addForeignKey) =>
      sql`do $$ begin ${sql.raw(addForeignKey)}; exception when duplicate_object then null; end $$`,
  };
}

/**
 * A sequence counts without looking at the ids that are there. One that may only be read on, or that would be at its
 * end, stays where it is.
 */
function passBy(sql: Sql, table: string, column: string): RawBuilder<unknown> {
  const name = table.split(".").map((part) => `"${part.replaceAll('"', '""')}"`).join(".");
  const id = sql.ref(`${table}.${column}`);
  return sql`(select setval(made.ids, ${id}::bigint)
    from (select pg_get_serial_sequence(${name}::text, ${column}::text)::regclass as ids) as made
    join pg_catalog.pg_sequence as bounds on bounds.seqrelid = made.ids
    where ${id} > coalesce(pg_sequence_last_value(made.ids), 0) and ${id} < bounds.seqmax
      and has_sequence_privilege(made.ids, 'UPDATE'))`;
}

function hasElement(sql: Sql, list: SqlExpression, member: unknown): RawBuilder<SqlBool> {
  const isObject = typeof member === "object" && member !== null;
  // What is contained may be a part of an object: an object is looked for as a whole.
  return isObject
    ? sql`exists (select 1 from jsonb_array_elements(coalesce(${list}, '[]')) as e (element) where element = ${
      JSON.stringify(member)
    }::jsonb)`
    : sql`(${list} is not null and ${list} @> ${JSON.stringify([member])}::jsonb)`;
}

function mapTypes(map: (type: ColumnType) => RawBuilder<unknown>): Readonly<Record<ColumnType, RawBuilder<unknown>>> {
  const types = Object.keys(columnTypes) as ColumnType[];
  // Every type is a key of the record that the types come from.
  return Object.fromEntries(types.map((type) => [type, map(type)])) as Record<ColumnType, RawBuilder<unknown>>;
}

// No whole number that fits a column: to be refused for its range, not for how it is written.
function isWide(type: ColumnType, value: unknown): boolean {
  return type === "integer" && typeof value === "number" && !Number.isSafeInteger(value);
}

// What comes before it PostgreSQL can't even read.
const earliestDate = Date.UTC(-4713, 10, 24);

/** A value to compare with, which need not fit a column: for the earliest dates stands one before all that are kept. */
function encodeCompared(type: ColumnType, value: unknown): unknown {
  return value instanceof Date && value.getTime() < earliestDate ? "-infinity" : encode(type, value);
}

/** The values of a list, in which a number that can't be read becomes another one that no column holds. */
function comparedList({ type, values }: { readonly type: ColumnType; readonly values: readonly unknown[] }): unknown[] {
  return values.map((value) => encodeCompared(type, isWide(type, value) ? 2n ** 63n - 1n : value));
}

function encode(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === "json") return JSON.stringify(value);
  if (value instanceof Date) return timestampText(value);
  if (type === "bytes") return Buffer.from(value as Uint8Array);
  return typeof value === "bigint" ? String(value) : value;
}

/**
 * A date in UTC, as PostgreSQL reads it: the driver would write it in the zone of the process, to the minute alone, where
 * old times are seconds off.
 */
function timestampText(date: Date): string {
  const year = date.getUTCFullYear();
  const iso = date.toISOString();
  // A sign may stand before the year.
  const rest = iso.slice(iso.indexOf("-", 1));
  // The year before year 1 is 1 BC.
  return year > 0 ? `${String(year).padStart(4, "0")}${rest}` : `${String(1 - year).padStart(4, "0")}${rest} BC`;
}

function decode(type: ColumnType, raw: unknown): unknown {
  switch (type) {
    case "integer":
    case "float":
      return Number(raw);
    case "bigint":
      return BigInt(raw as string);
    case "text":
      return String(raw);
    case "bytes":
      return new Uint8Array(raw as Uint8Array);
    default:
      return raw;
  }
}

/** "if not exists" looks before it creates: two who start at the same time would both create. */
function prepareSchema(sql: Sql): RawBuilder<unknown>[] {
  return [
    // Building an index, and waiting for others who do, may take longer than a request has.
    sql`set local statement_timeout = 0`,
    sql`set local lock_timeout = 0`,
    sql`select pg_advisory_xact_lock(hashtext('espalier.tables.' || coalesce(current_schema(), '')))`,
  ];
}

function textSearches(sql: Sql): Pick<SqlDialect, "matches" | "like" | "starting" | "contains" | "ending"> {
  return {
    // The collation "C" of columns knows the case of ASCII letters only.
    matches: (expression, { text, ignoreCase }) =>
      ignoreCase ? sql`${expression} collate "und-x-icu" ~* ${text}::text` : sql`${expression} ~ ${text}::text`,
    like: (expression, pattern) => sql`${expression} like ${pattern}::text escape '\\'`,
    starting: (expression, text) =>
      sql`${expression} like ${`${text.replaceAll(/[\\%_]/g, "\\$&")}%`}::text escape '\\'`,
    contains: (expression, text) => sql`position(${text}::text in ${expression}) > 0`,
    ending: (expression, length) => sql`right(${expression}, ${sql.lit(length)})`,
  };
}
