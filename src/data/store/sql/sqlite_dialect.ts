import type { Sql } from "../../../../deps.ts";
import type { ColumnType, StoredType } from "../../entity/property_model.ts";
import { canonicalJson } from "../../canonical_json.ts";
import { successor } from "./successor.ts";
import type { ColumnValues, SqlDialect } from "./sql_dialect.ts";
import { decode, decodeKey, encode, isDecimalText, mayExceedNumbers, storageOf } from "./sqlite_values.ts";
import { standardSql } from "./standard_sql.ts";
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
  uuid: "text",
  decimal: "text",
  localDate: "text",
  localTime: "text",
  localDateTime: "text",
  instant: "text",
};

/** The least value of each class of storage; numbers come before texts, and texts before blobs. */
const leastValues: Readonly<Record<string, string>> = { text: "''", integer: "-9e999", real: "-9e999", blob: "x''" };

/**
 * Longest text, in UTF-16 units, that SQLite's own `like` and `instr` search for: their time grows with the product of
 * both lengths, and `like` refuses patterns above 50,000 bytes.
 */
const longestPattern = 100;

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
    prepareSchema: [],
    ...columnValues(sql, conditions),
    columnType: (type) => sql.raw(columnTypes[type]),
    databaseIdType: () => "integer",
    databaseId: "primary key autoincrement",
    textType: () => "text",
    limitsTexts: false,
    // SQLite's own lower() knows ASCII only; the connection defines this function.
    fold: (expression) => sql`espalier_fold(${expression})`,
    // Without statistics SQLite does not enter an index by "is not null".
    present: (expression, column) =>
      sql`${expression} >= ${sql.raw(leastValues[storageOf(column) ?? columnTypes[column.type]]!)}`,
    ...listSearches(sql),
    ...nestedPages(sql),
    ...textSearches(sql),
    ...aggregates(sql),
    ...standardSql(sql),
    decodesJson: false,
  };
}

/** Conditions on one of several values, and on JSON lists. */
function listSearches(sql: Sql): Pick<SqlDialect, "isIn" | "areIn" | "isInFolded" | "hasElement"> {
  return {
    isIn(expression, { column, values }) {
      const own = column.type === "bytes" ? sql`unhex(value)` : sql`value`;
      const value = isDecimalText(column) ? sql`espalier_decimal(value)` : own;
      return sql`${expression} in (select ${value} from json_each(${jsonList(column, values)}))`;
    },
    areIn(expressions, { columns, rows }) {
      const values = columns.map((column, i) => {
        const value = sql`json_extract(value, ${sql.lit(`$[${i}]`)})`;
        const own = column.type === "bytes" ? sql`unhex(${value})` : value;
        return isDecimalText(column) ? sql`espalier_decimal(${value})` : own;
      });
      const list = `[${rows.map((row) => jsonRow(columns, row)).join(",")}]`;
      return sql`(${sql.join(expressions)}) in (select ${sql.join(values)} from json_each(${list}))`;
    },
    isInFolded: (expression, { column, values }) =>
      sql`espalier_fold(${expression}) in (select espalier_fold(value) from json_each(${jsonList(column, values)}))`,
    hasElement(_column, expression, member) {
      const list = sql`json_each(coalesce(${expression}, '[]'))`;
      if (member === undefined) return sql`exists (select 1 from ${list})`;
      const isMember = isObject(member)
        ? sql`type in ('array', 'object') and espalier_json(value) = ${canonicalJson(member)}`
        : sql`type in (${sql.join(elementTypes(member))}) and value is ${elementOf(member)}`;
      return sql`exists (select 1 from ${list} where ${isMember})`;
    },
  };
}

function nestedPages(
  sql: Sql,
): Pick<SqlDialect, "parents" | "parentValue" | "parentPosition" | "nestedPages" | "sortsByNulls"> {
  return {
    parents: ({ column, values }) => sql`json_each(${jsonList(column, values)})`.as("parent"),
    parentValue: ({ type }) => type === "bytes" ? sql`unhex(parent.value)` : sql`parent.value`,
    parentPosition: sql`parent.key`,
    nestedPages: "by ids",
    sortsByNulls: false,
  };
}

