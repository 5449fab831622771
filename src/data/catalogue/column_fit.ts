import type { ColumnType } from "../entity/property_model.ts";
import type { SqlDatabaseKind } from "../store/sql/database_kinds.ts";
import type { CatalogueColumn } from "./catalogue.ts";
import type { WantedColumn } from "./wanted_table.ts";

/** Groups of interchangeable column types. */
type Group =
  | "whole"
  | "numeric"
  | "float"
  | "boolean"
  | "text"
  | "uuid"
  | "bytes"
  | "json"
  | "array"
  | "moment"
  | "time";

const postgresGroups: readonly (readonly [RegExp, Group])[] = [
  [/^(smallint|integer|bigint)$/, "whole"],
  [/^numeric$/, "numeric"],
  [/^(real|double precision)$/, "float"],
  [/^boolean$/, "boolean"],
  [/^(text|character varying|character|name)$/, "text"],
  [/(^|\.)"?citext"?$/, "text"],
  [/^uuid$/, "uuid"],
  [/^bytea$/, "bytes"],
  [/^jsonb?$/, "json"],
  [/^(date|timestamp with(out)? time zone)$/, "moment"],
  [/^time with(out)? time zone$/, "time"],
];

/** Column types of SQLite are free text; the first match decides. */
const sqliteGroups: readonly (readonly [RegExp, Group])[] = [
  [/int/, "whole"],
  [/uuid|guid/, "uuid"],
  [/json/, "json"],
  [/char|clob|text|enum/, "text"],
  [/blob/, "bytes"],
  [/bool/, "boolean"],
  [/date|timestamp/, "moment"],
  [/time/, "time"],
  [/real|floa|doub/, "float"],
  [/num|dec/, "numeric"],
];

const mariadbGroups: readonly (readonly [RegExp, Group])[] = [
  [/^(tinyint|smallint|mediumint|int|bigint|year)$/, "whole"],
  [/^decimal$/, "numeric"],
  [/^(float|double)$/, "float"],
  [/^bit$/, "boolean"],
  [/^(char|varchar|tinytext|text|mediumtext|longtext|set)$/, "text"],
  [/^uuid$/, "uuid"],
  [/^(binary|varbinary|tinyblob|blob|mediumblob|longblob)$/, "bytes"],
  [/^(date|datetime|timestamp)$/, "moment"],
  [/^time$/, "time"],
];

const numbers: readonly Group[] = ["whole", "numeric", "float"];

/** The groups of columns that support each described type, on PostgreSQL. */
const postgresFits: Readonly<Record<ColumnType, readonly Group[]>> = {
  text: ["text", "uuid", "numeric", "moment", "time"],
  integer: numbers,
  float: numbers,
  boolean: ["boolean"],
  bigint: ["whole", "numeric"],
  date: ["moment"],
  bytes: ["bytes"],
  json: ["json", "array", "text"],
  uuid: ["uuid", "text"],
  decimal: numbers,
  localDate: ["moment"],
  localTime: ["time"],
  localDateTime: ["moment"],
  instant: ["moment"],
};

/** The same on SQLite, where booleans are numbers, and times are numbers or texts. */
const sqliteFits: Readonly<Record<ColumnType, readonly Group[]>> = {
  text: ["text", "uuid", "json", "moment", "time"],
  integer: [...numbers, "boolean"],
  float: numbers,
  boolean: ["boolean", "whole", "numeric"],
  bigint: ["whole", "numeric"],
  date: ["moment", "text", "whole", "numeric"],
  bytes: ["bytes"],
  json: ["json", "text"],
  uuid: ["uuid", "text"],
  decimal: [...numbers, "text"],
  localDate: ["moment", "text"],
  localTime: ["time", "text", "moment"],
  localDateTime: ["moment", "text"],
  instant: ["moment", "text", "whole"],
};

/** The same on MariaDB, where booleans are numbers, and JSON is text. */
const mariadbFits: Readonly<Record<ColumnType, readonly Group[]>> = {
  text: ["text", "uuid", "numeric", "moment", "time"],
  integer: numbers,
  float: numbers,
  boolean: ["whole", "boolean"],
  bigint: ["whole", "numeric"],
  date: ["moment"],
  bytes: ["bytes"],
  json: ["text"],
  uuid: ["uuid", "text", "bytes"],
  decimal: [...numbers, "text"],
  localDate: ["moment"],
  localTime: ["time"],
  localDateTime: ["moment"],
  instant: ["moment"],
};

const typeGroups: Readonly<Record<SqlDatabaseKind, typeof postgresGroups>> = {
  postgres: postgresGroups,
  sqlite: sqliteGroups,
  mariadb: mariadbGroups,
};

const typeFits: Readonly<Record<SqlDatabaseKind, typeof postgresFits>> = {
  postgres: postgresFits,
  sqlite: sqliteFits,
  mariadb: mariadbFits,
};

/** The use of a column. */
export interface ColumnUse {
  readonly kind: SqlDatabaseKind;
  /** Whether it holds ids, which may be numbers in text. */
  readonly isKey: boolean;
}

/**
 * Returns whether a column supports the described values. Unlike `migrate diff`, this accepts all types that work, not
 * only the type that the description would create. Unknown types are accepted.
 *
 * @param actual the column
 * @param wanted the described column
 * @param use the kind of database, and whether the column holds ids
 */
export function isUsableColumn(actual: CatalogueColumn, wanted: WantedColumn, { kind, isKey }: ColumnUse): boolean {
  if (plainType(actual.declared) === plainType(wanted.type)) return true;
  const group = groupOf(actual, kind);
  if (group === undefined) return true;
  const fits = typeFits[kind][wanted.valueType];
  return fits.includes(group) || (isKey && wanted.valueType === "text" && ["whole", "numeric"].includes(group));
}

function plainType(text: string): string {
  return text.toLowerCase().split(" collate ")[0]!.replaceAll(" ", "");
}

function groupOf({ type, kind: own }: CatalogueColumn, kind: SqlDatabaseKind): Group | undefined {
  if (own === "array") return "array";
  if (own === "enum") return "text";
  return typeGroups[kind].find(([pattern]) => pattern.test(type.toLowerCase()))?.[1];
}
