import type { ColumnType } from "../../entity/property_model.ts";
import type { SqlDialect } from "./sql_dialect.ts";

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

/** SQLite: dates are milliseconds since 1970, booleans 0 and 1, JSON is text. */
export const sqliteDialect: SqlDialect = {
  name: "sqlite",
  maxParameters: 30_000,
  noLimit: "-1",
  placeholder: () => "?",
  columnType: (type) => columnTypes[type],
  databaseId: () => "integer primary key autoincrement",
  encode(type, value) {
    if (type === "date") return (value as Date).getTime();
    if (type === "boolean") return value ? 1 : 0;
    return type === "json" ? JSON.stringify(value) : value;
  },
  decode(type, raw) {
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
  },
  // SQLite's own lower() knows ASCII only; the connection defines this function.
  fold: (expression) => `espalier_fold(${expression})`,
  writeIn(writer, expression, { type, values }) {
    if (type === "bytes") {
      writer.write(`${expression} in (`).joined(values, ", ", (value) => writer.value(type, value)).write(")");
      return;
    }
    // One parameter whatever the length: no limit is met, and the statement is prepared once.
    const list = `[${values.map((value) => jsonText(this.encode(type, value))).join(",")}]`;
    writer.write(`${expression} in (select value from json_each(`).raw(list, () => "?").write("))");
  },
  writeRegex(writer, expression, { text, ignoreCase }) {
    writer.write(`espalier_matches(`).raw(text, () => "?").write(`, ${ignoreCase ? 1 : 0}, ${expression})`);
  },
  writeContains(writer, expression, text) {
    writer.write(`instr(${expression}, `).raw(text, () => "?").write(") > 0");
  },
  writeElements(writer, expression, member) {
    const list = `json_each(coalesce(${expression}, '[]'))`;
    if (member === undefined) {
      writer.write(`exists (select 1 from ${list})`);
      return;
    }
    const value = typeof member === "boolean" ? Number(member) : member;
    writer.write(`exists (select 1 from ${list} where value = `).raw(value, () => "?").write(")");
  },
  ending: (expression, length) => `substr(${expression}, -${length})`,
  canHold: () => true,
};

function jsonText(value: unknown): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
