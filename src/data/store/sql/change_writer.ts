import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { leafColumns } from "../../query/column_paths.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import { type SqlStatement, statementOf } from "./sql_statement.ts";
import type { SqlExpression, SqlTools } from "./sql_tools.ts";

/** What statements about a table need each time. */
interface TableShape {
  readonly columns: readonly ColumnRef[];
  /** The columns apart from the id. */
  readonly others: readonly ColumnRef[];
  /** Takes the values of the row that was to be added. */
  readonly replacement: Record<string, SqlExpression>;
}

/** Builds the statements that add and replace rows. */
export class ChangeWriter {
  readonly #tools: SqlTools;
  readonly #models: EntityModels;
  readonly #shapes = new Map<EntityModel, TableShape>();

  /**
   * @param tools what statements are built with
   * @param models the models of the database
   */
  constructor(tools: SqlTools, models: EntityModels) {
    this.#tools = tools;
    this.#models = models;
  }

  /** Builds the statements that add rows; an id that is to be made by the database comes back from it. */
  insert(model: EntityModel, rows: readonly Row[]): SqlStatement[] {
    const id = model.id.column;
    const isMade = rows.some((row) => row[id] === null || row[id] === undefined);
    const { columns: all, others } = this.#shape(model);
    const columns = isMade ? others : all;
    const made = this.#tools.sql`${this.#tools.sql.id(id)}`.as("id");
    if (!isMade) {
      return this.#chunks(columns, rows).map((chunk) => {
        const insert = this.#insertInto(model, columns, chunk);
        const passed = this.#passed(model);
        const given = passed === undefined ? insert : insert.returning([made, passed]);
        return statementOf(given.compile(), { writes: true, bigints: model.id.type === "bigint" });
      });
    }
    return rows.map((row) =>
      statementOf(this.#insertInto(model, columns, [row]).returning(made).compile(), {
        writes: true,
        bigints: model.id.type === "bigint",
      })
    );
  }

  /** Builds the statements that add rows or replace those whose id exists. */
  upsert(model: EntityModel, rows: readonly Row[]): SqlStatement[] {
    const { columns, others, replacement } = this.#shape(model);
    return this.#chunks(columns, rows).map((chunk) => {
      const insert = this.#insertInto(model, columns, chunk).onConflict((conflict) => {
        const known = conflict.column(model.id.column);
        return others.length === 0 ? known.doNothing() : known.doUpdateSet(replacement);
      });
      const passed = this.#passed(model);
      return statementOf((passed === undefined ? insert : insert.returning(passed)).compile(), { writes: true });
    });
  }

  /** What lets the ids that the database makes go on behind the given ones. */
  #passed({ hasDatabaseId, table, id }: EntityModel) {
    // A table of the user's may make ids that no sequence counts.
    const isCounted = hasDatabaseId && (id.type === "integer" || id.type === "bigint");
    return isCounted ? this.#tools.dialect.passBy?.(table, id.column).as("passed") : undefined;
  }

  /** Builds the statement that replaces the row of the same id and version. */
  update(model: EntityModel, row: Row, version: unknown): SqlStatement {
    const { dialect, kysely, sql } = this.#tools;
    const { id, version: versionColumn } = model;
    const update = kysely.updateTable(model.table).set(this.#values(this.#shape(model).others, row))
      .where(sql.id(id.column), "=", dialect.value(id.type, row[id.column]));
    const checked = versionColumn === undefined || version === undefined
      ? update
      : update.where(sql.id(versionColumn.column), "=", dialect.value(versionColumn.type, version));
    return statementOf(checked.compile(), { writes: true });
  }

  #insertInto(model: EntityModel, columns: readonly ColumnRef[], rows: readonly Row[]) {
    const insert = this.#tools.kysely.insertInto(model.table);
    return columns.length === 0 ? insert.defaultValues() : insert.values(rows.map((row) => this.#values(columns, row)));
  }

  #values(columns: readonly ColumnRef[], row: Row): Row {
    const { dialect } = this.#tools;
    const values: Row = {};
    for (const { column, type } of columns) values[column] = dialect.assigned(type, row[column]);
    return values;
  }

  #chunks(columns: readonly ColumnRef[], rows: readonly Row[]): (readonly Row[])[] {
    const { maxParameters } = this.#tools.dialect;
    const size = Math.min(500, Math.max(1, Math.floor(maxParameters / Math.max(1, columns.length))));
    const chunks: (readonly Row[])[] = [];
    for (let start = 0; start < rows.length; start += size) chunks.push(rows.slice(start, start + size));
    return chunks;
  }

  #shape(model: EntityModel): TableShape {
    let shape = this.#shapes.get(model);
    if (shape === undefined) this.#shapes.set(model, shape = this.#describe(model));
    return shape;
  }

  #describe(model: EntityModel): TableShape {
    const columns = [...model.properties.values()].flatMap((property) =>
      leafColumns(this.#models, property, { via: [], path: property.name, nullable: false })
    );
    const others = columns.filter(({ column }) => column !== model.id.column);
    const replacement = Object.fromEntries(
      others.map(({ column }) => [column, this.#tools.column("excluded", column)]),
    );
    return { columns, others, replacement };
  }
}
