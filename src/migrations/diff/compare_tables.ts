import type {
  CatalogueCheck,
  CatalogueColumn,
  CatalogueForeignKey,
  CatalogueIndex,
  CatalogueTable,
  WantedTable,
} from "../../data/mod.ts";
import type { DatabaseKind } from "../split_statements.ts";
import { isFittingType, type TypeComparison } from "./fitting_type.ts";

/** The actual and the wanted part of a table. */
export interface Pair<T> {
  readonly actual: T;
  readonly wanted: T;
}

/** The differences between parts of one kind. */
export interface Differences<T> {
  readonly added: readonly T[];
  readonly changed: readonly Pair<T>[];
  readonly removed: readonly T[];
}

/** The differences between an existing table and its description. */
export interface TableDifference {
  readonly table: WantedTable;
  readonly actual: CatalogueTable;
  readonly wanted: CatalogueTable;
  /** Renamed columns: the old name and the new one. */
  readonly renamed: readonly (readonly [string, string])[];
  readonly columns: Differences<CatalogueColumn>;
  readonly indexes: Differences<CatalogueIndex>;
  readonly foreignKeys: Differences<CatalogueForeignKey>;
  readonly checks: Differences<CatalogueCheck>;
  readonly hasOtherKey: boolean;
}

/** Options for comparing tables. */
export interface CompareOptions {
  /** New names of columns by their old ones. */
  readonly renames: ReadonlyMap<string, string>;
  /** Whether a compatible type must be changed to the described one. */
  readonly strict: boolean;
  readonly kind: DatabaseKind;
}

/**
 * Compares a table with its description.
 *
 * @param table the table as described
 * @param pair the actual table, and the described one as the catalogue would show it
 * @param options renames, strictness
 */
export function compareTables(
  table: WantedTable,
  { wanted, actual }: Pair<CatalogueTable>,
  { renames, strict, kind }: CompareOptions,
): TableDifference {
  const renamed = [...renames].filter(([from]) => actual.columns.has(from));
  const now = withNames(actual, new Map(renamed));
  const valueTypes = new Map(table.columns.map(({ name, valueType }) => [name, valueType]));
  return {
    table,
    actual: now,
    wanted,
    renamed,
    columns: differences([...now.columns.values()], [...wanted.columns.values()], {
      isSame: (a, b) => a.name === b.name,
      isEqual: (a, b) => isEqualColumn(a, b, { strict, kind, valueType: valueTypes.get(b.name) }),
    }),
    indexes: differences(
      now.indexes.filter(({ isPrimary }) => !isPrimary),
      wanted.indexes.filter(({ isPrimary }) => !isPrimary),
      { isSame: (a, b) => a.name === b.name || isEqualIndex(a, b), isEqual: isEqualIndex },
    ),
    foreignKeys: differences(now.foreignKeys, wanted.foreignKeys, {
      isSame: (a, b) => a.columns.join() === b.columns.join() && localOf(a.table) === localOf(b.table),
      isEqual: (a, b) => isEqualForeignKey(a, b, strict),
    }),
    checks: differences(now.checks, wanted.checks, {
      isSame: (a, b) => a.name === b.name || a.condition === b.condition,
      isEqual: (a, b) => a.condition === b.condition,
    }),
    // The order of the columns of a primary key is irrelevant for finding rows.
    hasOtherKey: now.primaryKey.toSorted().join() !== wanted.primaryKey.toSorted().join(),
  };
}

/** Whether nothing has to be changed; undescribed parts of the table may stay. */
export function isUpToDate({ columns, indexes, foreignKeys, checks, hasOtherKey, renamed }: TableDifference): boolean {
  const parts = [columns, indexes, foreignKeys, checks];
  return !hasOtherKey && renamed.length === 0 &&
    parts.every(({ added, changed }) => added.length + changed.length === 0) &&
    columns.removed.every((column) => !refusesRows(column));
}

/** Whether inserts without a value for the column fail, which an undescribed column must not cause. */
export function refusesRows({ nullable, generated, default: value }: CatalogueColumn): boolean {
  return !nullable && generated === undefined && value === undefined;
}

