import type { EntityModel } from "../../entity/entity_model.ts";
import type { ColumnRef, ResolvedCriteria, ResolvedOrder } from "../../query/resolved_criteria.ts";
import type { RowQuery } from "../../query/row_query.ts";
import { isAll, type SelectWriter } from "./select_writer.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import type { SqlStatement } from "./sql_statement.ts";
import { columnKey, shapeOf, type StatementShape } from "./statement_shape.ts";

/** Maximum number of cached statements per selection of columns, as clients choose sorts and filters. */
const maxStatements = 64;

/** A statement whose last parameters are the values of conditions, the limit and the offset. */
interface KeptStatement {
  readonly statement: SqlStatement;
  /** The parameters before those. */
  readonly leading: readonly unknown[];
}

/** The key of a statement, and its last parameters. */
interface WantedStatement {
  readonly key: string;
  readonly conditions?: readonly unknown[];
  readonly bounds?: readonly number[];
}

const noConditions: StatementShape = { key: "", values: [] };

/**
 * Builds the statements of reads, and caches those whose conditions compare columns with texts and whole numbers:
 * building and compiling a statement takes longer than SQLite takes to run it. The key contains everything that
 * determines the text; the values of conditions, limit and offset are parameters.
 */
export class ReadStatements {
  readonly #writer: SelectWriter;
  readonly #dialect: SqlDialect;
  // Hydrators hold the lists of columns, whose identity is the key.
  #reads = new WeakMap<readonly ColumnRef[], Map<string, KeptStatement>>();
  #counts = new WeakMap<EntityModel, Map<string, KeptStatement>>();
  /** Keys by the orders of a sort, which live as long as the sort. */
  readonly #orderKeys = new WeakMap<readonly ResolvedOrder[], string>();

  /**
   * @param writer builds statements
   * @param dialect decides which values columns can hold
   */
  constructor(writer: SelectWriter, dialect: SqlDialect) {
    this.#writer = writer;
    this.#dialect = dialect;
  }

  /** Builds the statement of a query, or completes a cached one. */
  select(query: RowQuery): SqlStatement {
    const { criteria, ranges, lock, columns } = query;
    const shape = ranges === undefined && lock === undefined ? this.#shapeOf(criteria) : undefined;
    if (shape === undefined) return this.#writer.select(query);
    const bounds = boundsOf(query);
    const key = `${boundsKey(query)}${this.#keyOf(query.orders)}${shape.key}`;
    let kept = this.#reads.get(columns);
    if (kept === undefined) this.#reads.set(columns, kept = new Map());
    return completed(kept, { key, conditions: shape.values, bounds }, () => this.#writer.select(query));
  }

  /** Builds the statement that counts, or completes a cached one. */
  count(model: EntityModel, criteria: ResolvedCriteria): SqlStatement {
    const shape = this.#shapeOf(criteria);
    if (shape === undefined) return this.#writer.count(model, criteria);
    let kept = this.#counts.get(model);
    if (kept === undefined) this.#counts.set(model, kept = new Map());
    return completed(kept, { key: shape.key, conditions: shape.values }, () => {
      const statement = this.#writer.count(model, criteria);
      return isAll(criteria) ? { ...statement, isTotal: true } : statement;
    });
  }

  /** Clears the cache after columns have changed. */
  forget(): void {
    this.#reads = new WeakMap();
    this.#counts = new WeakMap();
  }

  /** Returns the part of the key that orders determine. */
  #keyOf(orders: readonly ResolvedOrder[]): string {
    const known = this.#orderKeys.get(orders);
    if (known !== undefined) return known;
    let key = `${orders.length}`;
    for (const { column, descending, nullsFirst, ignoreCase, isNull } of orders) {
      key += `${columnKey(column)}\0${descending}${nullsFirst}${ignoreCase}${isNull}`;
    }
    this.#orderKeys.set(orders, key);
    return key;
  }

  #shapeOf(criteria: ResolvedCriteria): StatementShape | undefined {
    return isAll(criteria) ? noConditions : shapeOf(criteria, this.#dialect);
  }
}

/** Completes a cached statement with its last parameters, or builds it and caches it if these come last. */
function completed(
  kept: Map<string, KeptStatement>,
  { key, conditions = [], bounds = [] }: WantedStatement,
  build: () => SqlStatement,
): SqlStatement {
  const values = [...conditions, ...bounds];
  const known = kept.get(key);
  if (known !== undefined) {
    const { statement: { text, writes, bigints, isTotal, isDecoded }, leading } = known;
    return {
      text,
      parameters: [...leading, ...values],
      writes,
      bigints,
      ...(isTotal === undefined ? {} : { isTotal }),
      ...(isDecoded === undefined ? {} : { isDecoded }),
    };
  }
  const statement = build();
  const { parameters } = statement;
  const leading = parameters.slice(0, Math.max(0, parameters.length - values.length));
  // A dialect may order parameters differently. Other parameters must not be mistaken for those of conditions.
  const isLast = values.length + leading.length === parameters.length &&
    values.every((value, i) => Object.is(parameters[leading.length + i], value));
  if (!isLast || (conditions.length > 0 && leading.length > 0)) return statement;
  // Evict the oldest entry.
  if (kept.size >= maxStatements) kept.delete(kept.keys().next().value!);
  kept.set(key, { statement, leading });
  return statement;
}

/** Returns the values of limit and offset that the statement has. */
function boundsOf({ limit, offset }: RowQuery): readonly number[] {
  const bounds = limit === undefined ? [] : [limit];
  return offset > 0 ? [...bounds, Math.min(offset, Number.MAX_SAFE_INTEGER)] : bounds;
}

/** Returns which of limit and offset the statement has, as the text depends on it. */
function boundsKey({ limit, offset }: RowQuery): string {
  return limit === undefined ? offset > 0 ? "offset" : "all" : offset > 0 ? "both" : "limit";
}
