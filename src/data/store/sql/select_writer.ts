import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { ResolvedCriteria, ResolvedOrder } from "../../query/resolved_criteria.ts";
import type { RowQuery } from "../../query/row_query.ts";
import { writeCriteria } from "./criteria_writer.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import { quoted, type SqlStatement, SqlWriter } from "./sql_writer.ts";
import { aliasSequence, TableScope } from "./table_scope.ts";

/** Writes the statements that read and remove rows. */
export class SelectWriter {
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

  /** Writes the statement of a query. */
  select(query: RowQuery): SqlStatement {
    const scope = new TableScope(this.#models, aliasSequence());
    const columns = query.columns.map((column) => scope.column(column)).join(", ");
    const writer = new SqlWriter(this.#dialect).write(`select ${columns} from `);
    this.#writeFrom(writer, scope, query);
    if (query.orders.length > 0) {
      writer.write(` order by ${query.orders.map((order) => this.#order(scope, order)).join(", ")}`);
    }
    writeLimit(writer, query);
    return writer.statement({ writes: false, bigints: query.columns.some(({ type }) => type === "bigint") });
  }

  /** Writes the statement that counts. */
  count(model: EntityModel, criteria: ResolvedCriteria): SqlStatement {
    const writer = new SqlWriter(this.#dialect).write("select count(*) from ");
    this.#writeFrom(writer, new TableScope(this.#models, aliasSequence()), { model, criteria, orders: [] });
    return writer.statement({ writes: false });
  }

  /** Writes the statement that removes. */
  delete(model: EntityModel, criteria: ResolvedCriteria): SqlStatement {
    const id = quoted(model.id.column);
    const scope = new TableScope(this.#models, aliasSequence());
    const writer = new SqlWriter(this.#dialect).write(`delete from ${quoted(model.table)}`);
    if (criteria.kind === "and" && criteria.operands.length === 0) return writer.statement({ writes: true });
    writer.write(` where ${id} in (select ${scope.alias}.${id} from `);
    this.#writeFrom(writer, scope, { model, criteria, orders: [] });
    return writer.write(")").statement({ writes: true });
  }

  // Joins stand before the condition that asks for them, so conditions are written to a scratch pad first.
  #writeFrom(
    writer: SqlWriter,
    scope: TableScope,
    { model, criteria, orders }: Pick<RowQuery, "model" | "criteria" | "orders">,
  ): void {
    writeCriteria(writer.scratch(), scope, criteria);
    orders.forEach((order) => scope.column(order.column));
    writer.write(`${quoted(model.table)} ${scope.alias}${scope.joins}`);
    if (criteria.kind === "and" && criteria.operands.length === 0) return;
    writer.write(" where ");
    writeCriteria(writer, scope, criteria);
  }

  #order(scope: TableScope, { column, descending, nullsFirst, ignoreCase }: ResolvedOrder): string {
    const expression = scope.column(column);
    const direction = `${ignoreCase ? this.#dialect.fold(expression) : expression} ${descending ? "desc" : "asc"}`;
    return column.nullable ? `${direction} nulls ${nullsFirst ? "first" : "last"}` : direction;
  }
}

function writeLimit(writer: SqlWriter, { limit, offset }: RowQuery): void {
  if (limit !== undefined) writer.write(" limit ").value("integer", limit);
  else if (offset > 0) writer.write(" limit ").write(writer.dialect.noLimit);
  if (offset > 0) writer.write(" offset ").value("integer", Math.min(offset, Number.MAX_SAFE_INTEGER));
}
