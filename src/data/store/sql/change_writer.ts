import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { idColumns, leafColumns } from "../../query/column_paths.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import type { UniqueUpsert, UpdateOptions } from "../row_store.ts";
import { type SqlStatement, statementOf } from "./sql_statement.ts";
import type { AnyInsert } from "./sql_dialect.ts";
import type { SqlTools } from "./sql_tools.ts";
import type { SqlExpression } from "./sql_expression.ts";

/** Facts of a table that all of its statements need. */
interface TableShape {
  readonly ids: readonly ColumnRef[];
  /** The columns that may be written, without the id. */
  readonly others: readonly ColumnRef[];
  /** The columns that only the database computes. */
  readonly generated: readonly ColumnRef[];
}

/** Rows whose absent columns are the same, so that the database supplies them. */
interface RowGroup {
  readonly rows: readonly Row[];
  /** The index of each row among the given rows. */
  readonly indexes: readonly number[];
  /** The columns that are written, without the id. */
  readonly columns: readonly ColumnRef[];
  /** The columns that the database supplies. */
  readonly made: readonly ColumnRef[];
}

/** A statement that inserts rows, and the columns that it returns. */
export interface InsertStatement {
  readonly statement: SqlStatement;
  /** The index of each returned row among the given rows. */
  readonly indexes: readonly number[];
  /** The returned columns. */
  readonly returned: readonly ColumnRef[];
}

/** A statement on one row, and the columns that it returns. */
export interface ReturningStatement {
  readonly statement: SqlStatement;
  readonly returned: readonly ColumnRef[];
}

/** A statement that inserts or replaces rows, and the rows. */
export interface UpsertStatement {
  readonly statement: SqlStatement;
  readonly rows: readonly Row[];
}

/** Builds the statements that insert and update rows. */
export class ChangeWriter {
  readonly #tools: SqlTools;
  readonly #models: EntityModels;
  readonly #shapes = new Map<EntityModel, TableShape>();

  /**
   * @param tools the query builder and the dialect
   * @param models the models of the database
   */
  constructor(tools: SqlTools, models: EntityModels) {
    this.#tools = tools;
    this.#models = models;
  }

  /** Clears the cached facts of tables. */
  forget(): void {
    this.#shapes.clear();
  }

