import type { Expression, SqlBool } from "../../../../deps.ts";
import type {
  ColumnRef,
  ResolvedComparison,
  ResolvedCriteria,
  ResolvedPresence,
  ResolvedSome,
  ResolvedText,
  ResolvedTuple,
} from "../../query/resolved_criteria.ts";
import { holdsStorableTexts, isStorableText } from "../../../kernel/mod.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { ColumnType, ReferenceProperty } from "../../entity/property_model.ts";
import { linkTableName } from "./link_tables.ts";
import type { SqlExpression, SqlTools } from "./sql_tools.ts";
import type { AnySelect } from "./table_scope.ts";

type Condition = Expression<SqlBool>;

/** Where the columns of a condition come from. */
export interface ColumnScope {
  /** A column; joins the tables on the way. */
  column(column: ColumnRef): SqlExpression;
  /** A column of the table that references lead to. */
  columnOf(via: readonly ReferenceProperty[], column: string): SqlExpression;
  /** A scope for a subquery. */
  inner(model: EntityModel): ColumnScope & { select(): AnySelect };
}

/** Most operands of one "and" or "or". */
const mostOperands = 100;

/** Builds the SQL condition of criteria. */
export class CriteriaWriter {
  readonly #tools: SqlTools;

  /** @param tools what statements are built with */
  constructor(tools: SqlTools) {
    this.#tools = tools;
  }

  /** Builds the condition, and has the scope join the tables that it needs. */
  condition(scope: ColumnScope, criteria: ResolvedCriteria): Condition {
    const { conditions, dialect } = this.#tools;
    switch (criteria.kind) {
      case "and":
      case "or":
        return this.#joined(criteria.kind, criteria.operands.map((operand) => this.condition(scope, operand)));
      case "not":
        return conditions.not(conditions.parens(this.condition(scope, criteria.operand)));
      case "comparison":
        return this.#comparison(scope, criteria);
      case "tuple":
        return this.#tuple(scope, criteria);
      case "in":
        return this.#in(scope, criteria);
      case "text":
        return this.#text(scope, criteria);
      case "present":
      case "absent":
        return this.#presence(scope, criteria);
      case "parent": {
        const own = dialect.comparable(criteria.column.type, scope.column(criteria.column));
        return conditions(own, "=", dialect.parentValue(criteria.column.type));
      }
      case "null":
        return conditions(scope.column(criteria.column), "is", null);
      case "elements":
        return this.#isHoldable("json", criteria.member)
          ? dialect.hasElement(scope.column(criteria.column), criteria.member)
          : this.#never();
      case "some":
        return this.#some(scope, criteria);
    }
  }

