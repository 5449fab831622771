import type { AliasedExpression, Expression } from "../../../../deps.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { ResolvedCriteria, ResolvedOrder } from "../../query/resolved_criteria.ts";
import type { RowQuery } from "../../query/row_query.ts";
import { CriteriaWriter } from "./criteria_writer.ts";
import { type SqlStatement, statementOf } from "./sql_statement.ts";
import type { SqlTools } from "./sql_tools.ts";
import { type AnySelect, TableScope } from "./table_scope.ts";

/** Builds the statements that read and remove rows. */
export class SelectWriter {
  readonly #tools: SqlTools;
  readonly #models: EntityModels;
  readonly #criteria: CriteriaWriter;

  /**
   * @param tools what statements are built with
   * @param models the models of the database
   */
  constructor(tools: SqlTools, models: EntityModels) {
    this.#tools = tools;
    this.#models = models;
    this.#criteria = new CriteriaWriter(tools);
  }

  /** Builds the statement of a query. */
  select(query: RowQuery): SqlStatement {
    const scope = this.#scope(query.model);
    const columns = query.columns.map((column) => scope.column(column));
    const orders = query.orders.map((order) => this.#order(scope, order));
    let select: AnySelect = this.#matching(scope, query.criteria)
      // Kysely asks for names to give rows a type; these are read by position.
      .select(columns as unknown as AliasedExpression<unknown, string>[]);
    for (const order of orders) select = order(select);
    const bigints = query.columns.some(({ type }) => type === "bigint");
    const limited = this.#limited(select, query);
    const lock = query.lock === undefined ? undefined : this.#tools.dialect.lockRows?.(scope.alias);
    const locked = lock === undefined ? limited : limited.modifyEnd(lock);
    return statementOf(locked.compile(), { writes: false, bigints });
  }

  /** Builds the statement that counts. */
  count(model: EntityModel, criteria: ResolvedCriteria): SqlStatement {
    const count = this.#tools.conditions.fn.countAll().as("count");
    return statementOf(this.#matching(this.#scope(model), criteria).select(count).compile(), { writes: false });
  }

  /** Builds the statement that removes. */
  delete(model: EntityModel, criteria: ResolvedCriteria): SqlStatement {
    const { kysely, sql } = this.#tools;
    const id = model.id.column;
    const all = kysely.deleteFrom(model.table);
    if (isAll(criteria)) return statementOf(all.compile(), { writes: true });
    const scope = this.#scope(model);
    const doomed = this.#matching(scope, criteria).select(sql`${scope.columnOf([], id)}`.as("id"));
    return statementOf(all.where(sql.id(id), "in", doomed).compile(), { writes: true });
  }

  #scope(model: EntityModel): TableScope {
    return TableScope.of(this.#tools, this.#models, model);
  }

  // Conditions come first: they tell the scope what to join.
  #matching(scope: TableScope, criteria: ResolvedCriteria): AnySelect {
    if (isAll(criteria)) return scope.select();
    const condition = this.#criteria.condition(scope, criteria);
    return scope.select().where(condition);
  }

  #order(scope: TableScope, { column, descending, nullsFirst, ignoreCase }: ResolvedOrder) {
    const own = scope.column(column);
    const expression = ignoreCase ? this.#tools.dialect.fold(own) : own;
    return (select: AnySelect) =>
      select.orderBy(expression, (item) => {
        const directed = descending ? item.desc() : item.asc();
        if (!column.nullable) return directed;
        return nullsFirst ? directed.nullsFirst() : directed.nullsLast();
      });
  }

  #limited(select: AnySelect, { limit, offset }: RowQuery): AnySelect {
    const { dialect, sql } = this.#tools;
    // A parameter's type is stated to the database, not to Kysely.
    const number = (value: number) => dialect.value("integer", value) as Expression<number>;
    const noLimit = offset > 0 && dialect.noLimit !== undefined ? sql.lit(dialect.noLimit) : undefined;
    const bound = limit === undefined ? noLimit : number(limit);
    const limited = bound === undefined ? select : select.limit(bound);
    return offset > 0 ? limited.offset(number(Math.min(offset, Number.MAX_SAFE_INTEGER))) : limited;
  }
}

function isAll(criteria: ResolvedCriteria): boolean {
  return criteria.kind === "and" && criteria.operands.length === 0;
}