  /** Builds the statements that insert rows and return the values that the database supplies. */
  insert(model: EntityModel, rows: readonly Row[]): InsertStatement[] {
    const { ids } = this.#shape(model);
    const isMade = lacksId(model, rows);
    return this.#groups(model, rows).flatMap(({ rows, indexes, columns, made }) => {
      const written = isMade ? columns : [...ids, ...columns];
      const returned = isMade ? [...ids, ...made] : made;
      // One statement per row, so that each generated id belongs to its row.
      return this.#chunks(written, rows, returned.length > 0 ? 1 : undefined).map(({ rows, start }) => {
        const insert = this.#insertInto(model, written, rows);
        const passed = isMade ? undefined : this.#passed(model);
        const back = returned.map((column, i) => this.#returned(column).as(`c${i}`));
        const given = back.length > 0 || passed !== undefined
          ? insert.returning([...back, ...(passed === undefined ? [] : [passed])])
          : insert;
        return {
          statement: statementOf(given.compile(), { writes: true, bigints: this.#bigints(returned) }),
          indexes: indexes.slice(start, start + rows.length),
          returned,
        };
      });
    });
  }

  /** Builds the statements that insert rows, or change the given columns (all when left out) of rows whose id exists. */
  upsert(model: EntityModel, rows: readonly Row[], changed?: readonly string[]): UpsertStatement[] {
    const { ids } = this.#shape(model);
    return this.#groups(model, rows).flatMap(({ rows, columns }) =>
      this.#chunks([...ids, ...columns], rows).map(({ rows }) => {
        const insert = this.#tools.dialect.replaceExisting(this.#insertInto(model, [...ids, ...columns], rows), {
          id: model.id.columns[0]!,
          on: model.id.columns,
          columns: chosen(columns, changed).map(({ column }) => column),
        });
        const passed = this.#passed(model);
        const complete = passed === undefined ? insert : insert.returning(passed);
        return { statement: statementOf(complete.compile(), { writes: true }), rows };
      })
    );
  }

  /** Builds the statement that inserts a row or changes the row with the same unique values, and returns columns. */
  upsertBy(model: EntityModel, row: Row, { on, columns: changed }: UniqueUpsert): ReturningStatement {
    const { ids, others } = this.#shape(model);
    const [{ columns }] = this.#groups(model, [row]) as [RowGroup];
    const isMade = lacksId(model, [row]);
    const set = chosen(columns, changed);
    const added = this.#insertInto(model, isMade ? columns : [...ids, ...columns], [row]);
    const insert = this.#tools.dialect.replaceExisting(added, {
      id: model.id.columns[0]!,
      on,
      // Without a change no row would be returned.
      columns: set.length === 0 ? [on[0]!] : set.map(({ column }) => column),
      set: this.#nextVersion(model),
    });
    const kept = [...others, ...this.#shape(model).generated].filter((column) => !set.includes(column));
    const returned = [...ids, ...kept];
    const passed = isMade ? undefined : this.#passed(model);
    const given = insert.returning([
      ...returned.map((column, i) => this.#returned(column).as(`c${i}`)),
      ...(passed === undefined ? [] : [passed]),
    ]);
    return { statement: statementOf(given.compile(), { writes: true, bigints: this.#bigints(returned) }), returned };
  }

  #nextVersion({ table, version }: EntityModel): Record<string, SqlExpression> {
    if (version === undefined) return {};
    return { [version.column]: this.#tools.sql`${this.#tools.sql.ref(`${table}.${version.column}`)} + 1` };
  }

  /** Builds the statement that advances the sequence of generated ids behind the given ones. */
  #passed({ hasDatabaseId, table, id }: EntityModel) {
    // A table of the application may generate its ids without a sequence.
    const { only } = id;
    const isCounted = hasDatabaseId && (only?.type === "integer" || only?.type === "bigint");
    return isCounted ? this.#tools.dialect.passBy?.(table, only.column).as("passed") : undefined;
  }

  /** Builds the statement that changes the row with the same id and version. */
  update(model: EntityModel, row: Row, { version, columns: changed }: UpdateOptions): SqlStatement {
    const { dialect, kysely, sql } = this.#tools;
    const { version: versionColumn } = model;
    const [{ columns }] = this.#groups(model, [row]) as [RowGroup];
    const set = kysely.updateTable(model.table).set(this.#values(chosen(columns, changed), row));
    const update = this.#shape(model).ids.reduce(
      (update, id) => update.where(sql.id(id.column), "=", dialect.value(id, row[id.column])),
      set,
    );
    const checked = versionColumn === undefined || version === undefined
      ? update
      : update.where(sql.id(versionColumn.column), "=", dialect.value(versionColumn, version));
    return statementOf(checked.compile(), { writes: true });
  }

  #insertInto(model: EntityModel, columns: readonly ColumnRef[], rows: readonly Row[]): AnyInsert {
    const { dialect, kysely } = this.#tools;
    // Kysely derives the result type from table names; these are known only at run time.
    const insert = kysely.insertInto(model.table) as unknown as AnyInsert;
    if (columns.length === 0) return dialect.insertDefaults(insert, model.id.columns[0]!);
    return insert.values(rows.map((row) => this.#values(columns, row)));
  }

  #values(columns: readonly ColumnRef[], row: Row): Row {
    const { dialect } = this.#tools;
    const values: Row = {};
    for (const column of columns) values[column.column] = dialect.assigned(column, row[column.column]);
    return values;
  }

  /** Groups rows by the columns that have a default of the database and no value. */
  #groups(model: EntityModel, rows: readonly Row[]): RowGroup[] {
    const { others, generated } = this.#shape(model);
    const optional = others.filter(({ stored }) => stored?.hasDefault);
    if (optional.length === 0) {
      return [{ rows, indexes: [...rows.keys()], columns: others, made: generated }];
    }
    const isLeftOut = (row: Row, { column, nullable }: ColumnRef) =>
      row[column] === undefined || (row[column] === null && !nullable);
    const groups = Map.groupBy(
      rows.keys(),
      (i) => optional.map((column) => Number(isLeftOut(rows[i]!, column))).join(""),
    );
    return [...groups.values()].map((indexes) => {
      const first = rows[indexes[0]!]!;
      const leftOut = new Set(optional.filter((column) => isLeftOut(first, column)));
      return {
        rows: indexes.map((i) => rows[i]!),
        indexes,
        columns: others.filter((column) => !leftOut.has(column)),
        made: [...leftOut, ...generated],
      };
    });
  }

  #chunks(columns: readonly ColumnRef[], rows: readonly Row[], most = 500) {
    const { maxParameters } = this.#tools.dialect;
    const size = Math.min(most, Math.max(1, Math.floor(maxParameters / Math.max(1, columns.length))));
    const chunks: { readonly rows: readonly Row[]; readonly start: number }[] = [];
    for (let start = 0; start < rows.length; start += size) {
      chunks.push({ rows: rows.slice(start, start + size), start });
    }
    return chunks;
  }

  #returned(column: ColumnRef) {
    const { dialect, sql } = this.#tools;
    return sql`${dialect.read(column, sql.id(column.column))}`;
  }

  #bigints(columns: readonly ColumnRef[]): boolean {
    return columns.some((column) => this.#tools.dialect.mayExceedNumbers(column));
  }

  #shape(model: EntityModel): TableShape {
    let shape = this.#shapes.get(model);
    if (shape === undefined) this.#shapes.set(model, shape = this.#describe(model));
    return shape;
  }

  #describe(model: EntityModel): TableShape {
    const columns = [...model.properties.values()].flatMap((property) =>
      leafColumns(this.#models, property, { via: [], path: property.name, nullable: false })
    ).filter(({ column }) => !model.id.columns.includes(column));
    const isGenerated = ({ path, stored }: ColumnRef) =>
      stored?.isReadOnly === true || Object.hasOwn(model.description.entity.generated ?? {}, path);
    return {
      ids: idColumns(this.#models, model),
      others: columns.filter((column) => !isGenerated(column)),
      generated: columns.filter(isGenerated),
    };
  }
}

function chosen(columns: readonly ColumnRef[], names: readonly string[] | undefined): readonly ColumnRef[] {
  return names === undefined ? columns : columns.filter(({ column }) => names.includes(column));
}

/** Whether the database generates the id of a row. */
function lacksId({ id }: EntityModel, rows: readonly Row[]): boolean {
  return rows.some((row) => id.columns.some((column) => isAbsent(row[column])));
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}
