import type { ColumnDefault, IndexedPath, IndexOptions, ReferenceAction } from "../../../kernel/mod.ts";
import type {
  WantedCheck,
  WantedColumn,
  WantedForeignKey,
  WantedIndex,
  WantedTable,
} from "../../catalogue/wanted_table.ts";
import { columnValue } from "../../entity/column_value.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { optionOf } from "../../entity/option_of.ts";
import { columnsOfLeaf, followPath, heldReferences, modelColumns } from "../../query/column_paths.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import { conditionText, definitionText } from "./condition_text.ts";
import type { LinkTable } from "../row_store.ts";
import { endOf, linkTableName } from "./link_tables.ts";
import type { SqlTools } from "./sql_tools.ts";

interface IndexKey {
  readonly column?: string;
  readonly folds?: string;
  readonly text: string;
  /** Its part of the index's name. */
  readonly name: string;
}

/** The first key of an index that supports a query. */
export interface QueryKey {
  /** The entity of the column's table. */
  readonly model: EntityModel;
  readonly column: string;
  /** The compared SQL expression. */
  readonly text: string;
  /** Whether the expression is the column itself. */
  readonly isPlain: boolean;
}

/** Derives tables from the descriptions of entities. */
export class WantedTables {
  readonly #tools: SqlTools;
  readonly #models: EntityModels;

  /**
   * @param tools the query builder and the dialect
   * @param models the models of the database
   */
  constructor(tools: SqlTools, models: EntityModels) {
    this.#tools = tools;
    this.#models = models;
  }

