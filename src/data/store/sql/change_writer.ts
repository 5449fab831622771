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

/** What statements about a table need each time. */
interface TableShape {
  readonly ids: readonly ColumnRef[];
  /** The columns that may be written, apart from the id. */
  readonly others: readonly ColumnRef[];
  /** The columns that the database alone makes. */
  readonly generated: readonly ColumnRef[];
}

/** Rows that leave the same columns to the database. */
interface RowGroup {
  readonly rows: readonly Row[];
  /** Where each row stands among those that were given. */
  readonly indexes: readonly number[];
  /** The columns that are written, apart from the id. */
  readonly columns: readonly ColumnRef[];
  /** The columns that the database makes. */
  readonly made: readonly ColumnRef[];
}

/** A statement that adds rows, and what comes back of each. */
export interface InsertStatement {
  readonly statement: SqlStatement;
  /** Where each row that comes back stands among those that were given. */
  readonly indexes: readonly number[];
  /** The columns that come back. */
  readonly returned: readonly ColumnRef[];
}

/** A statement on one row, and the columns that come back. */
export interface ReturningStatement {
  readonly statement: SqlStatement;
  readonly returned: readonly ColumnRef[];
}

/** A statement that adds or replaces rows, and the rows. */
export interface UpsertStatement {
  readonly statement: SqlStatement;
  readonly rows: readonly Row[];
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

  /** Forgets what was known of tables. */
  forget(): void {
    this.#shapes.clear();
  }

  /** Builds the statements that add rows; what the database makes comes back from it. */
  insert(model: EntityModel, rows: readonly Row[]): InsertStatement[] {
    const { ids } = this.#shape(model);
    const isMade = lacksId(model, rows);
    return this.#groups(model, rows).flatMap(({ rows, indexes, columns, made }) => {
      const written = isMade ? columns : [...ids, ...columns];
      const returned = isMade ? [...ids, ...made] : made;
      // Ids that the database makes come back one by one, so that each is that of its row.
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

  /** Builds the statements that add rows or change the given columns of those whose id exists; all when none are given. */
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

  /** Builds the statement that adds a row or changes the one of the same unique values, and what comes back. */
  upsertBy(model: EntityModel, row: Row, { on, columns: changed }: UniqueUpsert): ReturningStatement {
    const { ids, others } = this.#shape(model);
    const [{ columns }] = this.#groups(model, [row]) as [RowGroup];
    const isMade = lacksId(model, [row]);
    const set = chosen(columns, changed);
    const added = this.#insertInto(model, isMade ? columns : [...ids, ...columns], [row]);
    const insert = this.#tools.dialect.replaceExisting(added, {
      id: model.id.columns[0]!,
      on,
      // Without a change no row would come back.
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

  /** What lets the ids that the database makes go on behind the given ones. */
  #passed({ hasDatabaseId, table, id }: EntityModel) {
    // A table of the user's may make ids that no sequence counts.
    const { only } = id;
    const isCounted = hasDatabaseId && (only?.type === "integer" || only?.type === "bigint");
    return isCounted ? this.#tools.dialect.passBy?.(table, only.column).as("passed") : undefined;
  }

  /** Builds the statement that changes the row of the same id and version. */
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
    // Kysely derives what comes back from names it knows; these are known at run time only.
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

  /** Groups rows by what they leave to the database: a column with a default that has no value. */
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

/** Whether the database is to make the id of a row. */
function lacksId({ id }: EntityModel, rows: readonly Row[]): boolean {
  return rows.some((row) => id.columns.some((column) => isAbsent(row[column])));
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}
