import type { SelectQueryBuilder } from "../../../../deps.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { ReferenceProperty } from "../../entity/property_model.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { SqlTools } from "./sql_tools.ts";
import type { AnyTables, SqlExpression } from "./sql_expression.ts";

/** An unfinished `select`. */
export type AnySelect = SelectQueryBuilder<AnyTables, string, Record<string, unknown>>;

interface Join {
  readonly alias: string;
  readonly table: string;
  readonly on: readonly (readonly [target: SqlExpression, from: SqlExpression])[];
}

/** The shared state of the scopes of a statement. */
interface Statement {
  readonly tools: SqlTools;
  readonly models: EntityModels;
  aliases: number;
}

/** The tables of one `select`: the entity's own, and those reached by references, each joined once. */
export class TableScope {
  /** Alias of the entity's own table. */
  readonly alias: string;
  readonly #model: EntityModel;
  readonly #statement: Statement;
  readonly #joins = new Map<string, Join>();

  private constructor(statement: Statement, model: EntityModel) {
    this.#statement = statement;
    this.#model = model;
    this.alias = `t${statement.aliases++}`;
  }

  /** The scope of a statement's outermost `select`. */
  static of(tools: SqlTools, models: EntityModels, model: EntityModel): TableScope {
    return new TableScope({ tools, models, aliases: 0 }, model);
  }

  /** Creates the scope of a subquery. */
  inner(model: EntityModel): TableScope {
    return new TableScope(this.#statement, model);
  }

  /** Returns a column, and joins the tables on its path. */
  column({ via, column }: ColumnRef): SqlExpression {
    return this.columnOf(via, column);
  }

  /** Returns a column of the table at the end of a path of references. */
  columnOf(via: readonly ReferenceProperty[], column: string): SqlExpression {
    return this.#statement.tools.column(this.#aliasOf(via), column);
  }

  /**
   * Starts the `select` with all joins. Call it after all columns and conditions were built.
   *
   * @param before the table that precedes in `from`, and is read first
   */
  select(before?: AnySelect): AnySelect {
    const { kysely, sql } = this.#statement.tools;
    const table = (name: string, alias: string) => sql.table(name).as<string>(alias);
    // Kysely derives what can be selected from names it knows; these are known at run time only.
    const own = table(this.#model.table, this.alias);
    let query = (before === undefined ? kysely.selectFrom(own) : before.crossJoin(own)) as unknown as AnySelect;
    for (const { alias, table: name, on } of this.#joins.values()) {
      query = query.leftJoin(
        table(name, alias),
        (join) => on.reduce((joined, [target, from]) => joined.on(target, "=", from), join),
      ) as unknown as AnySelect;
    }
    return query;
  }

  #aliasOf(via: readonly ReferenceProperty[]): string {
    let alias = this.alias;
    let key = "";
    for (const step of via) {
      key += `.${columnsOf(step).join()}`;
      let join = this.#joins.get(key);
      if (join === undefined) {
        join = this.#join(alias, step);
        this.#joins.set(key, join);
      }
      alias = join.alias;
    }
    return alias;
  }

  #join(from: string, step: ReferenceProperty): Join {
    const { tools, models } = this.#statement;
    const alias = `t${this.#statement.aliases++}`;
    const { table, id } = models.of(step.target);
    const own = columnsOf(step);
    const on = id.columns.map((column, i) => [tools.column(alias, column), tools.column(from, own[i]!)] as const);
    return { alias, table, on };
  }
}

function columnsOf({ column, parts }: ReferenceProperty): readonly string[] {
  return parts?.map((part) => part.column) ?? [column];
}
