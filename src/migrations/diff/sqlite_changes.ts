import type { CatalogueColumn, CatalogueIndex, CatalogueTable, Database, WantedTable } from "../../data/mod.ts";
import { type Change, type ChangeContext, quoted, quotedList, strict, withLines } from "./change.ts";
import { type Pair, refusesRows, type TableDifference } from "./compare_tables.ts";
import { isFittingType } from "./fitting_type.ts";

/** Reads the definitions of a table's triggers, which are dropped with the table. */
export async function triggersOf(database: Database, table: string): Promise<string[]> {
  const rows = await database.execute(
    "select sql from sqlite_schema where type = 'trigger' and tbl_name = ? and sql is not null",
    [table],
  );
  return rows.map(({ sql }) => String(sql));
}

/**
 * Writes the changes of an existing table for SQLite, which can only add columns and indexes: for all other changes the
 * table is created again and its rows are copied.
 */
export function sqliteChanges(
  difference: TableDifference,
  triggers: readonly string[],
  context: ChangeContext,
): Change[] {
  const { table, indexes, columns } = difference;
  if (needsCopy(difference, context)) {
    return [...renameColumns(difference), ...copyTable(difference, triggers, context)];
  }
  const needed = [...indexes.added, ...indexes.changed.map(({ wanted }) => wanted)].map(({ name }) => name);
  const drops: readonly Change[] = [
    ...indexes.removed.filter(({ isConstraint }) => !isConstraint)
      .map(({ name }) => ({ sql: `drop index ${quoted(name)}`, isDrop: true })),
    ...columns.removed.map(({ name }) => ({
      sql: `alter table ${quoted(table.name)} drop column ${quoted(name)}`,
      isDrop: true,
    })),
  ];
  return [
    ...renameColumns(difference),
    ...indexes.changed.map(({ actual }) => ({ sql: `drop index ${quoted(actual.name)}` })),
    ...columns.added.map(({ name }) => ({
      sql: `alter table ${quoted(table.name)} add column ${
        context.texts.columnText(table.columns.find((column) => column.name === name)!, table)
      }`,
    })),
    ...table.indexes.filter(({ name }) => needed.includes(name)).map((index) => ({
      sql: strict(context.texts.indexText(table.name, index)),
    })),
    ...drops,
  ];
}

function needsCopy(
  { table, columns, indexes, foreignKeys, checks, hasOtherKey }: TableDifference,
  { allowDrops }: ChangeContext,
): boolean {
  const changesConstraint = [foreignKeys, checks].some(({ changed }) => changed.length > 0) ||
    checks.added.length > 0 ||
    foreignKeys.added.some((key) => !columns.added.some(({ name }) => key.columns.join() === name)) ||
    indexes.added.some(({ isConstraint }) => isConstraint) ||
    indexes.changed.some(({ actual, wanted }) => actual.isConstraint || wanted.isConstraint);
  const drops = [columns.removed, foreignKeys.removed, checks.removed, indexes.removed.filter((i) => i.isConstraint)];
  return changesConstraint || hasOtherKey || columns.changed.length > 0 || columns.removed.some(refusesRows) ||
    columns.added.some((column) => !mayBeAdded(column, table)) ||
    (allowDrops && drops.some((removed) => removed.length > 0));
}

/** Whether SQLite can add the column: it must be nullable, or have a constant default. */
function mayBeAdded(
  { name, nullable, default: value, generated }: CatalogueColumn,
  { foreignKeys }: WantedTable,
): boolean {
  if (generated !== undefined) return false;
  if (value === undefined) return nullable;
  return /^('(?:[^']|'')*'|-?[\d.]+|true|false|null)$/i.test(value) &&
    !foreignKeys.some(({ columns }) => columns.includes(name));
}

function copyTable(difference: TableDifference, triggers: readonly string[], context: ChangeContext): Change[] {
  const { table, actual, columns, indexes } = difference;
  const copy = `new_${table.name}`;
  const kept = context.allowDrops ? [] : columns.removed;
  const written = [
    ...table.columns.filter(({ generation }) => generation === undefined).map(({ name }) => name),
    ...kept
      .filter(({ generated }) => generated === undefined || generated.startsWith("identity")).map(({ name }) => name),
  ];
  const copied = written.flatMap((name): [string, string][] => {
    const text = valueOf(name, { actual, table, context });
    return text === undefined ? [] : [[name, text]];
  });
  const keptIndexes = context.allowDrops ? [] : indexes.removed.filter(({ isConstraint }) => !isConstraint);
  const changed = table.indexes.map((index) => ({ sql: strict(context.texts.indexText(table.name, index)) }));
  return [
    {
      sql: withLines(strict(definition(difference, copy, context))),
      note: notes(difference, kept),
    },
    {
      sql: `insert into ${quoted(copy)} (${quotedList(copied.map(([name]) => name))})\n  select ${
        copied.map(([, text]) => text).join(", ")
      } from ${quoted(table.name)}`,
    },
    ...(table.columns.some(({ isDatabaseId }) => isDatabaseId) ? countOn(table.name, copy) : []),
    { sql: `drop table ${quoted(table.name)}` },
    { sql: `alter table ${quoted(copy)} rename to ${quoted(table.name)}` },
    ...changed,
    ...keptIndexes.map((index) => ({ sql: indexText(table.name, index) })),
    ...triggers.map((sql) => ({ sql })),
  ];
}

