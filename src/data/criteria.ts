/** How two values are compared. */
export type ComparisonOperator = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** How a text is searched for. `like` takes the wildcards `%` and `_`; the others take every character literally. */
export type TextMatch = "starting" | "ending" | "containing" | "like" | "regex";

/** Compares a property with a value. Compared with null, `=` means "is null" and `<>` "is not null". */
export interface Comparison {
  readonly kind: "comparison";
  readonly path: string;
  readonly operator: ComparisonOperator;
  readonly value: unknown;
  readonly ignoreCase?: boolean;
}

/** Asks whether a property has one of several values. */
export interface InCriteria {
  readonly kind: "in";
  readonly path: string;
  readonly values: readonly unknown[];
  readonly ignoreCase?: boolean;
  /** Whether the opposite is asked, of the same property: behind a list, that of one of its elements. */
  readonly negated?: boolean;
}

/** Searches a text property. */
export interface TextCriteria {
  readonly kind: "text";
  readonly path: string;
  readonly match: TextMatch;
  readonly text: string;
  readonly ignoreCase?: boolean;
  /** Whether the opposite is asked, of the same property: behind a list, that of one of its elements. */
  readonly negated?: boolean;
}

/** Asks whether a property is null. */
export interface NullCriteria {
  readonly kind: "null";
  readonly path: string;
  /** Whether the opposite is asked, of the same property: behind a list, that of one of its elements. */
  readonly negated?: boolean;
}

/** Asks whether a collection has no elements. */
export interface EmptyCriteria {
  readonly kind: "empty";
  readonly path: string;
  /** Whether the opposite is asked, of the same property: behind a list, that of one of its elements. */
  readonly negated?: boolean;
}

/** Asks whether a collection holds an element. */
export interface MemberCriteria {
  readonly kind: "member";
  readonly path: string;
  readonly value: unknown;
  /** Whether the opposite is asked, of the same property: behind a list, that of one of its elements. */
  readonly negated?: boolean;
}

/** Asks whether a collection of entities has an element that matches; the inner paths begin at the element. */
export interface SomeCriteria {
  readonly kind: "some";
  readonly path: string;
  readonly criteria: Criteria;
}

/** Asks for the entities of some ids; those of several properties are objects with a value for each of them. */
export interface IdentityCriteria {
  readonly kind: "ids";
  readonly ids: readonly unknown[];
}

/** All (`and`) or any (`or`) of several; without operands `and` is true and `or` is false. */
export interface Junction {
  readonly kind: "and" | "or";
  readonly operands: readonly Criteria[];
}

/**
 * The opposite of the whole operand: behind a list, that no element matches. What compares with null is neither true nor
 * false, so neither is its opposite.
 */
export interface Negation {
  readonly kind: "not";
  readonly operand: Criteria;
}

/**
 * What every query becomes: derived method names, examples, predicates, keyset positions and filters are compiled to
 * this tree of plain data, and every store reads nothing else.
 *
 * `P` is the union of the property paths that it speaks of, as far as the compiler knows them: repositories check them.
 */
export type Criteria<P extends string = string> =
  & (
    | Comparison
    | InCriteria
    | TextCriteria
    | NullCriteria
    | EmptyCriteria
    | MemberCriteria
    | SomeCriteria
    | IdentityCriteria
    | Junction
    | Negation
  )
  & {
    /** Never present at run time. */
    readonly _paths?: P;
  };

/** Matches everything. */
export const everything: Criteria = { kind: "and", operands: [] };

/** Matches nothing. */
export const nothing: Criteria = { kind: "or", operands: [] };

/**
 * All of the given criteria.
 *
 * @param operands what has to hold together
 */
export function and<P extends string = string>(...operands: readonly Criteria<P>[]): Criteria<P> {
  return joined("and", operands);
}

/**
 * Any of the given criteria.
 *
 * @param operands of which one has to hold
 */
export function or<P extends string = string>(...operands: readonly Criteria<P>[]): Criteria<P> {
  return joined("or", operands);
}

/**
 * The opposite of the given criteria. About a property behind a list it says that no element matches, where
 * `where(path).isNot(…)`, `notIn(…)` and the like say that an element matches the opposite.
 *
 * @param operand what must not hold
 */
export function not<P extends string>(operand: Criteria<P>): Criteria<P> {
  return { kind: "not", operand };
}

function joined<P extends string>(kind: "and" | "or", operands: readonly Criteria<P>[]): Criteria<P> {
  const flat = operands.flatMap((operand) => operand.kind === kind ? operand.operands : [operand]);
  // The operands of a junction speak of no other paths than the junction itself.
  return flat.length === 1 ? flat[0] as Criteria<P> : { kind, operands: flat };
}
