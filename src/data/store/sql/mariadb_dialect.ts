import type { Expression, RawBuilder, Sql, SqlBool } from "../../../../deps.ts";
import { DataIntegrityError } from "../../data_integrity_error.ts";
import type { StoredType } from "../../entity/property_model.ts";
import { isNullRefusal } from "./mariadb_errors.ts";
import {
  comparedType,
  decode,
  decodeKey,
  encode,
  encodeCompared,
  exactCollation,
  holds,
  ignoresCase,
  isDecimalText,
  isExactText,
  isTextColumn,
  mariadbColumnTypes,
  mariadbKeyTypes,
} from "./mariadb_types.ts";
import { mariadbTable } from "./mariadb_tables.ts";
import type { ColumnValues, SqlDialect } from "./sql_dialect.ts";
import { successor } from "./successor.ts";
import type { SqlTools } from "./sql_tools.ts";
import type { SqlExpression } from "./sql_expression.ts";

/** Maximum length of a list that is sent as parameters; a longer one is sent as one JSON parameter. */
const longestList = 1_000;

/** Name of the lock that serializes the creation of tables. */
const tablesLock = "concat('espalier.tables.', sha1(database()))";

type Conditions = SqlTools["conditions"];

/**
 * The dialect of MariaDB. Texts have the collation `utf8mb4_nopad_bin`, so that they compare as in every other store.
 * Sessions have the SQL mode `NO_BACKSLASH_ESCAPES` and the time zone UTC.
 *
 * @param sql builds fragments
 * @param conditions builds parameters
 */
export function mariadbDialect(sql: Sql, conditions: Conditions): SqlDialect {
  return {
    maxParameters: 60_000,
    // Larger than any number of rows.
    noLimit: Number.MAX_SAFE_INTEGER,
    ...definitions(sql),
    // Joined rows are locked, too, as MariaDB has no "for update of".
    lockRows: () => sql`for update`,
    ...columnValues(sql, conditions),
    fold: (expression) => folded(sql, expression),
    present: (expression) => sql`${expression} is not null`,
    ...listSearches(sql, conditions),
    ...nestedPages(sql),
    ...textSearches(sql),
    ...changes(sql),
    ...aggregates(sql),
    // Nulls come first, also in an index.
    orderTerms: (expression, { descending, nullsFirst }) => {
      const term = descending ? sql`${expression} desc` : sql`${expression}`;
      if (nullsFirst === undefined || nullsFirst !== descending) return [term];
      return [nullsFirst ? sql`${expression} is null desc` : sql`${expression} is null`, term];
    },
    // JSON is normalized before it is compared, which needs valid JSON.
    decodesJson: true,
    sortsLimitedRowsOnly: true,
    checksReferencesByRow: true,
  };
}

function definitions(
  sql: Sql,
): Pick<
  SqlDialect,
  | "prepareSchema"
  | "finishSchema"
  | "columnType"
  | "keyType"
  | "databaseIdType"
  | "databaseId"
  | "textType"
  | "limitsTexts"
  | "adaptTable"
> {
  return {
    // Without foreign key checks, tables may refer to tables that are created later. The connection is closed afterwards.
    prepareSchema: [
      sql`set max_statement_time = 0, foreign_key_checks = 0`,
      sql`select get_lock(${sql.raw(tablesLock)}, -1)`,
    ],
    finishSchema: [sql`set foreign_key_checks = 1`, sql`select release_lock(${sql.raw(tablesLock)})`],
    columnType: (type) => sql.raw(mariadbColumnTypes[type]),
    keyType: (type) => mariadbKeyTypes[type],
    databaseIdType: (type) => type === "bigint" ? "bigint" : "int",
    databaseId: "auto_increment primary key",
    textType: (length) => `varchar(${length}) collate ${exactCollation}`,
    limitsTexts: true,
    adaptTable: mariadbTable,
  };
}

