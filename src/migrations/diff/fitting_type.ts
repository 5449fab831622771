import type { CatalogueColumn, WantedColumn } from "../../data/mod.ts";
import type { DatabaseKind } from "../split_statements.ts";

/** Types that hold the values of a column as descriptions ask for it by default, on PostgreSQL. */
const postgresFamilies: Readonly<Record<string, RegExp>> = {
  "text": /^(text|character varying|character|"?char"?|citext|uuid|name)$/,
  "integer": /^(smallint|integer|bigint)$/,
  "bigint": /^bigint$/,
  "double precision": /^(real|double precision|numeric)$/,
  "timestamp(3) with time zone": /^(timestamp with(out)? time zone|date)$/,
  "jsonb": /^jsonb?$/,
  "numeric": /^numeric$/,
  "uuid": /^(uuid|text|character varying|character)$/,
};

/** The same on SQLite, whose types are any words. */
const sqliteFamilies: Readonly<Record<string, RegExp>> = {
  "text": /char|clob|text|uuid|date|time|json|enum/,
  "integer": /int|bool|date|time|numeric|decimal/,
  "real": /real|floa|doub|numeric|decimal|int/,
  "blob": /blob|^$/,
};

/** The same on MariaDB. */
const mariadbFamilies: Readonly<Record<string, RegExp>> = {
  "longtext": /^(char|varchar|tinytext|text|mediumtext|longtext|enum|set|uuid)$/,
  // An index holds it whole.
  "varchar(255)": /^(char|varchar|enum|uuid)$/,
  "varchar(36)": /^(char|varchar|uuid|binary)$/,
  "int": /^(tinyint|smallint|mediumint|int|bigint|year)$/,
  "bigint": /^bigint$/,
  "double": /^(float|double|decimal)$/,
  "tinyint(1)": /^(tinyint|bit)$/,
  "decimal(65,30)": /^decimal$/,
  "datetime(3)": /^(datetime|timestamp|date)$/,
  "datetime(6)": /^(datetime|timestamp)$/,
  "time(6)": /^time$/,
  "json": /^(text|mediumtext|longtext)$/,
  "longblob": /^(binary|varbinary|tinyblob|blob|mediumblob|longblob)$/,
  "varbinary(255)": /^(binary|varbinary)$/,
};

const ownSqliteTypes = new Set(Object.keys(sqliteFamilies));

/** What types are compared by. */
export interface TypeComparison {
  readonly kind: DatabaseKind;
  /** Whether what suffices must become what is described. */
  readonly strict?: boolean | undefined;
  /** How the values are described. */
  readonly valueType?: WantedColumn["valueType"] | undefined;
}

/**
 * Whether a column that others made holds what a description asks for: then it stays as it is.
 *
 * @param actual the column
 * @param wanted the column as the description would make it
 * @param comparison which database it is, how strict, and what the values are
 */
export function isFittingType(
  actual: CatalogueColumn,
  wanted: CatalogueColumn,
  { kind, strict = false, valueType }: TypeComparison,
): boolean {
  const type = actual.type.toLowerCase();
  const asked = wanted.declared.toLowerCase();
  // Exact numbers are texts, or have the scale that the column declares.
  if (kind === "sqlite" && valueType === "decimal" && /num|dec/.test(type)) return true;
  if (kind === "sqlite") return !ownSqliteTypes.has(type) && (sqliteFamilies[asked]?.test(type) ?? false);
  // A text in code-point order is one that was described, with a length that was.
  if (actual.collation === "C") return false;
  if (actual.collation === "utf8mb4_nopad_bin") {
    // The type of texts that an index holds, or did.
    return !strict && asked === "longtext" && actual.declared === "varchar(255)";
  }
  if (kind === "mariadb") return mariadbFamilies[asked]?.test(type) ?? false;
  if (asked === "text" && actual.kind === "enum") return true;
  if (asked === "jsonb" && actual.kind === "array") return true;
  return postgresFamilies[asked]?.test(type) ?? false;
}
