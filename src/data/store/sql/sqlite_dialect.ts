import type { Sql } from "../../../../deps.ts";
import type { ColumnType } from "../../entity/property_model.ts";
import { canonicalJson } from "../../canonical_json.ts";
import { successor } from "./successor.ts";
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

/** The least value of each type of columns. */
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
    value: (type, value) => conditions.val(compared(type, value)),
    // JSON is kept as it was written, with its keys in any sequence; the connection defines this function.
    comparable: (type, column) => type === "json" ? sql`espalier_json(${column})` : column,
    assigned: encode,
    columnType: (type) => sql.raw(columnTypes[type]),
    databaseIdType: () => "integer",
    databaseId: "primary key autoincrement",
    textType: () => "text",
    limitsTexts: false,
    decode,
    // SQLite's own lower() knows ASCII only; the connection defines this function.
    fold: (expression) => sql`espalier_fold(${expression})`,
    // Without statistics SQLite does not enter an index by "is not null".
    present: (expression, type) => sql`${expression} >= ${sql.raw(leastValues[columnTypes[type]]!)}`,
    isIn(expression, { type, values }) {
      const value = type === "bytes" ? sql`unhex(value)` : sql`value`;
      return sql`${expression} in (select ${value} from json_each(${jsonList(type, values)}))`;
    },
    ...nestedPages(sql),
    isInFolded: (expression, { type, values }) =>
      sql`espalier_fold(${expression}) in (select espalier_fold(value) from json_each(${jsonList(type, values)}))`,
    hasElement(expression, member) {
      const list = sql`json_each(coalesce(${expression}, '[]'))`;
      if (member === undefined) return sql`exists (select 1 from ${list})`;
      const isMember = isObject(member)
        ? sql`type in ('array', 'object') and espalier_json(value) = ${canonicalJson(member)}`
        : sql`type in (${sql.join(elementTypes(member))}) and value is ${elementOf(member)}`;
      return sql`exists (select 1 from ${list} where ${isMember})`;
    },
    ...textSearches(sql),
    decodesJson: false,
  };
}

function nestedPages(
  sql: Sql,
): Pick<SqlDialect, "parents" | "parentValue" | "parentPosition" | "hasLateral" | "sortsByNulls"> {
  return {
    parents: ({ type, values }) => sql`json_each(${jsonList(type, values)})`.as("parent"),
    parentValue: (type) => type === "bytes" ? sql`unhex(parent.value)` : sql`parent.value`,
    parentPosition: sql`parent.key`,
    hasLateral: false,
    sortsByNulls: false,
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
function compared(type: ColumnType, value: unknown): unknown {
  return type === "json" && value !== null ? canonicalJson(value) : encode(type, value);
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

// One parameter whatever the length: no limit is met, and the statement is prepared once.
function jsonList(type: ColumnType, values: readonly unknown[]): string {
  return `[${values.map((value) => jsonText(compared(type, value))).join(",")}]`;
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