/** Conversions of columns and values. */
function columnValues(sql: Sql, conditions: Conditions): ColumnValues {
  const exact = sql.raw(` collate ${exactCollation}`);
  return {
    value: (column, value) => {
      const parameter = conditions.val(encodeCompared(column, value));
      if (column.type === "json") return sql`json_normalize(${parameter})`;
      const type = comparedType(column, value);
      return type === undefined ? parameter : sql`cast(${parameter} as ${sql.raw(type)})`;
    },
    comparable: (column, expression) => {
      if (column.type === "json") return sql`json_normalize(${expression})`;
      return isDecimalText(column) ? sql`cast(${expression} as decimal(65,30))` : expression;
    },
    assigned: encode,
    holds,
    read: (_column, expression) => expression,
    searched: (column, expression) => {
      if (isExactText(column)) return expression;
      return isTextColumn(column)
        ? sql`(convert(${expression} using utf8mb4)${exact})`
        : sql`(cast(${expression} as char)${exact})`;
    },
    ignoresCase,
    decode,
    decodeKey,
    // The driver returns large numbers as texts.
    mayExceedNumbers: () => false,
  };
}

/** Converts to lower case by a Unicode collation, as the binary collation has no case mapping. */
function folded(sql: Sql, expression: SqlExpression): RawBuilder<unknown> {
  return sql`(lower(convert(${expression} using utf8mb4) collate utf8mb4_uca1400_as_ci) collate ${
    sql.raw(exactCollation)
  })`;
}

/** Conditions on one of several values, and on JSON lists. */
function listSearches(
  sql: Sql,
  conditions: Conditions,
): Pick<SqlDialect, "isIn" | "areIn" | "isInFolded" | "hasElement"> {
  const { value } = columnValues(sql, conditions);
  return {
    isIn: (expression, { column, values }) =>
      values.length <= longestList
        ? sql`${expression} in (${sql.join(padded(values).map((one) => value(column, one)))})`
        : sql`${expression} in (select ${listedValue(sql, column)} from ${listTable(sql, column, values)} as listed)`,
    areIn: (expressions, { columns, rows }) => {
      const own = sql`(${sql.join(expressions)})`;
      if (rows.length > longestList) {
        const values = columns.map((column, i) => listedValue(sql, column, `listed.value${i}`));
        return sql`${own} in (select ${sql.join(values)} from ${rowTable(sql, columns, rows)} as listed)`;
      }
      const list = padded(rows).map((row) => sql`(${sql.join(row.map((one, i) => value(columns[i]!, one)))})`);
      return sql`${own} in (${sql.join(list)})`;
    },
    isInFolded: (expression, { column, values }) =>
      sql`${folded(sql, expression)} in (select ${folded(sql, sql`listed.value`)} from ${
        listTable(sql, column, values)
      } as listed)`,
    hasElement: (_column, expression, member) => {
      const list = sql`coalesce(${expression}, '[]')`;
      if (member === undefined) return sql`json_length(${list}) > 0`;
      const element = sql`json_extract(${list}, concat('$[', listed.position - 1, ']'))`;
      return sql`exists (select 1 from json_table(${list}, '$[*]' columns (position for ordinality)) as listed
        where json_equals(${element}, ${JSON.stringify(member)}))`;
    },
  };
}

/** Pads a list, so that lists of similar length share a prepared statement. */
function padded<V>(values: readonly V[]): readonly V[] {
  let length = 1;
  while (length < values.length) length *= 2;
  return [...values, ...new Array<V>(length - values.length).fill(values.at(-1)!)];
}

/** Builds a table of values with their positions, counted from 1. */
function listTable(sql: Sql, column: StoredType, values: readonly unknown[]): RawBuilder<unknown> {
  const list = JSON.stringify(values.map((value) => jsonElement(column, value)));
  return sql`json_table(${list}, '$[*]' columns (position for ordinality, value ${
    sql.raw(listedType(column))
  } path '$'))`;
}

/** Builds a table of tuples of values. */
function rowTable(
  sql: Sql,
  columns: readonly StoredType[],
  rows: readonly (readonly unknown[])[],
): RawBuilder<unknown> {
  const list = JSON.stringify(rows.map((row) => row.map((value, i) => jsonElement(columns[i]!, value))));
  const types = columns.map((column, i) =>
    sql`${sql.id(`value${i}`)} ${sql.raw(listedType(column))} path ${sql.lit(`$[${i}]`)}`
  );
  return sql`json_table(${list}, '$[*]' columns (${sql.join(types)}))`;
}

function jsonElement(column: StoredType, value: unknown): unknown {
  if (value instanceof Uint8Array) return value.toHex();
  const encoded = encodeCompared(column, value);
  if (encoded instanceof Uint8Array) return encoded.toHex();
  // A JSON number would lose digits, or could not represent the value.
  return typeof encoded === "number" ? String(encoded) : encoded;
}

