import { and, type Criteria, nothing } from "../../criteria.ts";
import type { PropertyCriteria } from "../../where.ts";
import type { KeywordType } from "./keyword.ts";

type Compile = (here: PropertyCriteria, args: readonly unknown[], isList: boolean) => Criteria;

/** Compares with a text. Neither the comparison with null nor its negation holds. */
function withText(compile: (here: PropertyCriteria, text: string) => Criteria): Compile {
  return (here, [value]) => value === null || value === undefined ? nothing : compile(here, String(value));
}

const containingText = withText((here, text) => here.containing(text));
const notContainingText = withText((here, text) => here.notContaining(text));

/** What each keyword becomes for the arguments of a call. */
export const keywordCriteria: Readonly<Record<KeywordType, Compile>> = {
  IS_NOT_NULL: (here) => here.isNotNull(),
  EXISTS: (here) => here.isNotNull(),
  IS_NULL: (here) => here.isNull(),
  BETWEEN: (here, [low, high]) => and(here.atLeast(low), here.atMost(high)),
  LESS_THAN: (here, [value]) => here.lessThan(value),
  BEFORE: (here, [value]) => here.lessThan(value),
  LESS_THAN_EQUAL: (here, [value]) => here.atMost(value),
  GREATER_THAN: (here, [value]) => here.greaterThan(value),
  AFTER: (here, [value]) => here.greaterThan(value),
  GREATER_THAN_EQUAL: (here, [value]) => here.atLeast(value),
  LIKE: withText((here, text) => here.like(text)),
  NOT_LIKE: withText((here, text) => here.notLike(text)),
  STARTING_WITH: withText((here, text) => here.startingWith(text)),
  ENDING_WITH: withText((here, text) => here.endingWith(text)),
  IS_EMPTY: (here) => here.isEmpty(),
  IS_NOT_EMPTY: (here) => here.isNotEmpty(),
  CONTAINING: (here, args, isList) => isList ? here.has(args[0]) : containingText(here, args, isList),
  NOT_CONTAINING: (here, args, isList) => isList ? here.hasNot(args[0]) : notContainingText(here, args, isList),
  IN: (here, [values]) => here.in(elementsOf(values)),
  NOT_IN: (here, [values]) => here.notIn(elementsOf(values)),
  REGEX: withText((here, text) => here.matches(text)),
  TRUE: (here) => here.is(true),
  FALSE: (here) => here.is(false),
  NEGATING_SIMPLE_PROPERTY: (here, [value]) => here.isNot(value),
  SIMPLE_PROPERTY: (here, [value]) => here.is(value),
  // These two are rejected at startup, as no store supports geometry.
  NEAR: (here, [value]) => here.is(value),
  WITHIN: (here, [value]) => here.is(value),
};

function elementsOf(value: unknown): Iterable<unknown> {
  const isMany = typeof value === "object" && value !== null && Symbol.iterator in value;
  return isMany ? value as Iterable<unknown> : [value];
}

/**
 * Makes criteria case-insensitive.
 *
 * @param criteria about text properties
 */
export function ignoringCase(criteria: Criteria): Criteria {
  switch (criteria.kind) {
    case "and":
    case "or":
      return { ...criteria, operands: criteria.operands.map(ignoringCase) };
    case "not":
      return { ...criteria, operand: ignoringCase(criteria.operand) };
    case "comparison":
    case "in":
    case "text":
      return { ...criteria, ignoreCase: true };
    default:
      return criteria;
  }
}