function notes({ table, columns }: TableDifference, kept: readonly CatalogueColumn[]): string {
  const typed = columns.changed.filter(({ actual, wanted }: Pair<CatalogueColumn>) =>
    actual.declared !== wanted.declared
  )
    .map(({ actual, wanted }) =>
      `${wanted.name} from ${actual.declared} to ${wanted.declared}, its values as they are`
    );
  return [
    `SQLite makes the table ${quoted(table.name)} anew`,
    ...typed,
    ...(kept.length === 0 ? [] : [`it keeps ${quotedList(kept.map(({ name }) => name))}, which nothing describes`]),
  ].join("; ");
}

/** The expression that fills a column of the copy; `undefined` if its default value applies. */
function valueOf(
  name: string,
  { actual, table, context }: {
    readonly actual: CatalogueTable;
    readonly table: WantedTable;
    readonly context: ChangeContext;
  },
): string | undefined {
  const fill = context.fills.get(`${table.name}.${name}`);
  const isThere = actual.columns.has(name);
  if (!isThere) return fill;
  const wanted = table.columns.find((column) => column.name === name);
  const value = fill ?? (wanted?.nullable === false && actual.columns.get(name)!.nullable ? wanted.default : undefined);
  return value === undefined ? quoted(name) : `coalesce(${quoted(name)}, ${value})`;
}

/** The definition of the table, with its undescribed parts. */
function definition(
  { table, actual, columns, checks, foreignKeys, indexes }: TableDifference,
  copy: string,
  { texts, allowDrops }: ChangeContext,
): string {
  if (allowDrops) return texts.tableText({ ...table, name: copy });
  const text = texts.tableText({ ...asItIs(table, actual), name: copy });
  const parts = [
    ...columns.removed.map(({ name, declared, default: value, generation, nullable }) =>
      `${quoted(name)} ${declared}${value === undefined ? "" : `${nullable ? "" : " not null"} default (${value})`}` +
      (generation === undefined ? "" : ` generated always as (${generation})`)
    ),
    ...indexes.removed.filter(({ isConstraint }) => isConstraint).map(({ keys }) =>
      `unique (${quotedList(keys.map(({ column, text }) => column ?? text))})`
    ),
    ...checks.removed.map(({ name, condition }) =>
      `${name === undefined ? "" : `constraint ${quoted(name)} `}check (${condition})`
    ),
    ...foreignKeys.removed.map((key) =>
      `foreign key (${quotedList(key.columns)}) references ${quoted(key.table)}` +
      (key.referred.length === 0 ? "" : ` (${quotedList(key.referred)})`) +
      ` on delete ${key.onDelete} on update ${key.onUpdate}`
    ),
  ];
  if (parts.length === 0) return text;
  // Columns must precede constraints.
  const all = withLines(text).split("\n").slice(1, -1).map((line) => line.trim().replace(/,$/, ""));
  const isConstraint = (part: string) => /^(constraint|unique|check|foreign key|primary key)\b/i.test(part);
  const ordered = [...all, ...parts].toSorted((a, b) => Number(isConstraint(a)) - Number(isConstraint(b)));
  return `${text.slice(0, text.indexOf("("))}(${ordered.join(", ")})`;
}

/** Copies the sequence, so that ids of deleted rows are not used again. */
function countOn(table: string, copy: string): Change[] {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return [
    { sql: `delete from sqlite_sequence where name = ${literal(copy)}` },
    {
      sql: `insert into sqlite_sequence (name, seq)\n  select ${literal(copy)}, seq from sqlite_sequence where name = ${
        literal(table)
      }`,
    },
  ];
}

function renameColumns({ table, renamed }: TableDifference): Change[] {
  return renamed.map(([from, to]) => ({
    sql: `alter table ${quoted(table.name)} rename column ${quoted(from)} to ${quoted(to)}`,
  }));
}

/** Writes an undescribed index. */
function indexText(table: string, { name, isUnique, keys, where }: CatalogueIndex): string {
  const texts = keys.map(({ column, text, descending }) =>
    `${column === undefined ? text : quoted(column)}${descending ? " desc" : ""}`
  );
  return `create ${isUnique ? "unique " : ""}index ${quoted(name)} on ${quoted(table)} (${texts.join(", ")})` +
    (where === undefined ? "" : ` where ${where}`);
}

/** The description, with the compatible types, defaults and actions of the existing table. */
function asItIs(table: WantedTable, actual: CatalogueTable): WantedTable {
  return {
    ...table,
    columns: table.columns.map((column) => {
      const known = actual.columns.get(column.name);
      if (known === undefined || column.isDatabaseId) return column;
      const { declared, default: value } = known;
      return {
        ...column,
        ...(isFittingType(known, { ...known, declared: column.type }, {
            kind: "sqlite",
            valueType: column.valueType,
          })
          ? { type: declared }
          : {}),
        ...(column.default === undefined && value !== undefined ? { default: value } : {}),
        ...(column.nullable && !refusesRows(known) ? { nullable: known.nullable } : {}),
      };
    }),
    foreignKeys: table.foreignKeys.map((key) => {
      const known = actual.foreignKeys.find(({ columns }) => columns.join() === key.columns.join());
      const action = (event: "onDelete" | "onUpdate") =>
        key[event] === "no action" ? known?.[event] ?? key[event] : key[event];
      return { ...key, onDelete: action("onDelete"), onUpdate: action("onUpdate") };
    }),
  };
}
