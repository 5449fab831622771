import type { CatalogueColumn, CatalogueForeignKey, Database, WantedColumn } from "../../data/mod.ts";
import { type Change, type ChangeContext, quoted as quotedFor, quotedTable as quotedTableFor } from "./change.ts";
import {
  defaultOf,
  isCounted,
  isEqualNullness,
  isEqualType,
  type Pair,
  refusesRows,
  type TableDifference,
} from "./compare_tables.ts";

/** The parts of column definitions after type, nullability and default, which each new definition must repeat. */
export type ColumnSuffixes = ReadonlyMap<string, string>;

/**
 * Reads the parts of columns that the catalogue omits: comments, column checks, values on update.
 *
 * @param database the database with the table
 * @param table its name, qualified if it is in another database
 */
export async function columnSuffixes(database: Database, table: string): Promise<ColumnSuffixes> {
  const [local, schema] = table.split(".").toReversed();
  const rows = await database.execute(
    `select c.column_name as name, c.extra as extra, c.column_comment as comment, k.check_clause as \`check\`
      from information_schema.columns as c left join information_schema.check_constraints as k
        on k.constraint_schema = c.table_schema and k.table_name = c.table_name and k.level = 'Column'
          and k.constraint_name = c.column_name and k.check_clause <> concat('json_valid(\`', c.column_name, '\`)')
      where c.table_schema = coalesce(?, database()) and c.table_name = ?`,
    [schema ?? null, local!],
  );
  return new Map(rows.map(({ name, extra, comment, check }) => {
    const onUpdate = String(extra).match(/on update \S+/i)?.[0];
    const isInvisible = /INVISIBLE/.test(String(extra)) && !/GENERATED/.test(String(extra));
    const parts = [
      ...(isInvisible ? ["invisible"] : []),
      ...(onUpdate === undefined ? [] : [onUpdate]),
      ...(comment === "" ? [] : [`comment '${String(comment).replaceAll("'", "''")}'`]),
      ...(check === null ? [] : [`check (${check})`]),
    ];
    return [String(name), parts.map((part) => ` ${part}`).join("")];
  }));
}

/**
 * Writes the changes of an existing table for MariaDB. As it commits each statement, most changes of a table are
 * combined into one statement.
 */
export function mariadbChanges(
  difference: TableDifference,
  suffixes: ColumnSuffixes,
  context: ChangeContext,
): Change[] {
  const clauses = new Clauses(difference, suffixes, context);
  const { renamed, foreignKeys, columns, table } = difference;
  const released = [
    ...foreignKeys.changed.map((pair) => pair.actual),
    ...clauses.keysToRenew,
    ...(context.allowDrops ? foreignKeys.removed : []),
  ];
  return [
    ...clauses.statement(
      renamed.map(([from, to]) => ({ sql: `rename column ${quoted(from)} to ${quoted(to)}` })),
    ),
    ...clauses.statement(released.map(dropKey)),
    ...clauses.statement(columns.added.filter(refusesRows).map((column) => clauses.addNullable(column))),
    ...columns.added.concat(columns.changed.map(({ wanted }) => wanted)).flatMap(({ name, nullable }) =>
      nullable ? [] : fillNulls(table.name, name, context.fills)
    ),
    ...clauses.statement(clauses.needed()),
    ...clauses.leftovers(),
  ];
}

/** The clauses of `alter table`. */
class Clauses {
  readonly #difference: TableDifference;
  readonly #suffixes: ColumnSuffixes;
  readonly #context: ChangeContext;

  constructor(difference: TableDifference, suffixes: ColumnSuffixes, context: ChangeContext) {
    this.#difference = difference;
    this.#suffixes = suffixes;
    this.#context = context;
  }

