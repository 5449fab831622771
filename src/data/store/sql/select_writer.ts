import type { AliasedExpression, Expression, SqlBool } from "../../../../deps.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { idColumns, modelColumns } from "../../query/column_paths.ts";
import type { KeyRange } from "../../query/keyset.ts";
import type { ColumnChange } from "../../mapping/row_change.ts";
import type { Parents } from "../../query/parents.ts";
import type { ResolvedCriteria, ResolvedOrder } from "../../query/resolved_criteria.ts";
import type { EachQuery, RowQuery } from "../../query/row_query.ts";
import type { ClearedRows } from "../row_store.ts";
import { CriteriaWriter } from "./criteria_writer.ts";
import { type SqlStatement, statementOf } from "./sql_statement.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import type { SqlTools } from "./sql_tools.ts";
import type { SqlExpression } from "./sql_expression.ts";
import { type AnySelect, TableScope } from "./table_scope.ts";

/** Builds the statements that read and delete rows. */
export class SelectWriter {
  readonly #tools: SqlTools;
  readonly #models: EntityModels;
  readonly #criteria: CriteriaWriter;

  /**
   * @param tools the query builder and the dialect
   * @param models the models of the database
   */
  constructor(tools: SqlTools, models: EntityModels) {
    this.#tools = tools;
    this.#models = models;
    this.#criteria = new CriteriaWriter(tools);
  }

