import type { EntityModel } from "../../entity/entity_model.ts";
import type { ColumnRef, ResolvedCriteria, ResolvedOrder } from "../../query/resolved_criteria.ts";
import type { RowQuery } from "../../query/row_query.ts";
import { isAll, type SelectWriter } from "./select_writer.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** Maximum number of sorts per selection of columns whose statements are kept: clients choose sorts. */
const maxSorts = 64;

/** A statement whose last parameters are the limit and the offset. */
interface PagedStatement extends SqlStatement {
  /** The parameters before them. */
  readonly leading: readonly unknown[];
}

/**
 * Builds the statements of reads, and keeps those of pages without conditions: building and compiling one takes longer
 * than SQLite takes to run it. What a kept statement consists of is in its key; limit and offset are parameters.
 */
export class ReadStatements {
  readonly #writer: SelectWriter;
  // Selections of columns are kept by hydrators; a new one is a new key.
  #pages = new WeakMap<readonly ColumnRef[], Map<string, PagedStatement>>();
  #counts = new WeakMap<EntityModel, SqlStatement>();

  /** @param writer builds statements */
  constructor(writer: SelectWriter) {
    this.#writer = writer;
  }

  /** Builds the statement of a query, or completes a kept one. */
  select(query: RowQuery): SqlStatement {
    const { criteria, ranges, lock, columns } = query;
    if (ranges !== undefined || lock !== undefined || !isAll(criteria)) return this.#writer.select(query);
    const bounds = boundsOf(query);
    const key = keyOf(query.orders, bounds.length);
    let pages = this.#pages.get(columns);
    if (pages === undefined) this.#pages.set(columns, pages = new Map());
    const known = pages.get(key);
    if (known !== undefined) {
      const { text, leading, writes, bigints, isDecoded } = known;
      return {
        text,
        parameters: [...leading, ...bounds],
        writes,
        bigints,
        ...(isDecoded === undefined ? {} : { isDecoded }),
      };
    }
    const statement = this.#writer.select(query);
    const { parameters } = statement;
    const leading = parameters.slice(0, parameters.length - bounds.length);
    // A dialect may write them otherwise.
    if (!bounds.every((bound, i) => parameters[leading.length + i] === bound)) return statement;
    // The key that came first goes first.
    if (pages.size >= maxSorts) pages.delete(pages.keys().next().value!);
    pages.set(key, { ...statement, leading });
    return statement;
  }

  /** Builds the statement that counts. */
  count(model: EntityModel, criteria: ResolvedCriteria): SqlStatement {
    if (!isAll(criteria)) return this.#writer.count(model, criteria);
    let statement = this.#counts.get(model);
    if (statement === undefined) {
      statement = { ...this.#writer.count(model, criteria), isTotal: true };
      this.#counts.set(model, statement);
    }
    return statement;
  }

  /** Forgets all statements: what is known of columns has changed. */
  forget(): void {
    this.#pages = new WeakMap();
    this.#counts = new WeakMap();
  }
}

/** The values of limit and offset, where the statement has them. */
function boundsOf({ limit, offset }: RowQuery): readonly number[] {
  const bounds = limit === undefined ? [] : [limit];
  return offset > 0 ? [...bounds, Math.min(offset, Number.MAX_SAFE_INTEGER)] : bounds;
}

/** All that orders put into a statement. Paths name columns within an entity; no name holds NUL. */
function keyOf(orders: readonly ResolvedOrder[], bounds: number): string {
  let key = `${bounds}`;
  for (const { column: { path, column }, descending, nullsFirst, ignoreCase, isNull } of orders) {
    key += `\0${path}\0${column}\0${descending}${nullsFirst}${ignoreCase}${isNull}`;
  }
  return key;
}
