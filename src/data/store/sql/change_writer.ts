import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { leafColumns } from "../../query/column_paths.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import { quoted, type SqlStatement, SqlWriter } from "./sql_writer.ts";

/** Writes the statements that add and replace rows. */
export class ChangeWriter {
  readonly #dialect: SqlDialect;
  readonly #models: EntityModels;

  /**
   * @param dialect the database's dialect
   * @param models the models of the database
   */
  constructor(dialect: SqlDialect, models: EntityModels) {
    this.#dialect = dialect;
    this.#models = models;
  }

  /** Writes the statements that add rows; an id that is to be made by the database comes back from it. */
  insert(model: EntityModel, rows: readonly Row[]): SqlStatement[] {
    const id = model.id.column;
    const isMade = rows.some((row) => row[id] === null || row[id] === undefined);
    const columns = this.#columns(model).filter(({ column }) => !isMade || column !== id);
    return this.#chunks(columns, isMade ? rows.map((row) => [row]) : undefined, rows).map((chunk) => {
      const writer = this.#insertInto(model, columns, chunk);
      if (isMade) writer.write(` returning ${quoted(id)}`);
      return writer.statement({ writes: true, bigints: isMade && model.id.type === "bigint" });
    });
  }

  /** Writes the statements that add rows or replace those whose id exists. */
  upsert(model: EntityModel, rows: readonly Row[]): SqlStatement[] {
    const columns = this.#columns(model);
    const id = quoted(model.id.column);
    const others = columns.map(({ column }) => column).filter((column) => column !== model.id.column);
    const change = others.length === 0
      ? "do nothing"
      : `do update set ${others.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(", ")}`;
    return this.#chunks(columns, undefined, rows).map((chunk) =>
      this.#insertInto(model, columns, chunk).write(` on conflict (${id}) ${change}`).statement({ writes: true })
    );
  }

  /** Writes the statement that replaces the row of the same id and version. */
  update(model: EntityModel, row: Row, version: unknown): SqlStatement {
    const writer = new SqlWriter(this.#dialect).write(`update ${quoted(model.table)} set `);
    const columns = this.#columns(model).filter(({ column }) => column !== model.id.column);
    writer.joined(columns, ", ", ({ column, type }) => writer.name(column).write(" = ").value(type, row[column]));
    writer.write(" where ").name(model.id.column).write(" = ").value(model.id.type, row[model.id.column]);
    if (model.version !== undefined && version !== undefined) {
      writer.write(" and ").name(model.version.column).write(" = ").value(model.version.type, version);
    }
    return writer.statement({ writes: true });
  }

  #insertInto(model: EntityModel, columns: readonly ColumnRef[], rows: readonly Row[]): SqlWriter {
    const writer = new SqlWriter(this.#dialect).write(`insert into ${quoted(model.table)} `);
    if (columns.length === 0) return writer.write("default values");
    writer.write(`(${columns.map(({ column }) => quoted(column)).join(", ")}) values `);
    return writer.joined(rows, ", ", (row) => {
      writer.write("(").joined(columns, ", ", ({ column, type }) => writer.value(type, row[column])).write(")");
    });
  }

  #chunks(columns: readonly ColumnRef[], single: Row[][] | undefined, rows: readonly Row[]): (readonly Row[])[] {
    if (single !== undefined) return single;
    const size = Math.min(500, Math.max(1, Math.floor(this.#dialect.maxParameters / Math.max(1, columns.length))));
    const chunks: (readonly Row[])[] = [];
    for (let start = 0; start < rows.length; start += size) chunks.push(rows.slice(start, start + size));
    return chunks;
  }

  #columns(model: EntityModel): ColumnRef[] {
    return [...model.properties.values()].flatMap((property) =>
      leafColumns(this.#models, property, { via: [], path: property.name, nullable: false })
    );
  }
}
