import { kindTraits, type SqlDatabaseKind } from "../store/sql/database_kinds.ts";
import type { SchemaWriter } from "../store/sql/schema.ts";
import type { Catalogue, CatalogueColumn, CatalogueTable } from "./catalogue.ts";
import { isUsableColumn } from "./column_fit.ts";
import type { WantedColumn, WantedIndex, WantedTable } from "./wanted_table.ts";

/** A difference between an entity and its table. */
export interface SchemaDrift {
  /** Name of the class. */
  readonly entity: string;
  /** Path of the property; absent for the whole table. */
  readonly property?: string;
  /** The table, with its schema if it has one. */
  readonly table: string;
  /** The column; the first one of an index. */
  readonly column?: string;
  /** The difference, and its remedy. */
  readonly message: string;
}

/** Context of the comparison. */
export interface DriftContext {
  readonly kind: SqlDatabaseKind;
  readonly schema: Pick<SchemaWriter, "columnText" | "indexText">;
}

/**
 * Compares descriptions with the existing tables. Further columns and tables are ignored.
 *
 * @param wanted the tables of the descriptions
 * @param catalogue the tables
 * @param context the kind of database
 */
export function schemaDrift(
  wanted: readonly WantedTable[],
  catalogue: Catalogue,
  context: DriftContext,
): SchemaDrift[] {
  return wanted.flatMap((table) => {
    const actual = catalogue.get(table.name);
    if (actual === undefined) return [missingTable(table)];
    return [...columnDrift(table, actual, context), ...(actual.isView ? [] : indexDrift(table, actual, context))];
  });
}

function missingTable({ entity, name, columns, isList }: WantedTable): SchemaDrift {
  // A link table has no id; its first column refers to the owner.
  const [column] = isList ? columns : [];
  const kept = column === undefined ? `entity "${entity}"` : `property "${column.label}"`;
  return {
    entity,
    ...(column === undefined ? {} : { property: propertyOf(column, entity) }),
    table: name,
    message: `Cannot keep ${kept} as table "${name}" must exist: create it by a migration, name the class in option ` +
      '"entities" of data(), or describe where the table is by "table"',
  };
}

function columnDrift(table: WantedTable, actual: CatalogueTable, context: DriftContext): SchemaDrift[] {
  const same = sameName(context);
  const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap(({ columns }) => columns)]);
  return table.columns.flatMap((column): SchemaDrift[] => {
    const found = actual.columns.get(column.name) ??
      [...actual.columns.values()].find(({ name }) => same(name, column.name));
    const tell = (message: string): SchemaDrift => ({
      entity: table.entity,
      property: propertyOf(column, table.entity),
      table: table.name,
      column: column.name,
      message: `Cannot keep property "${column.label}" as column "${column.name}" of table "${table.name}" ${message}`,
    });
    if (found === undefined) {
      const text = context.schema.columnText(column, table);
      return [
        tell(`must exist: ${likeNamed(column, actual)}add it as ${text}, or give the name of another by "columns"`),
      ];
    }
    const problem = problemOf(column, found, {
      ...context,
      isKey: keys.has(column.name),
      isPrimary: table.primaryKey.includes(column.name),
      isView: actual.isView,
    });
    return problem === undefined ? [] : [tell(problem)];
  });
}

interface ColumnPlace extends DriftContext {
  readonly isKey: boolean;
  readonly isPrimary: boolean;
  readonly isView: boolean;
}

function problemOf(column: WantedColumn, actual: CatalogueColumn, place: ColumnPlace): string | undefined {
  if (!isUsableColumn(actual, column, place)) {
    return `must be able to hold values of type ${column.type}: current type is "${actual.declared}". Change the column ` +
      "to that type, or describe the property by one that fits";
  }
  // Views have no information on nullability.
  if (place.isView) return undefined;
  const isMade = actual.default !== undefined || actual.generated !== undefined;
  if (column.isDatabaseId && !isMade) {
    return 'must be made by the database: give it an identity or a default, or leave out "generatedId"';
  }
  if (column.generation !== undefined && actual.generated === undefined) {
    return `must be generated: make it "generated always as (${column.generation}) stored", or leave it out of "generated"`;
  }
  if (column.default !== undefined && !isMade) {
    return `must have a default: set ${column.default}, or leave it out of "defaults"`;
  }
  if (place.isPrimary) return undefined;
  if (column.nullable && !actual.nullable && !isMade) {
    return "must take null: drop its not-null constraint, give it a default, or describe the property as always there";
  }
  if (!column.nullable && actual.nullable && !isComputed(actual)) {
    return "must refuse null: set it not null, or describe the property by t.nullable";
  }
  return undefined;
}

/** Databases do not store the nullability of computed columns. */
function isComputed({ generated }: CatalogueColumn): boolean {
  return generated === "stored" || generated === "virtual";
}

/** Suggests names that differ only by case or underscores. */
function likeNamed({ name }: WantedColumn, { columns }: CatalogueTable): string {
  const plain = (text: string) => text.toLowerCase().replaceAll("_", "");
  const like = [...columns.keys()].find((other) => plain(other) === plain(name));
  return like === undefined ? "" : `there is "${like}"; `;
}

