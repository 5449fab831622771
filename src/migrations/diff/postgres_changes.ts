import type { CatalogueColumn, WantedColumn } from "../../data/mod.ts";
import { type Change, type ChangeContext, quoted, quotedTable, strict } from "./change.ts";
import {
  defaultOf,
  isCounted,
  isEqualNullness,
  isEqualType,
  type Pair,
  refusesRows,
  type TableDifference,
} from "./compare_tables.ts";

/** Writes the changes of an existing table for PostgreSQL. */
export function postgresChanges(difference: TableDifference, context: ChangeContext): Change[] {
  return [
    ...renames(difference),
    ...dropConstraints(difference),
    ...difference.columns.added.flatMap((column) => addColumn(difference, column, context)),
    ...difference.columns.changed.flatMap((pair) => changeColumn(difference, pair, context)),
    ...addConstraints(difference, context),
    ...leftovers(difference),
  ];
}

function renames({ table, renamed }: TableDifference): Change[] {
  return renamed.map(([from, to]) => ({ sql: `${alter(table.name)} rename column ${quoted(from)} to ${quoted(to)}` }));
}

/** Drops replaced constraints first, as their successors have the same names. */
function dropConstraints({ table, actual, indexes, foreignKeys, checks }: TableDifference): Change[] {
  const constraints = [...foreignKeys.changed, ...checks.changed].map((pair) => pair.actual.name!);
  return [
    ...constraints.map((name) => ({ sql: `${alter(table.name)} drop constraint ${quoted(name)}` })),
    ...indexes.changed.map((pair) => dropIndex(table.name, actual.schema, pair.actual)),
  ];
}

function dropIndex(
  table: string,
  schema: string,
  { name, isConstraint }: { readonly name: string; readonly isConstraint: boolean },
): Change {
  return isConstraint
    ? { sql: `${alter(table)} drop constraint ${quoted(name)}` }
    : { sql: `drop index ${table.includes(".") ? `${quoted(schema)}.` : ""}${quoted(name)}` };
}

function addColumn({ table }: TableDifference, added: CatalogueColumn, { texts, fills }: ChangeContext): Change[] {
  const column = wantedColumn(table.columns, added.name);
  // Foreign keys are added as separate constraints.
  const bare = { primaryKey: [], foreignKeys: [] };
  const fill = fills.get(`${table.name}.${added.name}`);
  const add = (each: WantedColumn) => `${alter(table.name)} add column ${texts.columnText(each, bare)}`;
  if (fill === undefined || !refusesRows(added)) {
    const counted = column.isDatabaseId ? [setSequence(table.name, added.name)] : [];
    return [{
      sql: add(column),
      ...(refusesRows(added) ? { note: `Fails where ${quotedTable(table.name)} has rows` } : {}),
    }, ...counted];
  }
  return [
    { sql: add({ ...column, nullable: true }) },
    ...fillNulls(table.name, added.name, fill),
    { sql: `${alter(table.name)} alter column ${quoted(added.name)} set not null` },
  ];
}

function changeColumn(difference: TableDifference, pair: Pair<CatalogueColumn>, context: ChangeContext): Change[] {
  return pair.actual.generation === pair.wanted.generation
    ? [...changeType(difference, pair, context), ...changeNullness(difference, pair, context)]
    : computeAnew(difference, pair, context);
}

function computeAnew(
  { table }: TableDifference,
  { actual, wanted }: Pair<CatalogueColumn>,
  { texts }: ChangeContext,
): Change[] {
  const text = texts.columnText(wantedColumn(table.columns, wanted.name), { primaryKey: [], foreignKeys: [] });
  // Values of a generated column are not lost, as they are computed again.
  const isLost = actual.generation === undefined;
  return [
    { sql: `${alter(table.name)} drop column ${quoted(wanted.name)}`, isDrop: isLost },
    {
      sql: `${alter(table.name)} add column ${text}`,
      isDrop: isLost,
      ...(isLost ? { note: "The values that are there are lost" } : {}),
    },
  ];
}