  /** Builds the statement of a query. */
  select(query: RowQuery): SqlStatement {
    return statementOf(this.#selected(query).compile(), { writes: false, bigints: this.#holdsBigints(query) });
  }

  /** Builds the statement that reads the children of each parent. The parent's index follows the columns. */
  selectEach(query: EachQuery): SqlStatement {
    const ways: Readonly<Record<SqlDialect["nestedPages"], (query: EachQuery) => AnySelect>> = {
      lateral: (query) => this.#lateral(query),
      "by ids": (query) => this.#byIds(query),
      numbered: (query) => this.#numbered(query),
    };
    const select = ways[this.#tools.dialect.nestedPages](query);
    return statementOf(select.compile(), { writes: false, bigints: this.#holdsBigints(query) });
  }

  /** Builds the statement that counts the children of each parent. */
  countEach({ model, criteria, parents }: Pick<EachQuery, "model" | "criteria" | "parents">): SqlStatement {
    const { conditions, dialect } = this.#tools;
    const own = this.#matching(this.#scope(model), criteria).select(conditions.fn.countAll().as("count"));
    const counts = this.#parents(parents).select(own.as("count")).orderBy(dialect.parentPosition);
    return statementOf(counts.compile(), { writes: false });
  }

  /** Reads one range of an index for each parent. */
  #lateral(query: EachQuery): AnySelect {
    const { dialect, sql } = this.#tools;
    const rows = this.#selected(query, columnAlias).as("child");
    const joined = this.#parents(query.parents)
      .innerJoinLateral(rows, (join) => join.onTrue()) as unknown as AnySelect;
    const read = (index: number) => sql`${sql.id("child", columnAlias(index))}`;
    const columns = query.columns.map((_, i) => read(i).as(columnAlias(i)));
    const select = joined.select([...columns, sql`${dialect.parentPosition}`.as("parent")])
      .orderBy(dialect.parentPosition);
    const first = query.columns.length - query.orders.length;
    return query.orders.reduce((ordered, order, i) => this.#ordering(read(first + i), order)(ordered), select);
  }

  /** Finds the ids of each parent's children first, as SQLite has no lateral joins. */
  #byIds(query: EachQuery): AnySelect {
    const { dialect, sql } = this.#tools;
    const idRefs = idColumns(this.#models, query.model);
    const found = this.#tools.kysely.selectFrom(this.#selected({ ...query, columns: idRefs }, columnAlias).as("found"));
    const ids = (found as unknown as AnySelect).select(idRefs.map((_, i) => columnAlias(i)));
    const scope = this.#scope(query.model);
    const columns = query.columns.map((column, i) => sql`${scope.column(column)}`.as(columnAlias(i)));
    const orders = query.orders.map((order) => this.#order(scope, order));
    const select = scope.select(this.#parents(query.parents))
      .where(this.#together(idRefs.map((column) => scope.column(column))), "in", ids)
      .select([...columns, sql`${dialect.parentPosition}`.as("parent")])
      .orderBy(dialect.parentPosition);
    return orders.reduce((ordered, order) => order(ordered), select);
  }

  /** Numbers the children of each parent, as MariaDB has no correlated subqueries in "from". */
  #numbered({ offset, limit, ...query }: EachQuery): AnySelect {
    const { dialect, kysely, sql } = this.#tools;
    const scope = this.#scope(query.model);
    const ranges = query.ranges ?? [];
    const criteria = ranges.length === 0 ? query.criteria : both(anyOf(ranges), query.criteria);
    const condition = isAll(criteria) ? undefined : this.#criteria.condition(scope, criteria);
    const columns = query.columns.map((column, i) =>
      sql`${dialect.read(column, scope.column(column))}`.as(columnAlias(i))
    );
    const terms = query.orders.flatMap((order) => this.#terms(scope.column(order.column), order));
    const number = sql`row_number() over (partition by parent.position order by ${sql.join(terms)})`.as("number");
    const select = scope.select(this.#parents(query.parents))
      .select([...columns, sql`${dialect.parentPosition}`.as("parent"), number]);
    const rows = (condition === undefined ? select : select.where(condition)).as("numbered");
    const own = (name: string) => sql`${sql.id("numbered", name)}`;
    const isInPage = limit === undefined
      ? sql<SqlBool>`${own("number")} > ${offset}`
      : sql<SqlBool>`${own("number")} between ${offset + 1} and ${offset + limit}`;
    const names = [...query.columns.map((_, i) => columnAlias(i)), "parent"];
    return (kysely.selectFrom(rows) as unknown as AnySelect).select(names.map((name) => own(name).as(name)))
      .where(isInPage).orderBy(own("parent")).orderBy(own("number"));
  }

  #parents({ column, values }: Parents): AnySelect {
    const table = this.#tools.dialect.parents({ column, values });
    // Kysely derives the selectable columns from table names, which are known only at run time.
    return this.#tools.kysely.selectFrom(table) as unknown as AnySelect;
  }

  #selected(query: RowQuery, alias?: (index: number) => string): AnySelect {
    const parts = rangesOf(query).map(({ criteria, orders }) => {
      const matching = isAll(query.criteria) ? criteria : both(criteria, query.criteria);
      return { ...query, criteria: matching, orders };
    });
    const select = parts.length === 1 ? this.#ordered(parts[0]!, alias) : this.#concatenated(parts);
    return this.#limited(select, query);
  }

  /** Concatenates ranges. A range is not read if those before it have enough rows. */
  #concatenated(parts: readonly RowQuery[]): AnySelect {
    const [first, ...rest] = parts.map((part) => {
      const limited = this.#limited(this.#ordered(part, columnAlias), part, this.#tools.dialect.sortsLimitedRowsOnly);
      return this.#tools.kysely.selectFrom(limited.as("part")).selectAll() as unknown as AnySelect;
    });
    return rest.reduce((all, part) => all.unionAll(part), first!);
  }

  #ordered(query: RowQuery, alias?: (index: number) => string): AnySelect {
    const scope = this.#scope(query.model);
    const columns = query.columns.map((column, i) => {
      const own = this.#tools.dialect.read(column, scope.column(column));
      return alias === undefined ? own : this.#tools.sql`${own}`.as(alias(i));
    });
    const { sortsByNulls } = this.#tools.dialect;
    const orders = query.orders.filter(({ isNull = false }) => sortsByNulls || !isNull)
      .map((order) => this.#order(scope, order));
    const select = this.#matching(scope, query.criteria)
      // Kysely needs names for the type of rows; these values are read by position.
      .select(columns as unknown as AliasedExpression<unknown, string>[]);
    const ordered = orders.reduce((ordered, order) => order(ordered), select);
    const lock = query.lock === undefined ? undefined : this.#tools.dialect.lockRows?.(scope.alias, query.lock);
    return lock === undefined ? ordered : ordered.modifyEnd(lock);
  }

  /** Builds the statement that counts. */
  count(model: EntityModel, criteria: ResolvedCriteria): SqlStatement {
    const count = this.#tools.conditions.fn.countAll().as("count");
    return statementOf(this.#matching(this.#scope(model), criteria).select(count).compile(), { writes: false });
  }

  /** Builds the statement that changes columns. */
  change(model: EntityModel, criteria: ResolvedCriteria, changes: readonly ColumnChange[]): SqlStatement {
    const { dialect, kysely, sql } = this.#tools;
    const set = changes.map(({ column, value, isAdded }) => [
      column.column,
      isAdded ? sql`${sql.id(column.column)} + ${dialect.value(column, value)}` : dialect.assigned(column, value),
    ]);
    const all = kysely.updateTable(model.table).set(Object.fromEntries(set));
    if (isAll(criteria)) return statementOf(all.compile(), { writes: true });
    const changed = all.where(this.#ownId(model), "in", this.#locked(model, criteria, "update"));
    return statementOf(changed.compile(), { writes: true });
  }

  /** Builds the statements that delete rows. */
  delete(model: EntityModel, criteria: ResolvedCriteria): SqlStatement[] {
    const removal = this.#removal(model, criteria);
    const own = modelColumns(this.#models, model).filter(({ references, nullable }) =>
      nullable && references === model.type
    );
    if (!this.#tools.dialect.checksReferencesByRow || own.length === 0) return [removal];
    // Rows that refer to each other are deleted by one statement.
    const changes = own.map((column) => ({ column, value: null, isAdded: false }));
    return [this.change(model, criteria, changes), removal];
  }

  #removal(model: EntityModel, criteria: ResolvedCriteria): SqlStatement {
    const { kysely } = this.#tools;
    const all = kysely.deleteFrom(model.table);
    if (isAll(criteria)) return statementOf(all.compile(), { writes: true });
    const deletion = all.where(this.#ownId(model), "in", this.#locked(model, criteria, "delete"));
    return statementOf(deletion.compile(), { writes: true });
  }

  /**
   * Selects and locks the ids of the rows that match. If another transaction changes a row meanwhile, its new values are
   * compared, and a row that no longer matches is left out.
   */
  #locked(model: EntityModel, criteria: ResolvedCriteria, mode: "update" | "delete"): AnySelect {
    const { dialect } = this.#tools;
    const scope = this.#scope(model);
    const found = this.#ids(scope, model, criteria);
    const lock = dialect.lockRows?.(scope.alias, mode);
    return lock === undefined ? found : found.modifyEnd(lock);
  }

  #ids(scope: TableScope, model: EntityModel, criteria: ResolvedCriteria): AnySelect {
    const { sql } = this.#tools;
    return this.#matching(scope, criteria).select(
      model.id.columns.map((column, i) => sql`${scope.columnOf([], column)}`.as(i === 0 ? "id" : `id${i}`)),
    );
  }

  /** Returns the id columns of the changed table. */
  #ownId(model: EntityModel): SqlExpression {
    return this.#together(model.id.columns.map((column) => this.#tools.sql.id(column)));
  }

  /** Combines several expressions into a tuple. */
  #together(expressions: readonly SqlExpression[]): SqlExpression {
    const { sql } = this.#tools;
    return expressions.length === 1 ? expressions[0]! : sql`(${sql.join(expressions)})`;
  }

  /** Builds the statement that sets columns to null and increments versions; `undefined` if there is neither. */
  clear(model: EntityModel, { criteria, columns }: ClearedRows): SqlStatement | undefined {
    const { kysely, sql } = this.#tools;
    const { version } = model;
    const changes: Record<string, unknown> = Object.fromEntries(columns.map(({ column }) => [column, null]));
    if (version !== undefined) changes[version.column] = sql`${sql.id(version.column)} + 1`;
    if (Object.keys(changes).length === 0) return undefined;
    const changed = this.#ids(this.#scope(model), model, criteria);
    const update = kysely.updateTable(model.table).set(changes).where(this.#ownId(model), "in", changed);
    return statementOf(update.compile(), { writes: true });
  }

  #holdsBigints({ columns }: RowQuery): boolean {
    return columns.some((column) => this.#tools.dialect.mayExceedNumbers(column));
  }

  #scope(model: EntityModel): TableScope {
    return TableScope.of(this.#tools, this.#models, model);
  }

  // Conditions come first, as they add joins to the scope.
  #matching(scope: TableScope, criteria: ResolvedCriteria): AnySelect {
    if (isAll(criteria)) return scope.select();
    const condition = this.#criteria.condition(scope, criteria);
    return scope.select().where(condition);
  }

  #order(scope: TableScope, order: ResolvedOrder): (select: AnySelect) => AnySelect {
    return this.#ordering(scope.column(order.column), order);
  }

  #ordering(own: SqlExpression, order: ResolvedOrder): (select: AnySelect) => AnySelect {
    return (select) => this.#terms(own, order).reduce((ordered, term) => ordered.orderBy(term), select);
  }

  #terms(own: SqlExpression, { column, descending, nullsFirst, ignoreCase }: ResolvedOrder) {
    const { dialect } = this.#tools;
    const expression = ignoreCase ? dialect.fold(dialect.searched(column, own)) : dialect.comparable(column, own);
    return dialect.orderTerms(expression, { descending, ...(column.nullable ? { nullsFirst } : {}) });
  }

