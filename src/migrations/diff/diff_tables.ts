import type { Catalogue, CatalogueTable, Database, WantedTable } from "../../data/mod.ts";
import type { Class } from "../../kernel/mod.ts";
import type { MigrationAccess } from "../../data/migration_access.ts";
import { MigrationError } from "../migration_error.ts";
import { type Change, type ChangeContext, quotedTable, strict, withLines } from "./change.ts";
import { compareTables, isUpToDate, refusesRows, type TableDifference } from "./compare_tables.ts";
import { postgresChanges, primaryKeyNote } from "./postgres_changes.ts";
import { sqliteChanges, triggersOf } from "./sqlite_changes.ts";
import { wantedCatalogue } from "./wanted_catalogue.ts";

/** What is compared, and how it is written. */
export interface DiffOptions {
  /** The entity classes. */
  readonly entities: readonly Class[];
  /** Whether the database counts as empty. */
  readonly empty?: boolean;
  /** Whether drops are written as statements instead of comments. */
  readonly allowDrops?: boolean;
  /** Tables that no entity describes, to be dropped. */
  readonly dropTables?: readonly string[];
  /** New names of columns by `table.column`. */
  readonly renames?: ReadonlyMap<string, string>;
  /** SQL of the values that existing rows get, by `table.column`. */
  readonly fills?: ReadonlyMap<string, string>;
}

/** The changes of one table. */
export interface TableChanges {
  readonly table: string;
  /** Name of the class that describes it; absent for one that is dropped. */
  readonly entity: string | undefined;
  readonly changes: readonly Change[];
  /** Whether the migration needs references to be checked at its end. */
  readonly checksReferencesLate: boolean;
}

/**
 * Compares a database with the descriptions of entities.
 *
 * @param database SQLite or PostgreSQL
 * @param access of the database
 * @param options entities, renames, values for existing rows, drops
 * @param order which tables come first: by their entity
 * @returns the tables that differ, in the order in which they can be changed
 * @throws MigrationError when existing rows need a value that none of the options gives
 */
export async function diffTables(
  database: Database,
  access: MigrationAccess,
  options: DiffOptions,
  order: (entity: string) => number,
): Promise<TableChanges[]> {
  const { entities, empty = false, allowDrops = false, dropTables = [], renames = new Map(), fills = new Map() } =
    options;
  const tables = inCreationOrder(await database.wantedTables(...entities), order);
  const wanted = await wantedCatalogue(database, access, tables);
  const actual: Catalogue = empty ? new Map() : await database.catalogue(...tables.map(({ name }) => name));
  requireKnown(tables, renames, fills);
  const context: ChangeContext = { texts: await access.schema(), fills, allowDrops };
  const changed: TableChanges[] = [];
  const known = new Set(actual.keys());
  const later: { readonly target: string; readonly change: Change }[] = [];
  for (const table of tables) {
    const existing = actual.get(table.name);
    let changes: readonly Change[];
    let checksReferencesLate = false;
    if (existing === undefined) {
      known.add(table.name);
      const isLater = (target: string) => access.kind === "postgres" && !known.has(target);
      for (const key of table.foreignKeys) {
        if (isLater(key.table)) {
          later.push({ target: key.table, change: { sql: context.texts.foreignKeyText(table.name, key) } });
        }
      }
      changes = createTable({ ...table, foreignKeys: table.foreignKeys.filter((key) => !isLater(key.table)) }, context);
    } else if (existing.isView) {
      continue;
    } else {
      const difference = compareTables(table, wanted.get(table.name)!, existing, {
        renames: renamesOf(table, renames),
        strict: allowDrops,
        kind: access.kind,
      });
      await requireValues(database, difference, context);
      changes = await changesOf(database, access, difference, context);
      checksReferencesLate = access.kind === "sqlite" && changes.some(({ sql }) => sql.startsWith("drop table"));
    }
    const added = later.filter(({ target }) => target === table.name).map(({ change }) => change);
    changes = [...changes, ...added];
    if (changes.length > 0) changed.push({ table: table.name, entity: table.entity, changes, checksReferencesLate });
  }
  return [...changed, ...await droppedTables(database, tables, dropTables)];
}