function changeType(
  difference: TableDifference,
  { actual, wanted }: Pair<CatalogueColumn>,
  { allowDrops }: ChangeContext,
): Change[] {
  const { table } = difference;
  const { type, valueType } = wantedColumn(table.columns, wanted.name);
  const change = changeOf(difference, wanted);
  const isRetyped = !isEqualType(actual, wanted, { kind: "postgres", strict: allowDrops, valueType });
  const hadDefault = defaultOf(actual) !== undefined;
  // An undescribed default stays; the server converts it to the new type.
  const mayStay = wanted.default === undefined && !allowDrops;
  const isDefaultChanged = !mayStay && (defaultOf(actual) !== defaultOf(wanted) || (isRetyped && hadDefault));
  const cast = `${quoted(wanted.name)}::${type.split(/\scollate\s/i)[0]!.trimEnd()}`;
  return [
    ...(isDefaultChanged && hadDefault ? [change("drop default")] : []),
    ...(isRetyped
      ? [{
        ...change(`type ${type} using ${cast}`),
        note: `Converts ${actual.declared}: fails where a value does not fit. The table is locked meanwhile`,
      }]
      : []),
    ...(isDefaultChanged && wanted.default !== undefined ? [change(`set default ${wanted.default}`)] : []),
    ...(isCounted(wanted) && !isCounted(actual)
      ? [change("add generated by default as identity"), setSequence(table.name, wanted.name)]
      : []),
    ...(isCounted(actual) && !isCounted(wanted)
      ? [change(actual.generated === undefined ? "drop default" : "drop identity")]
      : []),
  ];
}

function changeNullness(
  difference: TableDifference,
  { actual, wanted }: Pair<CatalogueColumn>,
  { fills, allowDrops }: ChangeContext,
): Change[] {
  const change = changeOf(difference, wanted);
  if (isEqualNullness(actual, wanted, allowDrops)) return [];
  if (wanted.nullable) return [change("drop not null")];
  const fill = fills.get(`${difference.table.name}.${wanted.name}`);
  return fill === undefined
    ? [{ ...change("set not null"), note: "Fails where a row has no value" }]
    : [...fillNulls(difference.table.name, wanted.name, fill), change("set not null")];
}

function changeOf({ table }: TableDifference, { name }: CatalogueColumn): (text: string) => Change {
  return (text) => ({ sql: `${alter(table.name)} alter column ${quoted(name)} ${text}` });
}

function addConstraints({ table, indexes, foreignKeys, checks }: TableDifference, { texts }: ChangeContext): Change[] {
  const needed = <T>(
    { added, changed }: { added: readonly T[]; changed: readonly Pair<T>[] },
  ) => [...added, ...changed.map(({ wanted }) => wanted)];
  const found = needed(indexes).map(({ name }) => name);
  const isNamed = ({ name }: { readonly name: string }) => found.includes(name);
  const keys = needed(foreignKeys).map(({ columns }) => columns.join());
  return [
    ...table.uniques.filter(isNamed).map(({ name, keys }) => ({
      sql: `${alter(table.name)} add constraint ${quoted(name)} unique (${keys.map(({ text }) => text).join(", ")})`,
    })),
    ...table.indexes.filter(isNamed).map((index) => ({ sql: strict(texts.indexText(table.name, index)) })),
    ...table.checks.filter(({ name }) => needed(checks).some((check) => check.name === name)).map((
      { name, condition },
    ) => ({ sql: `${alter(table.name)} add constraint ${quoted(name)} check (${condition})` })),
    ...table.foreignKeys.filter(({ columns }) => keys.includes(columns.join())).map((key) => ({
      sql: texts.foreignKeyText(table.name, key),
    })),
  ];
}

/** Drops of undescribed parts. */
function leftovers({ table, actual, columns, indexes, foreignKeys, checks }: TableDifference): Change[] {
  const drop = (name: string): Change => ({
    sql: `${alter(table.name)} drop constraint ${quoted(name)}`,
    isDrop: true,
  });
  return [
    ...[...foreignKeys.removed, ...checks.removed].map(({ name }) => drop(name!)),
    ...indexes.removed.map((index) => ({ ...dropIndex(table.name, actual.schema, index), isDrop: true })),
    ...columns.removed.flatMap((column): Change[] => [
      ...(refusesRows(column)
        ? [{
          sql: `${alter(table.name)} alter column ${quoted(column.name)} drop not null`,
          note: "Nothing writes this column any more",
        }]
        : []),
      { sql: `${alter(table.name)} drop column ${quoted(column.name)}`, isDrop: true },
    ]),
  ];
}

function fillNulls(table: string, column: string, fill: string): Change[] {
  return [{ sql: `update ${quotedTable(table)} set ${quoted(column)} = ${fill} where ${quoted(column)} is null` }];
}

/** Sets the sequence after the existing ids. */
function setSequence(table: string, column: string): Change {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return {
    sql: `select setval(pg_get_serial_sequence(${literal(quotedTable(table))}, ${literal(column)}), ` +
      `coalesce(max(${quoted(column)}), 0) + 1, false) from ${quotedTable(table)}`,
  };
}

function wantedColumn(columns: readonly WantedColumn[], name: string): WantedColumn {
  return columns.find((column) => column.name === name)!;
}

function alter(table: string): string {
  return `alter table ${quotedTable(table)}`;
}
