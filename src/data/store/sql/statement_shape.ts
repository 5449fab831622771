import { isStorableText } from "../../../kernel/mod.ts";
import type { ColumnRef, ResolvedComparison, ResolvedCriteria } from "../../query/resolved_criteria.ts";
import type { SqlDialect } from "./sql_dialect.ts";

/** Conditions without their values: statements of one shape have the same text. */
export interface StatementShape {
  /** The key, which determines the text. */
  readonly key: string;
  /** The values in the order of their parameters. */
  readonly values: readonly unknown[];
}

/** Maximum length of a cached key, as clients combine filters. */
const maxLength = 500;

/** Whole numbers below it have one type in all databases. */
const maxNumber = 2 ** 31;

/**
 * Returns the shape of conditions that compare columns with texts and whole numbers. The text of other conditions may
 * depend on their values, and what is left out of a key would run the statement of another question.
 *
 * @param criteria the conditions
 * @param dialect decides which values columns can hold
 * @returns `undefined` for other conditions
 */
export function shapeOf(criteria: ResolvedCriteria, dialect: Pick<SqlDialect, "holds">): StatementShape | undefined {
  const values: unknown[] = [];
  const key = keyOf(criteria, dialect, values);
  return key === undefined || key.length > maxLength ? undefined : { key, values };
}

function keyOf(
  criteria: ResolvedCriteria,
  dialect: Pick<SqlDialect, "holds">,
  values: unknown[],
): string | undefined {
  switch (criteria.kind) {
    case "comparison": {
      if (!isKept(criteria, dialect)) return undefined;
      values.push(criteria.value);
      return `\0${criteria.operator}${columnKey(criteria.column)}`;
    }
    case "not": {
      const inner = keyOf(criteria.operand, dialect, values);
      return inner === undefined ? undefined : `\0not(${inner})`;
    }
    case "and":
    case "or": {
      let key = `\0${criteria.kind}(`;
      for (const operand of criteria.operands) {
        const inner = keyOf(operand, dialect, values);
        if (inner === undefined) return undefined;
        key += inner;
      }
      return `${key}\0)`;
    }
    default:
      return undefined;
  }
}

function isKept({ column, value, ignoreCase }: ResolvedComparison, dialect: Pick<SqlDialect, "holds">): boolean {
  const kind = column.stored?.column?.kind ?? "base";
  if (ignoreCase || kind !== "base" || !dialect.holds(column, value)) return false;
  if (typeof value === "string") return (column.type === "text" || column.type === "uuid") && isStorableText(value);
  return column.type === "integer" && Number.isInteger(value) && Math.abs(value as number) < maxNumber;
}

/** A column and the way to it, with their number, so that no two keys can be taken for each other; no name holds NUL. */
export function columnKey({ path, column, type, via }: ColumnRef): string {
  const key = `\0${via.length}\0${path}\0${column}\0${type}`;
  return via.length === 0 ? key : `${key}\0${via.map(({ name }) => name).join("\0")}`;
}