/** Whether anything has to be done: comments alone are nothing. */
export function isEffective({ changes }: TableChanges, allowDrops: boolean): boolean {
  return changes.some(({ isDrop = false }) => allowDrops || !isDrop);
}

function createTable(table: WantedTable, { texts }: ChangeContext): Change[] {
  return [
    { sql: withLines(strict(texts.tableText(table))) },
    ...table.indexes.map((index) => ({ sql: strict(texts.indexText(table.name, index)) })),
  ];
}

async function changesOf(
  database: Database,
  access: MigrationAccess,
  difference: TableDifference,
  context: ChangeContext,
): Promise<Change[]> {
  if (access.kind === "sqlite") {
    const { actual, columns, indexes, foreignKeys, checks } = difference;
    const isSame = isUpToDate(difference) &&
      [columns, indexes, foreignKeys, checks].every(({ removed }) => removed.length === 0);
    return isSame ? [] : sqliteChanges(difference, await triggersOf(database, actual.name), context);
  }
  const changes = postgresChanges(difference, context);
  return difference.hasOtherKey ? [...changes, primaryKeyNote(difference)] : changes;
}

/** Rows that are there need values for new columns that may not be null. */
async function requireValues(database: Database, { table, columns }: TableDifference, context: ChangeContext) {
  const missing = columns.added.filter(refusesRows).map(({ name }) => `${table.name}.${name}`)
    .filter((name) => !context.fills.has(name));
  if (missing.length === 0) return;
  const [row] = await database.execute(`select 1 as found from ${quotedTable(table.name)} limit 1`);
  if (row === undefined) return;
  throw new MigrationError(
    `Cannot add ${
      missing.map((name) => `"${name}"`).join(", ")
    } as table "${table.name}" has rows, which need a value: ` +
      `say which with --fill ${missing[0]}=SQL (--fill ${
        missing[0]
      }="''"), describe a default, let it be null, or name ` +
      `the column that it was with --rename ${table.name}.old=${missing[0]!.split(".").at(-1)}`,
  );
}

function renamesOf({ name }: WantedTable, renames: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...renames].filter(([path]) => path.startsWith(`${name}.`)).map(([path, to]) => [path.slice(name.length + 1), to]),
  );
}

/** A misspelt name would have no effect. */
function requireKnown(
  tables: readonly WantedTable[],
  renames: ReadonlyMap<string, string>,
  fills: ReadonlyMap<string, string>,
): void {
  const columns = new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)));
  const renamed = [...renames].map(([path, to]) => `${path.slice(0, path.lastIndexOf("."))}.${to}`);
  const unknown = [...fills.keys(), ...renamed].find((path) => !columns.has(path));
  if (unknown === undefined) return;
  throw new MigrationError(`Cannot change column "${unknown}" as an entity must describe it`);
}

/** What is referred to comes first; then modules in their order. */
function inCreationOrder(tables: readonly WantedTable[], order: (entity: string) => number): WantedTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const sorted = new Set<WantedTable>();
  const entered = new Set<WantedTable>();
  const enter = (table: WantedTable): void => {
    if (entered.has(table)) return;
    entered.add(table);
    for (const { table: target } of table.foreignKeys) {
      const referred = byName.get(target);
      if (referred !== undefined) enter(referred);
    }
    sorted.add(table);
  };
  tables.forEach(enter);
  return [...sorted].toSorted((a, b) => order(a.entity) - order(b.entity));
}

async function droppedTables(
  database: Database,
  described: readonly WantedTable[],
  names: readonly string[],
): Promise<TableChanges[]> {
  if (names.length === 0) return [];
  const actual: ReadonlyMap<string, CatalogueTable> = await database.catalogue(...names);
  return names.map((name) => {
    if (described.some((table) => table.name === name)) {
      throw new MigrationError(`Cannot drop table "${name}" as no entity may describe it`);
    }
    if (!actual.has(name)) throw new MigrationError(`Cannot drop table "${name}" as it must exist`);
    const change = { sql: `drop table ${quotedTable(name)}` };
    return { table: name, entity: undefined, changes: [change], checksReferencesLate: false };
  });
}
