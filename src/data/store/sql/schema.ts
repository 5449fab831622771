import type { ColumnDefinitionBuilder } from "../../../../deps.ts";
import type { IndexedPath } from "../../../kernel/mod.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { columnsOfLeaf, followPath, leafColumns } from "../../query/column_paths.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import { type SqlStatement, statementOf } from "./sql_statement.ts";
import type { SqlTools } from "./sql_tools.ts";

interface IndexedColumn {
  readonly column: string;
  readonly ignoreCase: boolean;
}

/** Builds the statements that make the tables of entities, and their indexes, where they are missing. */
export class SchemaWriter {
  readonly #tools: SqlTools;
  readonly #models: EntityModels;

  /**
   * @param tools what statements are built with
   * @param models the models of the database
   */
  constructor(tools: SqlTools, models: EntityModels) {
    this.#tools = tools;
    this.#models = models;
  }

  /** Builds the statements that come before those that create tables, in the same transaction. */
  prepare(): SqlStatement[] {
    const { dialect, kysely } = this.#tools;
    return dialect.prepareSchema.map((statement) => statementOf(statement.compile(kysely), { writes: true }));
  }

  /**
   * Builds the statements that make tables and indexes.
   *
   * @param wanted the entities; those that they refer to are added
   */
  createTables(wanted: readonly EntityModel[]): SqlStatement[] {
    const made = new Set<EntityModel>();
    const later: SqlStatement[] = [];
    const statements = this.#inCreationOrder(wanted).flatMap((model) => {
      made.add(model);
      const isLater = (target: EntityModel) => !made.has(target) && this.#tools.dialect.unlessDuplicate !== undefined;
      later.push(...this.#references(model, isLater));
      return [this.#createTable(model, isLater), ...this.#indexes(model)];
    });
    return [...statements, ...later];
  }

  #createTable(model: EntityModel, isLater: (target: EntityModel) => boolean): SqlStatement {
    const { dialect, kysely } = this.#tools;
    let create = kysely.schema.createTable(model.table).ifNotExists();
    for (const column of this.#columnsOf(model)) {
      const isMade = column.column === model.id.column && model.hasDatabaseId;
      const type = isMade ? dialect.databaseIdType(column.type) : dialect.columnType(column.type);
      create = create.addColumn(column.column, type, (definition) => {
        const target = column.references === undefined ? undefined : this.#models.of(column.references);
        const defined = this.#define(definition, model, column);
        if (target === undefined || isLater(target)) return defined;
        return defined.references(`${target.table}.${target.id.column}`);
      });
    }
    return statementOf(create.compile(), { writes: true });
  }

  #define(definition: ColumnDefinitionBuilder, model: EntityModel, { column, nullable }: ColumnRef) {
    if (column !== model.id.column) return nullable ? definition : definition.notNull();
    return model.hasDatabaseId ? this.#tools.dialect.databaseId(definition) : definition.notNull().primaryKey();
  }

  // In a cycle of references one table comes before the other: its reference is added when both are there.
  #references(model: EntityModel, isLater: (target: EntityModel) => boolean): SqlStatement[] {
    const { dialect, kysely } = this.#tools;
    return this.#columnsOf(model).flatMap(({ column, references }) => {
      const target = references === undefined ? undefined : this.#models.of(references);
      if (target === undefined || !isLater(target)) return [];
      const add = kysely.schema.alterTable(model.table)
        .addForeignKeyConstraint(`${model.table}_${column}_fkey`, [column], target.table, [target.id.column]);
      return [statementOf(dialect.unlessDuplicate!(add.compile().sql).compile(kysely), { writes: true })];
    });
  }

  #indexes(model: EntityModel): SqlStatement[] {
    const stated = (model.description.entity.indexes ?? []).map((paths) =>
      paths.flatMap((path) => this.#indexedColumns(model, typeof path === "string" ? { path } : path))
    );
    const references = this.#columnsOf(model).flatMap(({ column, references }): IndexedColumn[][] =>
      references ? [[{ column, ignoreCase: false }]] : []
    );
    const leading = new Set(stated.map(([first]) => first?.ignoreCase ? undefined : first?.column));
    const missing = references.filter(([first]) => !leading.has(first!.column));
    return [...stated, ...missing].map((columns) => this.#index(model, columns));
  }

  #indexedColumns(model: EntityModel, { path, ignoreCase = false }: IndexedPath): IndexedColumn[] {
    return columnsOfLeaf(this.#models, followPath(this.#models, model, path)).map(({ column, type }) => {
      if (!ignoreCase || type === "text") return { column, ignoreCase };
      throw new TypeError(
        `Cannot index "${path}" of class "${model.name}" without regard to case as it must be text: its column is ${type}`,
      );
    });
  }

  #index(model: EntityModel, columns: readonly IndexedColumn[]): SqlStatement {
    const { dialect, kysely, sql } = this.#tools;
    const names = columns.map(({ column, ignoreCase }) => ignoreCase ? `${column}_ignoring_case` : column);
    let create = kysely.schema.createIndex(`${model.table}_${names.join("_")}_index`).ifNotExists().on(model.table);
    // Given as text, a name with a space would be read as a name and a direction.
    for (const { column, ignoreCase } of columns) {
      create = create.expression(ignoreCase ? dialect.fold(sql.id(column)) : sql.id(column));
    }
    return statementOf(create.compile(), { writes: true });
  }

  // What is referred to comes first.
  #inCreationOrder(wanted: readonly EntityModel[]): EntityModel[] {
    const sorted = new Set<EntityModel>();
    const entered = new Set<EntityModel>();
    const enter = (model: EntityModel): void => {
      if (entered.has(model)) return;
      entered.add(model);
      for (const { references } of this.#columnsOf(model)) if (references) enter(this.#models.of(references));
      sorted.add(model);
    };
    wanted.forEach(enter);
    return [...sorted];
  }

  #columnsOf(model: EntityModel): ColumnRef[] {
    return [...model.properties.values()].flatMap((property) =>
      leafColumns(this.#models, property, { via: [], path: property.name, nullable: false })
    );
  }
}
