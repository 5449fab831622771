import type { CatalogueColumn } from "../../data/mod.ts";
import type { DatabaseKind } from "../split_statements.ts";

/** Types that hold the values of a column as descriptions ask for it by default, on PostgreSQL. */
const postgresFamilies: Readonly<Record<string, RegExp>> = {
  "text": /^(text|character varying|character|"?char"?|citext|uuid|name)$/,
  "integer": /^(smallint|integer|bigint)$/,
  "bigint": /^bigint$/,
  "double precision": /^(real|double precision|numeric)$/,
  "timestamp(3) with time zone": /^(timestamp with(out)? time zone|date)$/,
  "jsonb": /^jsonb?$/,
};

/** The same on SQLite, whose types are any words. */
const sqliteFamilies: Readonly<Record<string, RegExp>> = {
  "text": /char|clob|text|uuid|date|time|json|enum/,
  "integer": /int|bool|date|time|numeric|decimal/,
  "real": /real|floa|doub|numeric|decimal|int/,
  "blob": /blob|^$/,
};

const ownSqliteTypes = new Set(Object.keys(sqliteFamilies));

/**
 * Whether a column that others made holds what a description asks for: then it stays as it is.
 *
 * @param actual the column
 * @param wanted the column as the description would make it
 * @param kind of the database
 */
export function isFittingType(actual: CatalogueColumn, wanted: CatalogueColumn, kind: DatabaseKind): boolean {
  const type = actual.type.toLowerCase();
  const asked = wanted.declared.toLowerCase();
  if (kind === "sqlite") return !ownSqliteTypes.has(type) && (sqliteFamilies[asked]?.test(type) ?? false);
  // A text in code-point order is one that was described, with a length that was.
  if (actual.collation === "C") return false;
  if (asked === "text" && actual.kind === "enum") return true;
  if (asked === "jsonb" && actual.kind === "array") return true;
  return postgresFamilies[asked]?.test(type) ?? false;
}