function differences<T>(
  actual: readonly T[],
  wanted: readonly T[],
  { isSame, isEqual }: { isSame(a: T, b: T): boolean; isEqual(a: T, b: T): boolean },
): Differences<T> {
  const pairs = wanted.map((each) => ({
    wanted: each,
    actual: actual.find((other) => isSame(other, each) && isEqual(other, each)) ??
      actual.find((other) => isSame(other, each)),
  }));
  const kept = new Set(pairs.map((pair) => pair.actual));
  return {
    added: pairs.filter((pair) => pair.actual === undefined).map((pair) => pair.wanted),
    changed: pairs.filter((pair): pair is Pair<T> => pair.actual !== undefined && !isEqual(pair.actual, pair.wanted)),
    removed: actual.filter((each) => !kept.has(each)),
  };
}

function isEqualColumn(
  actual: CatalogueColumn,
  wanted: CatalogueColumn,
  comparison: TypeComparison & Pick<CompareOptions, "strict">,
): boolean {
  const { strict } = comparison;
  const mayStay = (value: string | undefined) => value === undefined && !strict;
  return isEqualType(actual, wanted, comparison) && isEqualNullness(actual, wanted, strict) &&
    (defaultOf(actual) === defaultOf(wanted) || mayStay(defaultOf(wanted))) &&
    (kindOf(actual) === kindOf(wanted) || (mayStay(kindOf(wanted)) && isCounted(actual))) &&
    actual.generation === wanted.generation;
}

/** Whether two columns have the same type, or the actual type is compatible. */
export function isEqualType(
  actual: CatalogueColumn,
  wanted: CatalogueColumn,
  comparison: TypeComparison,
): boolean {
  const isSame = actual.declared.toLowerCase() === wanted.declared.toLowerCase() &&
    actual.collation === wanted.collation;
  return isSame || isFittingType(actual, wanted, comparison);
}

/** Whether two columns are equally nullable, or neither needs a value as the database generates it. */
export function isEqualNullness(actual: CatalogueColumn, wanted: CatalogueColumn, strict: boolean): boolean {
  return actual.nullable === wanted.nullable || (!strict && wanted.nullable && !refusesRows(actual));
}

/** The default value of a column; `undefined` for a sequence, which is part of the column's kind. */
export function defaultOf(column: CatalogueColumn): string | undefined {
  return isCounted(column) ? undefined : column.default;
}

/** Whether the database numbers the rows: by an identity column, or by a sequence as with `serial`. */
export function isCounted({ generated, default: value }: CatalogueColumn): boolean {
  return generated?.startsWith("identity") === true || value?.startsWith("nextval(") === true;
}

function kindOf(column: CatalogueColumn): string | undefined {
  return isCounted(column) ? "counted" : column.generated;
}

function isEqualIndex(a: CatalogueIndex, b: CatalogueIndex): boolean {
  const keys = ({ keys }: CatalogueIndex) => keys.map(({ text, descending }) => `${text} ${descending}`).join();
  return a.isUnique === b.isUnique && a.isValid === b.isValid && keys(a) === keys(b) && a.where === b.where &&
    a.method === b.method;
}

function isEqualForeignKey(actual: CatalogueForeignKey, wanted: CatalogueForeignKey, strict: boolean): boolean {
  const isReferred = actual.referred.length === 0 || actual.referred.join() === wanted.referred.join();
  const isSame = (event: "onDelete" | "onUpdate") =>
    actual[event] === wanted[event] || (wanted[event] === "no action" && !strict);
  return isReferred && isSame("onDelete") && isSame("onUpdate");
}

/** The name without its schema, as the wanted tables are created in a single schema. */
function localOf(name: string): string {
  return name.replaceAll(".", "__").toLowerCase();
}

function withNames(table: CatalogueTable, renames: ReadonlyMap<string, string>): CatalogueTable {
  if (renames.size === 0) return table;
  const now = (name: string) => renames.get(name) ?? name;
  const keyText = (text: string) => [...renames].reduce((all, [from, to]) => all === from ? to : all, text);
  return {
    ...table,
    columns: new Map([...table.columns].map(([name, column]) => [now(name), { ...column, name: now(name) }])),
    primaryKey: table.primaryKey.map(now),
    indexes: table.indexes.map((index) => ({
      ...index,
      keys: index.keys.map((key) => ({
        ...key,
        ...(key.column === undefined ? {} : { column: now(key.column) }),
        text: keyText(key.text),
      })),
    })),
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, columns: key.columns.map(now) })),
  };
}
