import type { Expression, SqlBool } from "../../../../deps.ts";
import type {
  ColumnRef,
  ResolvedComparison,
  ResolvedCriteria,
  ResolvedPresence,
  ResolvedSome,
  ResolvedText,
  ResolvedTuple,
  ResolvedTuples,
} from "../../query/resolved_criteria.ts";
import { holdsStorableTexts, isStorableText } from "../../../kernel/mod.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { ReferenceProperty, StoredType } from "../../entity/property_model.ts";
import { linkTableName } from "./link_tables.ts";
import type { SqlTools } from "./sql_tools.ts";
import type { SqlExpression } from "./sql_expression.ts";
import type { AnySelect } from "./table_scope.ts";

type Condition = Expression<SqlBool>;

/** Resolves the columns of a condition, and joins their tables. */
export interface ColumnScope {
  /** Returns a column, and joins the tables on its path. */
  column(column: ColumnRef): SqlExpression;
  /** Returns a column of the table at the end of a path of references. */
  columnOf(via: readonly ReferenceProperty[], column: string): SqlExpression;
  /** Creates the scope of a subquery. */
  inner(model: EntityModel): ColumnScope & { select(): AnySelect };
}

/** Maximum number of operands of one "and" or "or". */
const mostOperands = 100;

/** Builds the SQL condition of criteria. */
export class CriteriaWriter {
  readonly #tools: SqlTools;

  /** @param tools what statements are built with */
  constructor(tools: SqlTools) {
    this.#tools = tools;
  }