  #limited(select: AnySelect, { limit, offset }: RowQuery, isLimitNeeded = false): AnySelect {
    const { dialect, sql } = this.#tools;
    // The parameter is typed for the database, not for Kysely.
    const number = (value: number) => dialect.value({ type: "integer" }, value) as Expression<number>;
    const noLimit = (offset > 0 || isLimitNeeded) && dialect.noLimit !== undefined
      ? sql.lit(dialect.noLimit)
      : undefined;
    const bound = limit === undefined ? noLimit : number(limit);
    const limited = bound === undefined ? select : select.limit(bound);
    return offset > 0 ? limited.offset(number(Math.min(offset, Number.MAX_SAFE_INTEGER))) : limited;
  }
}

const everything: ResolvedCriteria = { kind: "and", operands: [] };

// Rows can't be locked within a union.
function rangesOf({ ranges, orders, lock }: RowQuery): readonly KeyRange[] {
  if (ranges === undefined) return [{ criteria: everything, orders }];
  if (lock === undefined || ranges.length === 1) return ranges;
  return [{ criteria: anyOf(ranges), orders }];
}

function anyOf(ranges: readonly KeyRange[]): ResolvedCriteria {
  return { kind: "or", operands: ranges.map(({ criteria }) => criteria) };
}

/** Returns a unique alias, as a column may be selected twice. */
function columnAlias(index: number): string {
  return `c${index}`;
}

function both(a: ResolvedCriteria, b: ResolvedCriteria): ResolvedCriteria {
  return isAll(a) ? b : { kind: "and", operands: [a, b] };
}

/** Whether criteria match every row. */
export function isAll(criteria: ResolvedCriteria): boolean {
  return criteria.kind === "and" && criteria.operands.length === 0;
}