  /** Foreign keys to drop and add again, as the server rejects a change of their columns' types while they exist. */
  get keysToRenew() {
    const { actual, columns, foreignKeys } = this.#difference;
    const retyped = columns.changed.filter((pair) => !this.#isSameType(pair)).map(({ wanted }) => wanted.name);
    const replaced = foreignKeys.changed.map((pair) => pair.actual);
    return actual.foreignKeys.filter((key) =>
      key.columns.some((name) => retyped.includes(name)) && !replaced.includes(key) &&
      !foreignKeys.removed.includes(key)
    );
  }

  /** Combines all clauses into one statement; none if there are no clauses. */
  statement(clauses: readonly Change[]): Change[] {
    if (clauses.length === 0) return [];
    const notes = clauses.flatMap(({ note }) => note ?? []);
    const texts = clauses.map(({ sql }) => sql);
    return [{
      sql: `alter table ${quotedTable(this.#difference.table.name)}` +
        (texts.length === 1 ? ` ${texts[0]}` : `\n  ${texts.join(",\n  ")}`),
      ...(notes.length === 0 ? {} : { note: notes.join("\n-- ") }),
    }];
  }

  /** Adds a column as nullable until its values are set: the server would fill it with zeros or empty strings. */
  addNullable({ name }: CatalogueColumn): Change {
    return { sql: `add column ${this.#definition({ ...this.#wanted(name), nullable: true })}` };
  }

  /** The clauses that the description requires. */
  needed(): Change[] {
    const { columns, checks, indexes } = this.#difference;
    const { allowDrops } = this.#context;
    // One statement, as an added index may replace a dropped one that a foreign key needs.
    return [
      ...(allowDrops ? this.#drops() : []),
      ...checks.changed.map(({ actual }) => ({ sql: `drop constraint ${quoted(actual.name!)}` })),
      ...indexes.changed.map(({ actual }) => ({ sql: `drop index ${quoted(actual.name)}` })),
      ...columns.added.map((column) => refusesRows(column) ? this.#refuseNull(column) : this.#add(column)),
      ...columns.changed.flatMap((pair) => this.#change(pair)),
      ...(allowDrops ? [] : columns.removed.filter(refusesRows).map((column) => this.#letBeNull(column))),
      ...this.#constraints(),
    ];
  }

  /** Drops of undescribed parts, as statements that a reader may apply. */
  leftovers(): Change[] {
    if (this.#context.allowDrops) return [];
    const keys = this.#difference.foreignKeys.removed.map(dropKey);
    return [...keys, ...this.#drops()].flatMap((clause) => this.statement([clause]))
      .map((change) => ({ ...change, isDrop: true }));
  }

  #drops(): Change[] {
    const { actual, columns, checks, indexes } = this.#difference;
    // Drop generated columns first, as they depend on other columns.
    const order = columns.removed.toSorted((a, b) =>
      Number(b.generation !== undefined) - Number(a.generation !== undefined)
    );
    return [
      // The check of a column is dropped with it.
      ...checks.removed.filter(({ name }) => !actual.columns.has(name!)).map(({ name }) =>
        `constraint ${quoted(name!)}`
      ),
      ...indexes.removed.map(({ name }) => `index ${quoted(name)}`),
      ...order.map(({ name }) => `column ${quoted(name)}`),
    ].map((what) => ({ sql: `drop ${what}` }));
  }

  #add({ name }: CatalogueColumn): Change {
    return { sql: `add column ${this.#definition(this.#wanted(name))}` };
  }

  #refuseNull({ name }: CatalogueColumn): Change {
    const isFilled = this.#context.fills.has(`${this.#difference.table.name}.${name}`);
    return {
      sql: `modify column ${this.#definition(this.#wanted(name))}`,
      ...(isFilled ? {} : { note: `Fails where ${quotedTable(this.#difference.table.name)} has rows` }),
    };
  }

  #change(pair: Pair<CatalogueColumn>): Change[] {
    const { actual, wanted } = pair;
    const { name } = wanted;
    const own = this.#wanted(name);
    if (actual.generation !== wanted.generation) {
      const isLost = actual.generation === undefined;
      const note = `The values of ${quoted(name)} that are there are lost`;
      return [{ sql: `modify column ${this.#definition(own)}`, ...(isLost ? { note } : {}) }];
    }
    if (this.#isSameType(pair) && this.#isSameNullness(pair) && isCounted(actual) === isCounted(wanted)) {
      const value = own.default ?? (own.nullable ? "null" : undefined);
      return [{ sql: `alter column ${quoted(name)} ${value === undefined ? "drop default" : `set default ${value}`}` }];
    }
    return [{
      sql: `modify column ${this.#definition(this.#merged(pair, own))}${isCounted(wanted) ? " auto_increment" : ""}` +
        (this.#suffixes.get(name) ?? ""),
      ...noteOf(pair, {
        isSameType: this.#isSameType(pair),
        isFilled: this.#context.fills.has(`${this.#difference.table.name}.${name}`),
        isKey: this.#difference.actual.primaryKey.includes(name),
      }),
    }];
  }

  /** Merges the definition, which replaces the whole column, with the parts that stay. */
  #merged(pair: Pair<CatalogueColumn>, own: WantedColumn): WantedColumn {
    const { actual } = pair;
    const kept = this.#context.allowDrops ? undefined : defaultOf(actual);
    const value = own.default ?? kept;
    return {
      ...own,
      nullable: this.#isSameNullness(pair) ? actual.nullable : own.nullable,
      type: this.#isSameType(pair) ? typeOf(actual) : own.type,
      ...(value === undefined ? {} : { default: value }),
    };
  }

  #letBeNull(column: CatalogueColumn): Change {
    return {
      sql: `modify column ${quoted(column.name)} ${typeOf(column)} null${this.#suffixes.get(column.name) ?? ""}`,
      note: `Nothing writes ${quoted(column.name)} any more`,
    };
  }

  #constraints(): Change[] {
    const { table, indexes, checks, foreignKeys } = this.#difference;
    const missing = needed(indexes).map(({ name }) => name);
    const isMissing = ({ name }: { readonly name: string }) => missing.includes(name);
    const keys = [...needed(foreignKeys), ...this.keysToRenew].map(({ columns }) => columns.join());
    const texts = (index: { readonly keys: readonly { readonly text: string }[] }) =>
      index.keys.map(({ text }) => text).join(", ");
    return [
      ...table.uniques.filter(isMissing).map((index) =>
        `add constraint ${quoted(index.name)} unique (${texts(index)})`
      ),
      ...table.indexes.filter(isMissing).map((index) =>
        `add ${index.isUnique ? "unique " : ""}index ${quoted(index.name)} (${texts(index)})`
      ),
      ...table.checks.filter(({ name }) => needed(checks).some((check) => check.name === name))
        .map(({ name, condition }) => `add constraint ${quoted(name)} check (${condition})`),
      ...table.foreignKeys.filter(({ columns }) => keys.includes(columns.join())).map((key) =>
        this.#context.texts.foreignKeyText(table.name, key).replace(/^.*? add constraint /, "add constraint ")
      ),
    ].map((sql) => ({ sql }));
  }

  #isSameType({ actual, wanted }: Pair<CatalogueColumn>): boolean {
    return isEqualType(actual, wanted, { kind: "mariadb", strict: this.#context.allowDrops });
  }

  #isSameNullness({ actual, wanted }: Pair<CatalogueColumn>): boolean {
    return isEqualNullness(actual, wanted, this.#context.allowDrops);
  }

  #wanted(name: string): WantedColumn {
    return this.#difference.table.columns.find((column) => column.name === name)!;
  }

  #definition(column: WantedColumn): string {
    return this.#context.texts.columnText(column, { primaryKey: [], foreignKeys: [] });
  }
}

function needed<T>({ added, changed }: { added: readonly T[]; changed: readonly Pair<T>[] }): T[] {
  return [...added, ...changed.map(({ wanted }) => wanted)];
}

function dropKey({ name }: CatalogueForeignKey): Change {
  return { sql: `drop foreign key ${quoted(name)}` };
}

function noteOf(
  { actual, wanted }: Pair<CatalogueColumn>,
  { isSameType, isFilled, isKey }: {
    readonly isSameType: boolean;
    readonly isFilled: boolean;
    readonly isKey: boolean;
  },
): Pick<Change, "note"> {
  if (!isSameType) {
    const keys = isKey ? ". Foreign keys of other tables to it must be dropped before, and added behind it" : "";
    return {
      note: `Converts ${wanted.name} from ${actual.declared}: fails where a value does not fit. The table is locked ` +
        `meanwhile${keys}`,
    };
  }
  const isRefused = actual.nullable && !wanted.nullable && !isFilled;
  return isRefused ? { note: `Fails where a row has no ${wanted.name}` } : {};
}

function typeOf({ declared, collation }: CatalogueColumn): string {
  // JSON columns have a fixed collation.
  return collation === undefined || declared === "json" ? declared : `${declared} collate ${collation}`;
}

function fillNulls(table: string, column: string, fills: ReadonlyMap<string, string>): Change[] {
  const fill = fills.get(`${table}.${column}`);
  if (fill === undefined) return [];
  return [{ sql: `update ${quotedTable(table)} set ${quoted(column)} = ${fill} where ${quoted(column)} is null` }];
}

function quoted(name: string): string {
  return quotedFor(name, "mariadb");
}

function quotedTable(name: string): string {
  return quotedTableFor(name, "mariadb");
}