  /**
   * Returns the table of an entity.
   *
   * @throws TypeError when an option of its description names an unknown property
   */
  of(model: EntityModel): WantedTable {
    const columns = modelColumns(this.#models, model);
    const unique = (model.description.entity.unique ?? []).map((stated) =>
      this.#index(model, { ..."on" in stated ? stated : { on: stated }, unique: true }, "key")
    );
    const indexes = this.#indexes(model, columns);
    const keys = new Set([...unique, ...indexes].flatMap(({ keys }) => keys.flatMap(({ column }) => column ?? [])));
    // A constraint consists of columns, so unique expressions need an index.
    const isConstraint = ({ keys }: WantedIndex) => keys.every(({ column }) => column !== undefined);
    this.#requireOwn(model, columns);
    for (const id of model.id.columns) keys.add(id);
    const table: WantedTable = {
      name: model.table,
      entity: model.name,
      columns: columns.map((column) => this.#column(model, column, keys)),
      primaryKey: model.id.columns,
      uniques: unique.filter(isConstraint),
      indexes: [...unique.filter((index) => !isConstraint(index)), ...indexes],
      foreignKeys: this.#foreignKeys(model, columns),
      checks: this.#checks(model, columns),
    };
    return this.#tools.dialect.adaptTable?.(table) ?? table;
  }

  /** Returns the link table of a list of entities. */
  ofLink(link: LinkTable): WantedTable {
    const { owner, target, property } = link;
    const name = linkTableName(link);
    const label = `${owner.name}.${property.name}`;
    const end = (column: string, model: EntityModel): WantedColumn => ({
      label,
      name: column,
      valueType: endOf(link, column === "owner_id" ? "owner" : "target").type,
      type: this.#idType(model),
      nullable: false,
      isDatabaseId: false,
    });
    const position: WantedColumn = {
      label,
      name: "position",
      valueType: "integer",
      type: "integer",
      nullable: false,
      isDatabaseId: false,
    };
    return {
      name,
      entity: owner.name,
      columns: [end("owner_id", owner), end("target_id", target), position],
      primaryKey: ["owner_id", "position"],
      isList: true,
      uniques: [],
      indexes: [],
      foreignKeys: linkKeys(link),
      checks: [],
    };
  }

  #column(model: EntityModel, column: ColumnRef, keys: ReadonlySet<string>): WantedColumn {
    const { dialect } = this.#tools;
    const { defaults, generated } = optionsOf(model);
    const isDatabaseId = model.hasDatabaseId && model.id.columns.includes(column.column);
    const stated = optionOf(defaults, column.path);
    const generation = optionOf(generated, column.path)?.sql;
    const type = isDatabaseId
      ? dialect.databaseIdType(column.type)
      : this.#typeOf(model, column, keys.has(column.column));
    return {
      label: `${model.name}.${column.path}`,
      name: column.column,
      valueType: column.type,
      type,
      // Databases differ in whether columns of a primary key may be null.
      nullable: column.nullable && !(model.id.isComposite && model.id.columns.includes(column.column)),
      isDatabaseId,
      ...(stated === undefined ? {} : { default: this.#default(model, column, stated) }),
      ...(generation === undefined ? {} : { generation }),
    };
  }

  /** A column that refers to another entity has the type of its id. */
  #typeOf(model: EntityModel, column: ColumnRef, isKey: boolean): string {
    const { dialect, kysely } = this.#tools;
    const { columnTypes, lengths } = optionsOf(model);
    const own = optionOf(columnTypes, column.path);
    if (own !== undefined) return own;
    if (column.references !== undefined) return this.#idType(this.#models.of(column.references), column.part?.index);
    const length = optionOf(lengths, column.path);
    const keyType = isKey ? dialect.keyType?.(column.type) : undefined;
    if (length === undefined) return keyType ?? dialect.columnType(column.type).compile(kysely).sql;
    if (column.type === "text") return dialect.textType(length);
    throw new TypeError(
      `Cannot limit the length of "${column.path}" of class "${model.name}" as it must be text: its column is ${column.type}`,
    );
  }

  /** Type of a column that holds an entity's id. */
  #idType(model: EntityModel, index = 0): string {
    const { dialect, kysely } = this.#tools;
    const { columnTypes, lengths } = optionsOf(model);
    const property = model.id.properties[index]!;
    if (property.kind === "reference") return this.#idType(this.#models.of(property.target));
    const { name, type } = property;
    const length = optionOf(lengths, name);
    if (length !== undefined && dialect.keyType !== undefined) return dialect.textType(length);
    return optionOf(columnTypes, name) ?? dialect.keyType?.(type) ?? dialect.columnType(type).compile(kysely).sql;
  }

  #default(model: EntityModel, column: ColumnRef, value: ColumnDefault): string {
    if (typeof value === "object") return value.sql;
    const { dialect, conditions } = this.#tools;
    const fitting = columnValue({ label: `${model.name}.${column.path}`, type: column.type }, value);
    return definitionText(this.#tools, conditions.val(dialect.assigned({ type: column.type }, fitting)));
  }

  #indexes(model: EntityModel, columns: readonly ColumnRef[]): WantedIndex[] {
    const stated = (model.description.entity.indexes ?? []).map((index) =>
      this.#index(model, "on" in index ? index : { on: index }, "index")
    );
    // A partial index can't find the rows that it does not contain.
    const leading = new Set(
      stated.flatMap(({ keys: [first], where }) => where === undefined && first?.column ? [first.column] : []),
    );
    // The primary key is an index, too.
    if (model.id.isComposite) leading.add(model.id.columns[0]!);
    const missing = heldReferences(columns).filter(({ columns: [first] }) => !leading.has(first!.column));
    return [...stated, ...missing.map(({ path }) => this.#index(model, { on: [path] }, "index"))];
  }

  /**
   * Returns the key by which an index finds a property of a table; nothing for what is kept in several columns, in none,
   * or in a way that indexes don't hold.
   */
  queryKey(model: EntityModel, { path, ignoreCase = false }: IndexedPath): QueryKey | undefined {
    const { dialect, sql, kysely } = this.#tools;
    const resolved = followPath(this.#models, model, path);
    if (resolved.behind !== undefined) return undefined;
    const [column, second] = columnsOfLeaf(this.#models, resolved);
    if (column === undefined || second !== undefined || ["json", "boolean"].includes(column.type)) return undefined;
    const last = resolved.via.at(-1);
    const own = sql.id(column.column);
    const key = ignoreCase ? dialect.fold(dialect.searched(column, own)) : sql`${dialect.comparable(column, own)}`;
    const text = key.compile(kysely).sql;
    return {
      model: last === undefined ? model : this.#models.of(last.target),
      column: column.column,
      text,
      isPlain: text === own.compile(kysely).sql,
    };
  }

  #index(model: EntityModel, { on, unique = false, where, name }: IndexOptions, suffix: "index" | "key"): WantedIndex {
    const keys = on.flatMap((key, i): IndexKey[] => {
      if (typeof key === "object" && "sql" in key) return [{ text: `(${key.sql})`, name: `expression${i + 1}` }];
      return this.#indexedColumns(model, typeof key === "string" ? { path: key } : key);
    });
    const condition = where === undefined
      ? undefined
      : conditionText(this.#tools, this.#models, { model, condition: where, label: `an index of ${model.name}` });
    return {
      name: name ?? `${localName(model.table)}_${keys.map((key) => key.name).join("_")}_${suffix}`,
      isUnique: unique,
      keys: keys.map(({ name: _, ...key }) => key),
      ...(condition === undefined ? {} : { where: condition }),
      paths: on.flatMap((key) => typeof key === "string" ? [key] : "path" in key ? [key.path] : []),
    };
  }

  #indexedColumns(model: EntityModel, { path, ignoreCase = false }: IndexedPath): IndexKey[] {
    const { dialect, sql, kysely } = this.#tools;
    return columnsOfLeaf(this.#models, followPath(this.#models, model, path)).map(({ column, type }) => {
      if (ignoreCase && type !== "text") {
        throw new TypeError(
          `Cannot index "${path}" of class "${model.name}" without regard to case as it must be text: its column is ${type}`,
        );
      }
      const own = sql.id(column);
      if (ignoreCase) {
        return { text: dialect.fold(own).compile(kysely).sql, folds: column, name: `${column}_ignoring_case` };
      }
      const compared = sql`${dialect.comparable({ type }, own)}`.compile(kysely).sql;
      const text = own.compile(kysely).sql;
      return compared === text ? { column, text, name: column } : { text: compared, name: column };
    });
  }

  #foreignKeys(model: EntityModel, columns: readonly ColumnRef[]): WantedForeignKey[] {
    return heldReferences(columns).map((held): WantedForeignKey => {
      const { path } = held;
      const target = this.#models.of(held.target);
      const names = held.columns.map(({ column }) => column);
      const { onDelete = "no action", onUpdate = "no action" } = model.description.entity.references === undefined
        ? {}
        : optionOf(optionsOf(model).references, path) ?? {};
      const name = `${localName(model.table)}_${names.join("_")}_fkey`;
      return { name, columns: names, table: target.table, referred: target.id.columns, onDelete, onUpdate, path };
    });
  }

  #checks(model: EntityModel, columns: readonly ColumnRef[]): WantedCheck[] {
    const { dialect, sql, kysely } = this.#tools;
    const { checks, lengths } = optionsOf(model);
    const stated = Object.entries(checks).map(([name, condition]): WantedCheck => ({
      name,
      condition: conditionText(this.#tools, this.#models, { model, condition, label: `check "${name}"` }),
    }));
    if (dialect.limitsTexts) return stated;
    const limits = columns.flatMap(({ column, path }): WantedCheck[] => {
      const length = optionOf(lengths, path);
      if (length === undefined) return [];
      const condition = `length(${sql.id(column).compile(kysely).sql}) <= ${length}`;
      return [{ name: `${localName(model.table)}_${column}_length`, condition }];
    });
    return [...stated, ...limits];
  }

  /** Rejects options of properties without a column. */
  #requireOwn(model: EntityModel, columns: readonly ColumnRef[]): void {
    const known = new Set(columns.map(({ path }) => path));
    const { columnTypes, lengths, defaults, generated } = optionsOf(model);
    for (const [option, record] of Object.entries({ columnTypes, lengths, defaults, generated })) {
      for (const name of Object.keys(record)) {
        if (known.has(name)) continue;
        throw new TypeError(
          `Cannot use option "${option}" of class "${model.name}" as "${name}" must be a property with a column of its own`,
        );
      }
    }
  }
}