function propertyOf({ label }: WantedColumn, entity: string): string {
  return label.slice(entity.length + 1);
}

function indexDrift(table: WantedTable, actual: CatalogueTable, context: DriftContext): SchemaDrift[] {
  const same = sameName(context);
  // Missing columns are reported elsewhere.
  const isThere = (name: string) => [...actual.columns.keys()].some((other) => same(other, name));
  const candidates = candidatesOf(actual);
  const missing = [...table.uniques, ...table.indexes].filter((index) =>
    index.keys.every(({ column }) => column === undefined || isThere(column)) &&
    !candidates.some((candidate) => serves(candidate, index, same))
  );
  return [
    ...idDrift(table, candidates, { isThere, same }),
    ...missing.map((index): SchemaDrift => {
      const column = index.keys.find((key) => key.column !== undefined)?.column;
      const paths = index.paths.map((path) => `"${table.entity}.${path}"`).join(", ") || `entity "${table.entity}"`;
      const cannot = index.isUnique
        ? `Cannot keep ${paths} unique`
        : `Cannot search by ${paths} without reading all rows`;
      return {
        entity: table.entity,
        ...(index.paths[0] === undefined ? {} : { property: index.paths.join(", ") }),
        table: table.name,
        ...(column === undefined ? {} : { column }),
        message: `${cannot} as table "${table.name}" must have an index for it: ` +
          context.schema.indexText(table.name, index),
      };
    }),
  ];
}

/** Checks that ids are unique, as queries expect one row per id. */
function idDrift(
  { entity, name: table, columns, primaryKey, isList }: WantedTable,
  candidates: readonly Candidate[],
  { isThere, same }: { isThere(name: string): boolean; same(a: string, b: string): boolean },
): SchemaDrift[] {
  const [column] = primaryKey;
  if (column === undefined || !primaryKey.every(isThere)) return [];
  const isServed = candidates.some(({ keys, isUnique, where }) => {
    if (where !== undefined) return false;
    // Link tables need an index of the owner.
    if (isList) return same(keys[0]?.column ?? "", column);
    const isKey = (id: string) => keys.some((key) => same(key.column ?? "", id));
    return isUnique && keys.length === primaryKey.length && primaryKey.every(isKey);
  });
  if (isServed) return [];
  const labelOf = (name: string) => columns.find((one) => one.name === name)!.label;
  const isSingle = isList || primaryKey.length === 1;
  const labels = isSingle ? `property "${labelOf(column)}"` : primaryKey.map((id) => `"${labelOf(id)}"`).join(", ");
  const names = isSingle ? `column "${column}"` : `columns ${primaryKey.map((id) => `"${id}"`).join(", ")}`;
  const alone = isSingle ? "it alone" : "them alone";
  const need = isList ? "an index that begins with it" : `a primary key or a unique index on ${alone}`;
  return [{
    entity,
    property: (isSingle ? [column] : primaryKey).map((id) => labelOf(id).slice(entity.length + 1)).join(", "),
    table,
    column,
    message: `Cannot find rows by ${labels} as ${names} of table "${table}" must have ${need}: make ` +
      `${isSingle ? "it part of" : "them"} the primary key, or create an index`,
  }];
}

interface Candidate {
  readonly name?: string;
  readonly keys: readonly { readonly column?: string }[];
  readonly isUnique: boolean;
  readonly where?: string;
}

/** The indexes that queries may use. */
function candidatesOf({ indexes, primaryKey }: CatalogueTable): Candidate[] {
  const keys = primaryKey.map((column) => ({ column }));
  return [
    ...(keys.length === 0 ? [] : [{ keys, isUnique: true }]),
    ...indexes.filter(({ isValid }) => isValid),
  ];
}

/**
 * Returns whether an existing index can replace a described one. Expressions and conditions are not compared, as
 * databases rewrite them: it suffices that both have one.
 */
function serves(actual: Candidate, wanted: WantedIndex, same: (a: string, b: string) => boolean): boolean {
  if (wanted.isUnique && !actual.isUnique) return false;
  const isWritten = wanted.where !== undefined || wanted.keys.some(({ column }) => column === undefined);
  if (isWritten && actual.name !== undefined && same(actual.name, wanted.name)) return true;
  if ((wanted.where === undefined) !== (actual.where === undefined)) return false;
  // A unique index must have exactly these columns, in any order.
  if (wanted.isUnique && actual.keys.length !== wanted.keys.length) return false;
  const isSameKey = (key: { readonly column?: string } | undefined, other: { readonly column?: string }) =>
    key !== undefined && (key.column === undefined) === (other.column === undefined) &&
    same(key.column ?? "", other.column ?? "");
  return wanted.isUnique
    ? wanted.keys.every((key) => actual.keys.some((other) => isSameKey(other, key)))
    : wanted.keys.every((key, i) => isSameKey(actual.keys[i], key));
}

/** Normalizes a name: only PostgreSQL is case-sensitive. */
function sameName({ kind }: Pick<DriftContext, "kind">): (a: string, b: string) => boolean {
  return kindTraits[kind].hasExactNames ? (a, b) => a === b : (a, b) => a.toLowerCase() === b.toLowerCase();
}