/** Conversions of columns and values. */
function columnValues(sql: Sql, conditions: SqlTools["conditions"]): ColumnValues {
  return {
    value: (column, value) => {
      const parameter = conditions.val(compared(column, value));
      return isDecimalText(column) ? sql`espalier_decimal(${parameter})` : parameter;
    },
    // JSON is kept as it was written, with its keys in any sequence; the connection defines this function.
    comparable: (column, expression) => {
      if (column.type === "json") return sql`espalier_json(${expression})`;
      return isDecimalText(column) ? sql`espalier_decimal(${expression})` : expression;
    },
    assigned: encode,
    holds: () => true,
    read: (_column, expression) => expression,
    searched: (_column, expression) => expression,
    ignoresCase: () => false,
    decode,
    decodeKey,
    mayExceedNumbers,
  };
}

/** Exact numbers are summed up by functions that the connection defines. */
function aggregates(sql: Sql): Pick<SqlDialect, "sum" | "average" | "extreme"> {
  return {
    sum: ({ type }, expression) =>
      type === "integer" || type === "float" ? sql`sum(${expression})` : sql`espalier_sum(${expression})`,
    average: (_column, expression) => sql`avg(cast(${expression} as real))`,
    extreme: (kind, column, expression) =>
      sql`${sql.raw(isDecimalText(column) ? `espalier_${kind}` : kind)}(${expression})`,
  };
}

function isObject(member: unknown): member is object {
  return typeof member === "object" && member !== null;
}

/** What `json_each` gives for an element that is no list or object: truth as a number. */
function elementOf(member: unknown): unknown {
  return typeof member === "boolean" ? Number(member) : member;
}

/** What `json_each` calls the types of such an element. */
function elementTypes(member: unknown): string[] {
  if (typeof member === "boolean") return [String(member)];
  if (typeof member === "string") return ["text"];
  return member === null ? ["null"] : ["integer", "real"];
}

/** What a value is compared by. */
function compared(column: StoredType, value: unknown): unknown {
  return column.type === "json" && value !== null ? canonicalJson(value) : encode(column, value);
}

// One parameter whatever the length: no limit is met, and the statement is prepared once.
function jsonList(column: StoredType, values: readonly unknown[]): string {
  return `[${values.map((value) => jsonText(compared(column, value))).join(",")}]`;
}

function jsonRow(columns: readonly StoredType[], row: readonly unknown[]): string {
  return `[${row.map((value, i) => jsonText(compared(columns[i]!, value))).join(",")}]`;
}

function jsonText(value: unknown): string {
  if (value instanceof Uint8Array) return `"${value.toHex()}"`;
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

function textSearches(sql: Sql): Pick<SqlDialect, "matches" | "like" | "starting" | "contains" | "ending"> {
  return {
    matches: (expression, { text, ignoreCase }) =>
      sql`espalier_matches(${text}, ${sql.lit(ignoreCase ? 1 : 0)}, ${expression})`,
    like: (expression, pattern) =>
      pattern.length > longestPattern
        ? sql`espalier_like(${pattern}, ${expression})`
        : sql`${expression} like ${pattern} escape '\\'`,
    starting(expression, text) {
      const own = sql`${expression} collate binary`;
      const end = successor(text);
      return end === undefined ? sql`${own} >= ${text}` : sql`(${own} >= ${text} and ${own} < ${end})`;
    },
    contains: (expression, text) =>
      text.length > longestPattern
        ? sql`espalier_like(${`%${text.replaceAll(/[\\%_]/g, "\\$&")}%`}, ${expression})`
        : sql`instr(${expression}, ${text}) > 0`,
    ending: (expression, length) => sql`substr(${expression}, ${sql.lit(-length)})`,
  };
}
