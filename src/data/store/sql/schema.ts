import type { RawBuilder } from "../../../../deps.ts";
import type { ReferenceAction } from "../../../kernel/mod.ts";
import type { WantedColumn, WantedForeignKey, WantedIndex, WantedTable } from "../../catalogue/wanted_table.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { LinkTable } from "../row_store.ts";
import { leafColumns } from "../../query/column_paths.ts";
import { type SqlStatement, statementOf } from "./sql_statement.ts";
import type { SqlTools } from "./sql_tools.ts";
import { localName, WantedTables } from "./wanted_tables.ts";

/** Builds the statements that create missing tables and indexes. */
export class SchemaWriter {
  /** The tables of the descriptions. */
  readonly wanted: WantedTables;
  readonly #tools: SqlTools;
  readonly #models: EntityModels;

  /**
   * @param tools the query builder and the dialect
   * @param models the models of the database
   */
  constructor(tools: SqlTools, models: EntityModels) {
    this.wanted = new WantedTables(tools, models);
    this.#tools = tools;
    this.#models = models;
  }

  /** Builds the statements that come before those that create tables, on the same connection. */
  prepare(): SqlStatement[] {
    return this.#statements(this.#tools.dialect.prepareSchema);
  }

  /** Builds the statements that come after those that create tables. */
  finish(): SqlStatement[] {
    return this.#statements(this.#tools.dialect.finishSchema ?? []);
  }