  /** Builds the condition, and joins the tables that it needs to the scope. */
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
      case "tuples":
        return this.#tuples(scope, criteria);
      case "text":
        return this.#text(scope, criteria);
      case "present":
      case "absent":
        return this.#presence(scope, criteria);
      case "parent": {
        const own = dialect.comparable(criteria.column, scope.column(criteria.column));
        return conditions(own, "=", dialect.parentValue(criteria.column));
      }
      case "null":
        return conditions(scope.column(criteria.column), "is", null);
      case "elements":
        return this.#isHoldable({ type: "json" }, criteria.member)
          ? dialect.hasElement(criteria.column, scope.column(criteria.column), criteria.member)
          : this.#never();
      case "some":
        return this.#some(scope, criteria);
    }
  }

  // A long chain of operators is a deep tree, which SQLite limits to 1,000 levels.
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
    const own = ignoreCase
      ? dialect.searched(column, scope.column(column))
      : dialect.comparable(column, scope.column(column));
    // A text that the database can't store, also within JSON, equals no value.
    if (!(ignoreCase ? isStorable(value) : this.#isHoldable(column, value))) {
      return this.#always(own, operator === "<>");
    }
    return conditions(
      ignoreCase ? dialect.fold(own) : own,
      operator,
      ignoreCase ? dialect.fold(dialect.value({ type: "text" }, value)) : dialect.value(column, value),
    );
  }

  #tuple(scope: ColumnScope, { columns, operator, values }: ResolvedTuple): Condition {
    if (!values.every((value, i) => this.#isHoldable(columns[i]!.column, value))) return this.#never();
    const { sql, dialect } = this.#tools;
    const own = sql.join(
      columns.map(({ column, ignoreCase }) => this.#sorted(column, scope.column(column), ignoreCase)),
    );
    const others = sql.join(values.map((value, i) => {
      const { column, ignoreCase } = columns[i]!;
      return ignoreCase ? dialect.fold(dialect.value({ type: "text" }, value)) : dialect.value(column, value);
    }));
    return sql<SqlBool>`(${own}) ${sql.raw(operator)} (${others})`;
  }

  #presence(scope: ColumnScope, { kind, column, ignoreCase }: ResolvedPresence): Condition {
    const { conditions, dialect } = this.#tools;
    const indexed = this.#sorted(column, scope.column(column), ignoreCase);
    return kind === "absent" ? conditions(indexed, "is", null) : dialect.present(indexed, column);
  }

  /** Returns the expression by which a column is sorted. */
  #sorted(column: ColumnRef, own: SqlExpression, ignoreCase: boolean): SqlExpression {
    const { dialect } = this.#tools;
    return ignoreCase ? dialect.fold(dialect.searched(column, own)) : dialect.comparable(column, own);
  }

  #in(scope: ColumnScope, { column, values, ignoreCase }: ResolvedCriteria & { kind: "in" }): Condition {
    if (values.length === 0) return this.#never();
    const { dialect } = this.#tools;
    const own = ignoreCase
      ? dialect.searched(column, scope.column(column))
      : dialect.comparable(column, scope.column(column));
    const holdable = values.filter((value) => ignoreCase ? isStorable(value) : this.#isHoldable(column, value));
    if (holdable.length === 0) return this.#always(own, false);
    const list = { column: ignoreCase ? { type: "text" as const } : column, values: holdable };
    return ignoreCase ? dialect.isInFolded(own, list) : dialect.isIn(own, list);
  }

  #tuples(scope: ColumnScope, { columns, values }: ResolvedTuples): Condition {
    const { dialect } = this.#tools;
    const rows = values.filter((row) => row.every((value, i) => this.#isHoldable(columns[i]!, value)));
    if (rows.length === 0) return this.#never();
    const own = columns.map((column) => dialect.comparable(column, scope.column(column)));
    return dialect.areIn(own, { columns, rows });
  }

  #text(scope: ColumnScope, { column, match, text, ignoreCase: isAsked }: ResolvedText): Condition {
    const { conditions, dialect } = this.#tools;
    const own = dialect.searched(column, scope.column(column));
    const ignoreCase = isAsked || dialect.ignoresCase(column);
    if (!isStorableText(text)) return this.#always(own, false);
    if (match === "regex") return dialect.matches(own, { text, ignoreCase });
    if (text === "" && match !== "like") return this.#always(own, true);
    const expression = ignoreCase ? dialect.fold(own) : own;
    const wanted = ignoreCase ? text.toLowerCase() : text;
    if (match === "like") return this.#like(expression, wanted);
    if (match === "containing") return dialect.contains(expression, wanted);
    if (match === "starting") return dialect.starting(expression, wanted);
    return conditions(dialect.ending(expression, [...wanted].length), "=", dialect.value({ type: "text" }, wanted));
  }

  #like(expression: SqlExpression, pattern: string): Condition {
    // An escape character at the end of a pattern is a literal character.
    let kept = pattern.length;
    while (pattern[kept - 1] === "\\") kept--;
    const complete = (pattern.length - kept) % 2 === 1 ? `${pattern}\\` : pattern;
    return this.#tools.dialect.like(expression, complete);
  }

  #some(scope: ColumnScope, { collection, criteria, owner, target, via }: ResolvedSome): Condition {
    const { conditions, kysely, sql } = this.#tools;
    const inner = scope.inner(target);
    const condition = this.condition(inner, criteria);
    const { mappedBy } = collection.options;
    const back = mappedBy === undefined ? undefined : target.properties.get(mappedBy);
    if (back?.kind === "reference") {
      const { column, parts = [{ column }] } = back;
      const links = parts.map((part, i) =>
        conditions(inner.columnOf([], part.column), "=", scope.columnOf(via, owner.id.columns[i]!))
      );
      const link = conditions.and(links);
      return conditions.exists(inner.select().select(sql.lit(1).as("found")).where(link).where(condition));
    }
    const purpose = `Cannot look into list "${owner.name}.${collection.name}"`;
    const ownerId = scope.columnOf(via, owner.id.single(purpose).column);
    const linked = kysely.selectFrom(linkTableName({ owner, property: collection }))
      .select("target_id").where("owner_id", "=", ownerId);
    const link = conditions(inner.columnOf([], target.id.single(purpose).column), "in", linked);
    return conditions.exists(inner.select().select(sql.lit(1).as("found")).where(link).where(condition));
  }

  #never(): Condition {
    return this.#tools.conditions.lit(false);
  }

  /** A constant condition that is unknown, like its negation, if the column is null. */
  #always(own: SqlExpression, truth: boolean): Condition {
    const { conditions, sql } = this.#tools;
    return sql<SqlBool>`case when ${own} is not null then ${conditions.lit(truth)} end`;
  }

  #isHoldable(column: StoredType, value: unknown): boolean {
    if (column.type !== "json") return isStorable(value) && this.#tools.dialect.holds(column, value);
    return !this.#tools.dialect.decodesJson || holdsStorableTexts(value);
  }
}

function isStorable(value: unknown): boolean {
  return typeof value !== "string" || isStorableText(value);
}