/** Creates the foreign keys of a link table: deleting an owner deletes its list; for elements `onDelete` decides. */
function linkKeys(link: LinkTable): WantedForeignKey[] {
  const { owner, target, property } = link;
  const key = (column: string, model: EntityModel, onDelete: ReferenceAction): WantedForeignKey => ({
    name: `${localName(linkTableName(link))}_${column}_fkey`,
    columns: [column],
    table: model.table,
    referred: [endOf(link, column === "owner_id" ? "owner" : "target").column],
    onDelete,
    onUpdate: "no action",
    path: property.name,
  });
  const ofTarget = property.options.onDelete === "cascade" ? "cascade" : "no action";
  return [key("owner_id", owner, "cascade"), key("target_id", target, ofTarget)];
}

/** Returns the options of an entity by property name; absent ones are empty. */
function optionsOf({ description: { entity } }: EntityModel) {
  const { columnTypes = {}, lengths = {}, defaults = {}, generated = {}, checks = {}, references = {} } = entity;
  // The class is not known here, so keys of options are plain strings.
  return { columnTypes, lengths, defaults, generated, checks, references } as unknown as {
    readonly columnTypes: Readonly<Record<string, string>>;
    readonly lengths: Readonly<Record<string, number>>;
    readonly defaults: Readonly<Record<string, ColumnDefault>>;
    readonly generated: Readonly<Record<string, { readonly sql: string }>>;
    readonly checks: NonNullable<typeof entity.checks>;
    readonly references: Readonly<Record<string, Partial<Pick<WantedForeignKey, "onDelete" | "onUpdate">>>>;
  };
}

/** Returns the name of a table without its schema. */
export function localName(table: string): string {
  return table.slice(table.lastIndexOf(".") + 1);
}
