/** How two values are compared. */
export type ComparisonOperator = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** How a text is searched for. `like` takes the wildcards `%` and `_`; the others take every character literally. */
export type TextMatch = "starting" | "ending" | "containing" | "like" | "regex";

/** Compares a property with a value. Compared with null, `=` means "is null" and `<>` "is not null". */
export interface Comparison {
  /** Tells this criterion from the others. */
  readonly kind: "comparison";
  /** The path of the property. */
  readonly path: string;
  /** How the values are compared. */
  readonly operator: ComparisonOperator;
  /** The value to compare with. */
  readonly value: unknown;
  /** Whether upper and lower case are the same. */
  readonly ignoreCase?: boolean;
}

/** Asks whether a property has one of several values. */
export interface InCriteria {
  /** Tells this criterion from the others. */
  readonly kind: "in";
  /** The path of the property. */
  readonly path: string;
  /** The values, of which one must be equal. */
  readonly values: readonly unknown[];
  /** Whether upper and lower case are the same. */
  readonly ignoreCase?: boolean;
  /** Whether the criterion is negated; behind a list, for one of its elements. */
  readonly negated?: boolean;
}

/** Searches a text property. */
export interface TextCriteria {
  /** Tells this criterion from the others. */
  readonly kind: "text";
  /** The path of the property. */
  readonly path: string;
  /** How the text is searched for. */
  readonly match: TextMatch;
  /** The text or pattern to find. */
  readonly text: string;
  /** Whether upper and lower case are the same. */
  readonly ignoreCase?: boolean;
  /** Whether the criterion is negated; behind a list, for one of its elements. */
  readonly negated?: boolean;
}

/** Asks whether a property is null. */
export interface NullCriteria {
  /** Tells this criterion from the others. */
  readonly kind: "null";
  /** The path of the property. */
  readonly path: string;
  /** Whether the criterion is negated; behind a list, for one of its elements. */
  readonly negated?: boolean;
}

/** Asks whether a collection has no elements. */
export interface EmptyCriteria {
  /** Tells this criterion from the others. */
  readonly kind: "empty";
  /** The path of the collection. */
  readonly path: string;
  /** Whether the criterion is negated; behind a list, for one of its elements. */
  readonly negated?: boolean;
}

/** Asks whether a collection holds an element. */
export interface MemberCriteria {
  /** Tells this criterion from the others. */
  readonly kind: "member";
  /** The path of the collection. */
  readonly path: string;
  /** The element to find. */
  readonly value: unknown;
  /** Whether the criterion is negated; behind a list, for one of its elements. */
  readonly negated?: boolean;
}

/** Asks whether a collection of entities has an element that matches; the inner paths begin at the element. */
export interface SomeCriteria {
  /** Tells this criterion from the others. */
  readonly kind: "some";
  /** The path of the collection. */
  readonly path: string;
  /** The condition on one element. */
  readonly criteria: Criteria;
}

/** Asks for the entities of some ids; those of several properties are objects with a value for each of them. */
export interface IdentityCriteria {
  /** Tells this criterion from the others. */
  readonly kind: "ids";
  /** The ids. */
  readonly ids: readonly unknown[];
}

/** All (`and`) or any (`or`) of several; without operands `and` is true and `or` is false. */
export interface Junction {
  /** Whether all or any must match. */
  readonly kind: "and" | "or";
  /** The criteria that are joined. */
  readonly operands: readonly Criteria[];
}

/**
 * The opposite of the whole operand: behind a list, that no element matches. What compares with null is neither true nor
 * false, so neither is its opposite.
 */
export interface Negation {
  /** Tells this criterion from the others. */
  readonly kind: "not";
  /** The criterion that must not match. */
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
 * @param operands the criteria that must all hold
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { and, openDatabase, repository, where } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * const found = await books.findBy(and(where("pages").atLeast(200), where("title").startingWith("Per")));
 * console.log(found.map(({ title }) => title)); // ["Persuasion"]
 * ```
 */
export function and<P extends string = string>(...operands: readonly Criteria<P>[]): Criteria<P> {
  return joined("and", operands);
}

/**
 * Any of the given criteria.
 *
 * @param operands of which one has to hold
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { openDatabase, or, repository, where } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * const found = await books.findBy(or(where("pages").atLeast(400), where("title").startingWith("Per")));
 * console.log(found.length); // 2
 * ```
 */
export function or<P extends string = string>(...operands: readonly Criteria<P>[]): Criteria<P> {
  return joined("or", operands);
}

/**
 * The opposite of the given criteria. About a property behind a list it says that no element matches, where
 * `where(path).isNot(…)`, `notIn(…)` and the like say that an element matches the opposite.
 *
 * @param operand the criteria that must not hold
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { not, openDatabase, repository, where } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * const found = await books.findBy(not(where("pages").atLeast(400)));
 * console.log(found.map(({ title }) => title)); // ["Persuasion"]
 * ```
 */
export function not<P extends string>(operand: Criteria<P>): Criteria<P> {
  return { kind: "not", operand };
}

function joined<P extends string>(kind: "and" | "or", operands: readonly Criteria<P>[]): Criteria<P> {
  const flat = operands.flatMap((operand) => operand.kind === kind ? operand.operands : [operand]);
  // The operands of a junction speak of no other paths than the junction itself.
  return flat.length === 1 ? flat[0] as Criteria<P> : { kind, operands: flat };
}