function listedType(column: StoredType): string {
  if (comparedType(column, undefined) !== undefined) return "decimal(65,30)";
  if (column.stored?.column?.kind === "enum") return "int";
  switch (column.type) {
    case "integer":
    case "float":
      return "double";
    case "boolean":
      return "tinyint";
    default:
      return `longtext collate ${column.stored?.column?.collation ?? exactCollation}`;
  }
}

function listedValue(sql: Sql, column: StoredType, name = "listed.value"): RawBuilder<unknown> {
  const value = sql.ref(name);
  const isBytes = column.type === "bytes" || encode(column, "00") instanceof Uint8Array;
  if (isBytes) return sql`unhex(${value})`;
  return column.type === "json" ? sql`json_normalize(${value})` : sql`${value}`;
}

function aggregates(sql: Sql): Pick<SqlDialect, "sum" | "average" | "extreme"> {
  const comparable = (column: StoredType, expression: SqlExpression) =>
    isDecimalText(column) ? sql`cast(${expression} as decimal(65,30))` : expression;
  return {
    sum: (column, expression) => sql`sum(${comparable(column, expression)})`,
    average: (_column, expression) => sql`avg(cast(${expression} as double))`,
    extreme: (kind, column, expression) => {
      const extreme = (term: SqlExpression) => sql`${sql.raw(kind)}(${term})`;
      const { labels, kind: own } = column.stored?.column ?? {};
      if (own !== "enum") return extreme(comparable(column, expression));
      return sql`elt(${extreme(sql`${expression} + 0`)}, ${sql.join(labels!.map((label) => sql`${label}`))})`;
    },
  };
}

/** Insertions and changes of rows. */
function changes(sql: Sql): Pick<SqlDialect, "insertDefaults" | "replaceExisting" | "isOtherRowError"> {
  return {
    insertDefaults: (insert, id) => insert.values({ [id]: null }),
    // The clause applies to every unique key. On a conflict of another key, the id null makes the statement fail.
    replaceExisting: (insert, { id, on, columns, set = {} }) => {
      const isSame = sql.join(on.map((column) => sql`${sql.id(column)} <=> values(${sql.id(column)})`), sql` and `);
      const replaced = columns.map((column) => [column, sql`values(${sql.id(column)})`] as const);
      return insert.onDuplicateKeyUpdate({
        [id]: sql`if(${isSame}, ${sql.id(id)}, null)`,
        ...Object.fromEntries(replaced.filter(([column]) => column !== id)),
        ...set,
      });
    },
    isOtherRowError: (error) =>
      error instanceof DataIntegrityError && error.rule === "not-null" && isNullRefusal(error.cause),
  };
}

/** Numbers the children of each parent, as MariaDB has no lateral joins. */
function nestedPages(
  sql: Sql,
): Pick<SqlDialect, "parents" | "parentValue" | "parentPosition" | "nestedPages" | "sortsByNulls"> {
  return {
    parents: ({ column, values }) => listTable(sql, column, values).as("parent"),
    parentValue: (column) => listedValue(sql, column, "parent.value"),
    // Counted from 1.
    parentPosition: sql`(parent.position - 1)`,
    nestedPages: "numbered",
    sortsByNulls: false,
  };
}

function textSearches(sql: Sql): Pick<SqlDialect, "matches" | "like" | "starting" | "contains" | "ending"> {
  const starting = (expression: SqlExpression, text: string): Expression<SqlBool> => {
    const end = successor(text);
    return end === undefined
      ? sql`${expression} >= ${text}`
      : sql`(${expression} >= ${text} and ${expression} < ${end})`;
  };
  return {
    matches: (expression, { text, ignoreCase }) =>
      ignoreCase
        ? sql`convert(${expression} using utf8mb4) collate utf8mb4_uca1400_as_ci regexp ${text}`
        : sql`${expression} regexp ${text}`,
    // With an index, "like" misses characters above U+FFFF: use the index only for the prefix.
    like(expression, pattern) {
      const fits: Expression<SqlBool> = sql`concat(${expression}) like ${pattern} escape '\\'`;
      const beginning = pattern.slice(0, pattern.search(/[%_\\]|$/));
      return beginning === "" ? fits : sql`(${starting(expression, beginning)} and ${fits})`;
    },
    starting,
    contains: (expression, text) => sql`locate(${text}, ${expression}) > 0`,
    ending: (expression, length) => sql`right(${expression}, ${sql.lit(length)})`,
  };
}
