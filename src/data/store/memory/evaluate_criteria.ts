import { idKey } from "../../entity/id_key.ts";
import { isStorableText } from "../../../kernel/mod.ts";
import type {
  ResolvedComparison,
  ResolvedCriteria,
  ResolvedIn,
  ResolvedSome,
  ResolvedText,
  ResolvedTuples,
} from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import { matchesExpression } from "../regular_expression.ts";
import { compareValues } from "../../compare_values.ts";
import type { MemoryTables } from "./tables.ts";

/** Whether a row matches. `null` is SQL's "unknown": it does not match, and its negation is `null`. */
export type Truth = boolean | null;

/**
 * Evaluates criteria for a row.
 *
 * @param tables the store's tables
 * @param criteria the criteria
 * @param row the row
 */
export function evaluate(tables: MemoryTables, criteria: ResolvedCriteria, row: Row): Truth {
  switch (criteria.kind) {
    case "and":
      return all(criteria.operands.map((operand) => evaluate(tables, operand, row)));
    case "or":
      return opposite(all(criteria.operands.map((operand) => opposite(evaluate(tables, operand, row)))));
    case "not":
      return opposite(evaluate(tables, criteria.operand, row));
    case "present":
      return tables.value(row, criteria.column) !== null;
    case "null":
    case "absent":
      return tables.value(row, criteria.column) === null;
    case "comparison":
      return compared(criteria, tables.value(row, criteria.column));
    case "tuple":
      return evaluateTuple(tables, criteria, row);
    case "in":
      return isIn(tables, criteria, tables.value(row, criteria.column));
    case "tuples":
      return areIn(tables, criteria, row);
    case "parent":
      throw new TypeError("Cannot compare with a parent as it must be stated: it stands in criteria of many parents");
    case "text":
      return fits(tables, criteria, tables.value(row, criteria.column));
    case "elements": {
      const list = tables.value(row, criteria.column) as readonly unknown[] | null ?? [];
      const { member } = criteria;
      return member === undefined ? list.length > 0 : list.some((element) => isElement(element, member));
    }
    case "some":
      return elementsOf(tables, criteria, row).some((element) => evaluate(tables, criteria.criteria, element) === true);
  }
}

function isElement(element: unknown, member: unknown): boolean {
  return element === null || member === null ? element === member : compareValues(element, member) === 0;
}

function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

function opposite(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

function folded(value: unknown, ignoreCase: boolean): unknown {
  return ignoreCase && typeof value === "string" ? value.toLowerCase() : value;
}

function compared({ column: { type }, operator, value, ignoreCase }: ResolvedComparison, actual: unknown): Truth {
  if (actual === null) return null;
  // No column can hold such a text, and SQL databases reject it as a parameter.
  if (typeof value === "string" && typeof actual === "string" && !isStorableText(value)) return operator === "<>";
  const order = compareValues(folded(actual, ignoreCase), folded(value, ignoreCase), type);
  switch (operator) {
    case "=":
      return order === 0;
    case "<>":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

function evaluateTuple(tables: MemoryTables, criteria: ResolvedCriteria & { kind: "tuple" }, row: Row): Truth {
  for (const [i, { column, ignoreCase }] of criteria.columns.entries()) {
    const actual = folded(tables.value(row, column), ignoreCase);
    const wanted = folded(criteria.values[i], ignoreCase);
    if (actual === null || wanted === null) return null;
    const order = compareValues(actual, wanted, column.type);
    if (order !== 0) return criteria.operator === "<" ? order < 0 : order > 0;
  }
  return false;
}

function isIn(tables: MemoryTables, criteria: ResolvedIn, actual: unknown): Truth {
  if (criteria.values.length === 0) return false;
  return actual === null ? null : tables.wantedValues(criteria).has(actual);
}

function areIn(tables: MemoryTables, criteria: ResolvedTuples, row: Row): Truth {
  const actual = criteria.columns.map((column) => tables.value(row, column));
  return actual.includes(null) ? null : tables.wantedTuples(criteria).has(actual);
}

function fits(tables: MemoryTables, criteria: ResolvedText, actual: unknown): Truth {
  const { match, text, ignoreCase } = criteria;
  if (typeof actual !== "string") return null;
  if (match === "regex") return matchesExpression(actual, text, ignoreCase);
  const value = folded(actual, ignoreCase) as string;
  const wanted = tables.wantedText(criteria);
  switch (match) {
    case "starting":
      return value.startsWith(wanted.text);
    case "ending":
      return value.endsWith(wanted.text);
    case "containing":
      return wanted.search.indexIn(value) >= 0;
    case "like":
      return wanted.pattern.matches(value);
  }
}

function elementsOf(tables: MemoryTables, { via, collection, owner, target }: ResolvedSome, row: Row): Row[] {
  const found = tables.follow(row, via);
  const id = found === undefined ? null : owner.id.ofRow(found) ?? null;
  if (id === null) return [];
  const rows = tables.of(target).rows;
  const back = target.properties.get(collection.options.mappedBy ?? "");
  if (back?.kind === "reference") {
    return [...rows.values()].filter((element) => idKey(owner.id.heldBy(back, element)) === idKey(id));
  }
  const ids = tables.links({ owner, target, property: collection }).get(idKey(id)) ?? [];
  return ids.map((element) => rows.get(idKey(element))).filter((element) => element !== undefined);
}