  // A long row of operators is a deep tree: SQLite follows 1,000 levels.
  #joined(kind: "and" | "or", operands: readonly Condition[]): Condition {
    const { conditions } = this.#tools;
    if (operands.length <= mostOperands) return conditions[kind](operands);
    const groups: Condition[] = [];
    for (let start = 0; start < operands.length; start += mostOperands) {
      groups.push(conditions[kind](operands.slice(start, start + mostOperands)));
    }
    return this.#joined(kind, groups);
  }

  #comparison(scope: ColumnScope, { column, operator, value, ignoreCase }: ResolvedComparison): Condition {
    const { conditions, dialect } = this.#tools;
    const own = dialect.comparable(column.type, scope.column(column));
    // A text, or JSON with one, that the database can't hold equals nothing.
    if (!this.#isHoldable(column.type, value)) return this.#always(own, operator === "<>");
    const fold = (expression: SqlExpression) => ignoreCase ? dialect.fold(expression) : expression;
    return conditions(fold(own), operator, fold(dialect.value(column.type, value)));
  }

  #tuple(scope: ColumnScope, { columns, operator, values }: ResolvedTuple): Condition {
    if (!values.every((value, i) => this.#isHoldable(columns[i]!.column.type, value))) return this.#never();
    const { sql, dialect } = this.#tools;
    const fold = (expression: SqlExpression, i: number) =>
      columns[i]!.ignoreCase ? dialect.fold(expression) : expression;
    const own = sql.join(columns.map(({ column }, i) => fold(scope.column(column), i)));
    const others = sql.join(values.map((value, i) => fold(dialect.value(columns[i]!.column.type, value), i)));
    return sql<SqlBool>`(${own}) ${sql.raw(operator)} (${others})`;
  }

  #presence(scope: ColumnScope, { kind, column, ignoreCase }: ResolvedPresence): Condition {
    const { conditions, dialect } = this.#tools;
    const own = scope.column(column);
    const indexed = ignoreCase ? dialect.fold(own) : own;
    return kind === "absent" ? conditions(indexed, "is", null) : dialect.present(indexed, column.type);
  }

  #in(scope: ColumnScope, { column, values, ignoreCase }: ResolvedCriteria & { kind: "in" }): Condition {
    if (values.length === 0) return this.#never();
    const { dialect } = this.#tools;
    const own = dialect.comparable(column.type, scope.column(column));
    const holdable = values.filter((value) => this.#isHoldable(column.type, value));
    if (holdable.length === 0) return this.#always(own, false);
    const list = { type: column.type, values: holdable };
    return ignoreCase ? dialect.isInFolded(own, list) : dialect.isIn(own, list);
  }

  #text(scope: ColumnScope, { column, match, text, ignoreCase }: ResolvedText): Condition {
    const { conditions, dialect } = this.#tools;
    const own = scope.column(column);
    if (!isStorableText(text)) return this.#always(own, false);
    if (match === "regex") return dialect.matches(own, { text, ignoreCase });
    if (text === "" && match !== "like") return this.#always(own, true);
    const expression = ignoreCase ? dialect.fold(own) : own;
    const wanted = ignoreCase ? text.toLowerCase() : text;
    if (match === "like") return this.#like(expression, wanted);
    if (match === "containing") return dialect.contains(expression, wanted);
    if (match === "starting") return dialect.starting(expression, wanted);
    return conditions(dialect.ending(expression, [...wanted].length), "=", dialect.value("text", wanted));
  }

  #like(expression: SqlExpression, pattern: string): Condition {
    // A pattern that ends in an escape character escapes nothing: take it literally.
    let kept = pattern.length;
    while (pattern[kept - 1] === "\\") kept--;
    const complete = (pattern.length - kept) % 2 === 1 ? `${pattern}\\` : pattern;
    return this.#tools.dialect.like(expression, complete);
  }

  #some(scope: ColumnScope, { collection, criteria, owner, target, via }: ResolvedSome): Condition {
    const { conditions, kysely, sql } = this.#tools;
    const ownerId = scope.columnOf(via, owner.id.column);
    const inner = scope.inner(target);
    const condition = this.condition(inner, criteria);
    const { mappedBy } = collection.options;
    const back = mappedBy === undefined ? undefined : target.properties.get(mappedBy);
    const linked = kysely.selectFrom(linkTableName({ owner, property: collection }))
      .select("target_id").where("owner_id", "=", ownerId);
    const link = back !== undefined && "column" in back
      ? conditions(inner.columnOf([], back.column), "=", ownerId)
      : conditions(inner.columnOf([], target.id.column), "in", linked);
    return conditions.exists(inner.select().select(sql.lit(1).as("found")).where(link).where(condition));
  }

  #never(): Condition {
    return this.#tools.conditions.lit(false);
  }

  /** True or false whatever the value is; of null it is unknown, and so is the opposite. */
  #always(own: SqlExpression, truth: boolean): Condition {
    const { conditions, sql } = this.#tools;
    return sql<SqlBool>`case when ${own} is not null then ${conditions.lit(truth)} end`;
  }

  #isHoldable(type: ColumnType, value: unknown): boolean {
    if (type !== "json") return typeof value !== "string" || isStorableText(value);
    return !this.#tools.dialect.decodesJson || holdsStorableTexts(value);
  }
}