  #statements(texts: readonly RawBuilder<unknown>[]): SqlStatement[] {
    return texts.map((text) => ({
      ...statementOf(text.compile(this.#tools.kysely), { writes: true }),
      isDecoded: false,
    }));
  }

  /**
   * Builds the statements that create tables and indexes.
   *
   * @param models the entities; those that they refer to are added
   * @param links the lists that are stored in link tables
   */
  createTables(models: readonly EntityModel[], links: readonly LinkTable[]): SqlStatement[] {
    const { dialect, kysely } = this.#tools;
    const made = new Set<string>();
    const later: SqlStatement[] = [];
    const statements = this.#inCreationOrder(models).flatMap((model) => {
      const table = this.wanted.of(model);
      made.add(table.name);
      // In a cycle of references, a foreign key to a later table is added after that table was created.
      const isLater = (key: WantedForeignKey) => !made.has(key.table) && dialect.unlessDuplicate !== undefined;
      for (const key of table.foreignKeys.filter(isLater)) {
        const add = this.foreignKeyText(table.name, key);
        later.push(statementOf(dialect.unlessDuplicate!(add).compile(kysely), { writes: true }));
      }
      const create = this.tableText({ ...table, foreignKeys: table.foreignKeys.filter((key) => !isLater(key)) });
      return [create, ...table.indexes.map((index) => this.indexText(table.name, index))].map(statementOfText);
    });
    const lists = links.map((link) => statementOfText(this.tableText(this.wanted.ofLink(link))));
    return [...statements, ...later, ...lists];
  }

  /** Writes the statement that creates a table unless it exists, without its indexes. */
  tableText(table: WantedTable): string {
    const parts = [
      ...table.columns.map((column) => this.columnText(column, table)),
      ...(table.primaryKey.length === 1 ? [] : [this.#primaryKeyText(table)]),
      // A foreign key of several columns can't be part of a column's definition.
      ...table.foreignKeys.filter(({ columns }) => columns.length > 1).map((key) =>
        `constraint ${this.#name(key.name)} ${this.#foreignKeyText(key)}`
      ),
      ...table.uniques.map(({ name, keys }) =>
        `constraint ${this.#name(name)} unique (${keys.map(({ text }) => text).join(", ")})`
      ),
      ...table.checks.map(({ name, condition }) => `constraint ${this.#name(name)} check (${condition})`),
    ];
    return `create table if not exists ${this.#table(table.name)} (${parts.join(", ")})`;
  }

  /** Writes the definition of a column, as `create table` and `add column` take it. */
  columnText(
    column: WantedColumn,
    { primaryKey, foreignKeys }: Pick<WantedTable, "primaryKey" | "foreignKeys">,
  ): string {
    const { name, type, nullable, isDatabaseId, isHidden = false, generation } = column;
    const isId = primaryKey.length === 1 && name === primaryKey[0];
    const reference = foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === name);
    const parts = [
      this.#name(name),
      type,
      ...(isId ? [isDatabaseId ? this.#tools.dialect.databaseId : "not null primary key"] : []),
      ...(nullable || isId ? [] : ["not null"]),
      ...(generation === undefined
        ? []
        : [`generated always as (${generation}) ${isHidden ? "virtual invisible" : "stored"}`]),
      ...(column.default === undefined ? [] : [`default ${defaultText(column.default)}`]),
      ...(reference === undefined ? [] : [this.#referenceText(reference)]),
    ];
    return parts.join(" ");
  }

  /** Writes the statement that creates an index unless it exists. */
  indexText(table: string, { name, isUnique, keys, where }: WantedIndex): string {
    const texts = keys.map(({ text }) => text).join(", ");
    const condition = where === undefined ? "" : ` where ${where}`;
    const create = isUnique ? "create unique index" : "create index";
    return `${create} if not exists ${this.#name(name)} on ${this.#table(table)} (${texts})${condition}`;
  }

  /** Writes the statement that adds a foreign key. */
  foreignKeyText(table: string, key: WantedForeignKey): string {
    return `alter table ${this.#table(table)} add constraint ${this.#name(key.name)} ${this.#foreignKeyText(key)}`;
  }

  /** Writes the statement that checks whether a table has at least a number of rows. */
  sizeText(table: string, rows: number): string {
    return `select 1 as found from ${this.#table(table)} limit 1 offset ${rows - 1}`;
  }

  #foreignKeyText(key: WantedForeignKey): string {
    return `foreign key (${this.#names(key.columns)}) ${this.#referenceText(key)}`;
  }

  #primaryKeyText({ name, primaryKey }: WantedTable): string {
    return `constraint ${this.#name(`${localName(name)}_pkey`)} primary key (${this.#names(primaryKey)})`;
  }

  #referenceText({ table, referred, onDelete, onUpdate }: WantedForeignKey): string {
    const action = (event: string, action: ReferenceAction) => action === "no action" ? "" : ` on ${event} ${action}`;
    return `references ${this.#table(table)} (${this.#names(referred)})${action("delete", onDelete)}` +
      action("update", onUpdate);
  }

  #names(names: readonly string[]): string {
    return names.map((name) => this.#name(name)).join(", ");
  }

  #name(name: string): string {
    return this.#tools.sql.id(name).compile(this.#tools.kysely).sql;
  }

  #table(name: string): string {
    return this.#tools.sql.table(name).compile(this.#tools.kysely).sql;
  }

  // Referenced tables come first.
  #inCreationOrder(wanted: readonly EntityModel[]): EntityModel[] {
    const sorted = new Set<EntityModel>();
    const entered = new Set<EntityModel>();
    const enter = (model: EntityModel): void => {
      if (entered.has(model)) return;
      entered.add(model);
      for (const target of this.#referredFrom(model)) enter(target);
      sorted.add(model);
    };
    wanted.forEach(enter);
    return [...sorted];
  }

  #referredFrom(model: EntityModel): EntityModel[] {
    return [...model.properties.values()].flatMap((property) =>
      leafColumns(this.#models, property, { via: [], path: property.name, nullable: false })
    ).flatMap(({ references }) => references === undefined ? [] : [this.#models.of(references)]);
  }
}

function statementOfText(text: string): SqlStatement {
  return { text, parameters: [], writes: true, bigints: false };
}

/** Adds the parentheses that SQLite requires around an expression, but not around a literal. */
function defaultText(expression: string): string {
  return /^('(?:[^']|'')*'|-?[\d.]+|true|false|null|current_\w+)$/i.test(expression) ? expression : `(${expression})`;
}
