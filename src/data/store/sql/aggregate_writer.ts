import type { AliasedExpression } from "../../../../deps.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { AggregateQuery, GroupOrder, Measure } from "../../query/aggregate_query.ts";
import type { ColumnRef, ResolvedCriteria } from "../../query/resolved_criteria.ts";
import { type ColumnScope, CriteriaWriter } from "./criteria_writer.ts";
import { type SqlStatement, statementOf } from "./sql_statement.ts";
import type { SqlTools } from "./sql_tools.ts";
import type { SqlExpression } from "./sql_expression.ts";
import { type AnySelect, TableScope } from "./table_scope.ts";

/** The columns of groups and aggregates, for conditions and orders on groups. */
interface NamedExpression {
  readonly expression: SqlExpression;
  readonly column: Pick<ColumnRef, "type" | "stored">;
}

/** Builds the statements that compute aggregates. */
export class AggregateWriter {
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

  /** Builds the statement of a query: the columns of the group come first. */
  aggregate(query: AggregateQuery): SqlStatement {
    const { sql, dialect } = this.#tools;
    const scope = TableScope.of(this.#tools, this.#models, query.model);
    const { criteria, groups, measures, limit } = query;
    const read = [
      ...groups.map((column) => this.#commonValue(column, scope)),
      ...measures.map((measure) => this.#value(measure, scope)),
    ];
    const named = this.#named(query, scope);
    const isAll = criteria.kind === "and" && criteria.operands.length === 0;
    const matching = isAll ? undefined : this.#criteria.condition(scope, criteria);
    const columns = read.map((expression, i) => sql`${expression}`.as(`c${i}`));
    // Kysely needs names for the type of rows; these values are read by position.
    const all = scope.select().select(columns as unknown as AliasedExpression<unknown, string>[]);
    const found = matching === undefined ? all : all.where(matching);
    const grouped = groups.length === 0 ? found : found.groupBy(groups.map((column) => this.#key(column, scope)));
    const kept = query.having === undefined ? grouped : grouped.having(this.#having(query.having, named));
    const sorted = query.orders.reduce((select, order) => this.#ordered(select, order, named), kept);
    const limited = limit === undefined ? sorted : sorted.limit(dialect.value({ type: "integer" }, limit) as never);
    return statementOf(limited.compile(), { writes: false, bigints: mayExceedNumbers(this.#tools, query) });
  }

  #having(criteria: ResolvedCriteria, named: ReadonlyMap<string, NamedExpression>) {
    const unknown = () => {
      throw new TypeError(
        "Cannot restrict groups as conditions must be on their own values: one leads to another table",
      );
    };
    const scope: ColumnScope = {
      column: ({ column }) => named.get(column)!.expression,
      columnOf: unknown,
      inner: unknown,
    };
    return this.#criteria.condition(scope, criteria);
  }

  #ordered(
    select: AnySelect,
    { name, descending, nullsFirst }: GroupOrder,
    named: ReadonlyMap<string, NamedExpression>,
  ): AnySelect {
    const { expression, column } = named.get(name)!;
    const { dialect } = this.#tools;
    const terms = dialect.orderTerms(dialect.comparable(column, expression), { descending, nullsFirst });
    return terms.reduce((ordered, term) => ordered.orderBy(term), select);
  }

  #named({ groups, named }: AggregateQuery, scope: TableScope): Map<string, NamedExpression> {
    return new Map([
      ...groups.map((column) => [column.path, { expression: scope.column(column), column }] as const),
      ...[...named].map(([name, measure]) => {
        const column = measure.kind === "avg" ? { type: "float" as const } : measure.result;
        return [name, { expression: this.#measured(measure, scope), column }] as const;
      }),
    ]);
  }

  /** Returns the expression by which rows are grouped. */
  #key(column: ColumnRef, scope: TableScope): SqlExpression {
    return this.#tools.dialect.comparable(column, scope.column(column));
  }

  /** Returns one value of a group, as equal values may have different notations, for example `1.5` and `1.50`. */
  #commonValue(column: ColumnRef, scope: TableScope): SqlExpression {
    const { dialect, sql } = this.#tools;
    const own = scope.column(column);
    if (this.#key(column, scope) === own) return dialect.read(column, own);
    return sql`min(${dialect.searched(column, own)})`;
  }

  #value(measure: Measure, scope: TableScope): SqlExpression {
    const value = this.#measured(measure, scope);
    const isOfColumn = measure.kind === "min" || measure.kind === "max";
    return isOfColumn ? this.#tools.dialect.read(measure.column!, value) : value;
  }

  #measured({ kind, column }: Measure, scope: TableScope): SqlExpression {
    const { dialect, sql, conditions } = this.#tools;
    if (column === undefined) return conditions.fn.countAll();
    const own = scope.column(column);
    switch (kind) {
      case "count":
        return sql`count(${own})`;
      case "countDistinct":
        return sql`count(distinct ${dialect.comparable(column, own)})`;
      case "sum":
        return dialect.sum(column, own);
      case "avg":
        return dialect.average(column, own);
      default:
        return dialect.extreme(kind, column, own);
    }
  }
}

function mayExceedNumbers({ dialect }: SqlTools, { groups, measures }: AggregateQuery): boolean {
  const columns = [...groups, ...measures.flatMap(({ column }) => column ?? [])];
  return measures.some(({ kind }) => kind === "sum") || columns.some((column) => dialect.mayExceedNumbers(column));
}
