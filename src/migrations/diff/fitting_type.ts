import type { CatalogueColumn, WantedColumn } from "../../data/mod.ts";
import type { DatabaseKind } from "../split_statements.ts";

/** PostgreSQL types that are compatible with the default column types of descriptions. */
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
  // Indexable without a prefix length.
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

/** Options for comparing types. */
export interface TypeComparison {
  readonly kind: DatabaseKind;
  /** Whether a compatible type must be changed to the described one. */
  readonly strict?: boolean | undefined;
  /** The described type of the values. */
  readonly valueType?: WantedColumn["valueType"] | undefined;
}

/**
 * Whether the type of an existing column is compatible with the description, so that it need not be changed.
 *
 * @param actual the existing column
 * @param wanted the column as the description would create it
 * @param comparison the database, strictness, and type of the values
 */
export function isFittingType(
  actual: CatalogueColumn,
  wanted: CatalogueColumn,
  { kind, strict = false, valueType }: TypeComparison,
): boolean {
  const type = actual.type.toLowerCase();
  const asked = wanted.declared.toLowerCase();
  // On SQLite, decimals are stored as text, or as numbers with the declared scale.
  if (kind === "sqlite" && valueType === "decimal" && /num|dec/.test(type)) return true;
  if (kind === "sqlite") return !ownSqliteTypes.has(type) && (sqliteFamilies[asked]?.test(type) ?? false);
  // Collation "C" shows that a description created the column, so a different length must be changed.
  if (actual.collation === "C") return false;
  if (actual.collation === "utf8mb4_nopad_bin") {
    // An indexed string that is no longer indexed keeps its type.
    return !strict && asked === "longtext" && actual.declared === "varchar(255)";
  }
  if (kind === "mariadb") return mariadbFamilies[asked]?.test(type) ?? false;
  if (asked === "text" && actual.kind === "enum") return true;
  if (asked === "jsonb" && actual.kind === "array") return true;
  return postgresFamilies[asked]?.test(type) ?? false;
}
