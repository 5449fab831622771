import type { Catalogue, CatalogueTable, Database, WantedTable } from "../../data/mod.ts";
import type { Class } from "../../kernel/mod.ts";
import type { MigrationAccess } from "../../data/migration_access.ts";
import { MigrationError } from "../migration_error.ts";
import { type Change, type ChangeContext, quoted, quotedTable, strict, withLines } from "./change.ts";
import { compareTables, isUpToDate, refusesRows, type TableDifference } from "./compare_tables.ts";
import { columnSuffixes, mariadbChanges } from "./mariadb_changes.ts";
import { postgresChanges } from "./postgres_changes.ts";
import { sqliteChanges, triggersOf } from "./sqlite_changes.ts";
import { wantedCatalogue } from "./wanted_catalogue.ts";

/** Options for comparing the database with the entities. */
export interface DiffOptions {
  /** The entity classes. */
  readonly entities: readonly Class[];
  /** Whether to treat the database as empty. */
  readonly empty?: boolean;
  /** Whether drops are written as statements instead of comments. */
  readonly allowDrops?: boolean;
  /** Tables to drop that no entity describes. */
  readonly dropTables?: readonly string[];
  /** New names of columns by `table.column`. */
  readonly renames?: ReadonlyMap<string, string>;
  /** SQL expressions for the values of existing rows, by `table.column`. */
  readonly fills?: ReadonlyMap<string, string>;
}

/** The changes of one table. */
export interface TableChanges {
  readonly table: string;
  /** Name of the class that describes it; `undefined` for a dropped table. */
  readonly entity: string | undefined;
  readonly changes: readonly Change[];
  /** Whether the migration needs references to be checked at its end. */
  readonly checksReferencesLate: boolean;
}

/** The database to compare. */
export interface DiffTarget {
  readonly database: Database;
  readonly access: MigrationAccess;
  /** Returns the rank of a table by its entity. */
  readonly order: (entity: string) => number;
}

/**
 * Compares a database with the descriptions of entities.
 *
 * @param target the database
 * @param options entities, renames, values for existing rows, drops
 * @returns the tables that differ, in the order in which they can be changed
 * @throws MigrationError when existing rows need a value that no option provides
 */
export async function diffTables(target: DiffTarget, options: DiffOptions): Promise<TableChanges[]> {
  const { database, access, order } = target;
  const { entities, empty = false, allowDrops = false, dropTables = [], renames = new Map(), fills = new Map() } =
    options;
  const tables = inCreationOrder(await database.wantedTables(...entities), order);
  requireKnown(tables, renames, fills);
  const wanted = await wantedCatalogue(database, access, tables);
  const actual: Catalogue = empty ? new Map() : await database.catalogue(...tables.map(({ name }) => name));
  const context: ChangeContext = { texts: await access.schema(), fills, allowDrops };
  const created = new NewTables(context, access.kind, actual.keys());
  const changed: TableChanges[] = [];
  for (const table of tables) {
    const existing = actual.get(table.name);
    if (existing?.isView) continue;
    const compared = { renames: renamesOf(table, renames), strict: allowDrops, kind: access.kind };
    const changes = existing === undefined ? created.create(table) : await changesOf(
      target,
      compareTables(table, { wanted: wanted.get(table.name)!, actual: existing }, compared),
      context,
    );
    if (changes.length === 0) continue;
    const checksReferencesLate = access.kind === "sqlite" && changes.some(({ sql }) => sql.startsWith("drop table"));
    changed.push({ table: table.name, entity: table.entity, changes, checksReferencesLate });
  }
  return [...changed, ...await droppedTables(target, tables, dropTables)];
}

/** Whether the changes have statements other than comments. */
export function isEffective({ changes }: TableChanges, allowDrops: boolean): boolean {
  return changes.some(({ isDrop = false }) => allowDrops || !isDrop);
}

/** Writes new tables; in a cycle of references, the first table gets its foreign key after the other was created. */
class NewTables {
  readonly #context: ChangeContext;
  readonly #kind: MigrationAccess["kind"];
  readonly #known: Set<string>;
  readonly #later: { readonly target: string; readonly change: Change }[] = [];

  constructor(context: ChangeContext, kind: MigrationAccess["kind"], known: Iterable<string>) {
    this.#context = context;
    this.#kind = kind;
    this.#known = new Set(known);
  }

  create(table: WantedTable): Change[] {
    const { texts } = this.#context;
    this.#known.add(table.name);
    const isLater = (target: string) => this.#kind !== "sqlite" && !this.#known.has(target);
    for (const key of table.foreignKeys.filter((key) => isLater(key.table))) {
      this.#later.push({ target: key.table, change: { sql: texts.foreignKeyText(table.name, key) } });
    }
    const bare = { ...table, foreignKeys: table.foreignKeys.filter((key) => !isLater(key.table)) };
    return [
      { sql: withLines(strict(texts.tableText(bare))) },
      ...table.indexes.map((index) => ({ sql: strict(texts.indexText(table.name, index)) })),
      ...this.#later.filter(({ target }) => target === table.name).map(({ change }) => change),
    ];
  }
}

async function changesOf(
  { database, access }: Pick<DiffTarget, "database" | "access">,
  difference: TableDifference,
  context: ChangeContext,
): Promise<Change[]> {
  await requireValues({ database, access }, difference, context);
  if (access.kind === "sqlite") {
    const { actual, columns, indexes, foreignKeys, checks } = difference;
    const isSame = isUpToDate(difference) &&
      [columns, indexes, foreignKeys, checks].every(({ removed }) => removed.length === 0);
    return isSame ? [] : sqliteChanges(difference, await triggersOf(database, actual.name), context);
  }
  const changes = access.kind === "mariadb"
    ? mariadbChanges(difference, await columnSuffixes(database, difference.table.name), context)
    : postgresChanges(difference, context);
  return difference.hasOtherKey ? [...changes, primaryKeyNote(difference, access.kind)] : changes;
}

/** Writes the statement that drops a primary key and adds another. */
function primaryKeyNote({ table, actual }: TableDifference, kind: MigrationAccess["kind"]): Change {
  const drop = kind === "mariadb" ? "drop primary key" : `drop constraint ${quoted(`${actual.name}_pkey`)}`;
  const columns = table.primaryKey.map((name) => quoted(name, kind)).join(", ");
  return {
    sql: `alter table ${quotedTable(table.name, kind)} ${drop}, add primary key (${columns})`,
    note: "The primary key differs: change it by hand, with the references to it",
    isDrop: true,
  };
}

/** Requires values for existing rows in new columns that are not nullable. */
async function requireValues(
  { database, access }: Pick<DiffTarget, "database" | "access">,
  { table, columns }: TableDifference,
  context: ChangeContext,
): Promise<void> {
  const missing = columns.added.filter(refusesRows).map(({ name }) => `${table.name}.${name}`)
    .filter((name) => !context.fills.has(name));
  if (missing.length === 0) return;
  const [row] = await database.execute(`select 1 as found from ${quotedTable(table.name, access.kind)} limit 1`);
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

/** Rejects unknown columns in the options, as a misspelt name would have no effect. */
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

/** Sorts tables: referenced tables first, then by the order of their modules. */
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
  { database, access }: DiffTarget,
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
    const change = { sql: `drop table ${quotedTable(name, access.kind)}` };
    return { table: name, entity: undefined, changes: [change], checksReferencesLate: false };
  });
}
