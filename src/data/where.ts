import { and, type ComparisonOperator, type Criteria, type TextMatch } from "./criteria.ts";

/**
 * Starts a criterion about a property.
 *
 * @param path the property path, for example `author.name`
 *
 * @example
 * ```ts
 * import { and, where } from "@espalier/espalier/data";
 *
 * const criteria = and(where("author.name").containing("wool").ignoringCase(), where("published").atLeast(1925));
 * console.log(criteria.kind); // "and"
 * ```
 */
export function where<const P extends string>(path: P): PropertyCriteria<P> {
  return new PropertyCriteria(path);
}

/**
 * The criterion being written about one property. A path that goes through a list asks of its elements: one of them must
 * match, also where the criterion is the opposite of another (`isNot`, `notIn`, `isNotNull`). That none matches is
 * said by `not(…)` around the criterion.
 */
export class PropertyCriteria<P extends string = string> {
  readonly #path: P;

  /**
   * Creates the criteria.
   *
   * @param path the property path
   */
  constructor(path: P) {
    this.#path = path;
  }

  /** The property has the value; null means that it has none. */
  is(value: unknown): CaseableCriteria<P> {
    return this.#compare("=", value);
  }

  /** The property has another value than the given one; null means that it has any. */
  isNot(value: unknown): CaseableCriteria<P> {
    return this.#compare("<>", value);
  }

  /** The property is less. */
  lessThan(value: unknown): CaseableCriteria<P> {
    return this.#compare("<", value);
  }

  /** The property is less or equal. */
  atMost(value: unknown): CaseableCriteria<P> {
    return this.#compare("<=", value);
  }

  /** The property is greater. */
  greaterThan(value: unknown): CaseableCriteria<P> {
    return this.#compare(">", value);
  }

  /** The property is greater or equal. */
  atLeast(value: unknown): CaseableCriteria<P> {
    return this.#compare(">=", value);
  }

  /** The property is between both, inclusive. */
  between(low: unknown, high: unknown): Criteria<P> {
    return and(this.atLeast(low), this.atMost(high));
  }

  /** The property has one of the values. */
  in(values: Iterable<unknown>): CaseableCriteria<P> {
    return caseable({ kind: "in", path: this.#path, values: [...values] });
  }

  /** The property has none of the values. */
  notIn(values: Iterable<unknown>): CaseableCriteria<P> {
    return caseable({ kind: "in", path: this.#path, values: [...values], negated: true });
  }

  /** The property is null. */
  isNull(): Criteria<P> {
    return { kind: "null", path: this.#path };
  }

  /** The property is not null. */
  isNotNull(): Criteria<P> {
    return { kind: "null", path: this.#path, negated: true };
  }

  /** The text begins so; every character is taken literally. */
  startingWith(text: string): CaseableCriteria<P> {
    return this.#match("starting", text);
  }

  /** The text ends so; every character is taken literally. */
  endingWith(text: string): CaseableCriteria<P> {
    return this.#match("ending", text);
  }

  /** The text contains the given one; every character is taken literally. */
  containing(text: string): CaseableCriteria<P> {
    return this.#match("containing", text);
  }

  /** The text matches a pattern: `%` matches any text, `_` any character, and `\` escapes them. */
  like(pattern: string): CaseableCriteria<P> {
    return this.#match("like", pattern);
  }

  /** The text does not contain the given one. */
  notContaining(text: string): CaseableCriteria<P> {
    return this.#match("containing", text, true);
  }

  /** The text does not fit a pattern. */
  notLike(pattern: string): CaseableCriteria<P> {
    return this.#match("like", pattern, true);
  }

  /** Part of the text fits a regular expression. Never take the expression from a client. */
  matches(expression: string): CaseableCriteria<P> {
    return this.#match("regex", expression);
  }

  /** The collection has no elements. */
  isEmpty(): Criteria<P> {
    return { kind: "empty", path: this.#path };
  }

  /** The collection has elements. */
  isNotEmpty(): Criteria<P> {
    return { kind: "empty", path: this.#path, negated: true };
  }

  /** The collection holds the element. */
  has(value: unknown): Criteria<P> {
    return { kind: "member", path: this.#path, value };
  }

  /** The collection does not hold the element. */
  hasNot(value: unknown): Criteria<P> {
    return { kind: "member", path: this.#path, value, negated: true };
  }

  /** One element of the collection matches; the inner paths begin at the element. */
  some<Q extends string>(criteria: Criteria<Q>): Criteria<P | `${P}.${Q}`> {
    return { kind: "some", path: this.#path, criteria };
  }

  #compare(operator: ComparisonOperator, value: unknown): CaseableCriteria<P> {
    return caseable({ kind: "comparison", path: this.#path, operator, value });
  }

  #match(match: TextMatch, text: string, negated = false): CaseableCriteria<P> {
    return caseable({ kind: "text", path: this.#path, match, text, ...(negated ? { negated } : {}) });
  }
}

/** A criterion that can ignore case. */
export type CaseableCriteria<P extends string = string> = Criteria<P> & {
  /** The same, with upper and lower case alike. */
  ignoringCase(): Criteria<P>;
};

function caseable<P extends string>(criteria: Criteria<P>): CaseableCriteria<P> {
  // Not enumerable, so that the tree stays plain data.
  return Object.defineProperty({ ...criteria } as CaseableCriteria<P>, "ignoringCase", {
    value: () => ({ ...criteria, ignoreCase: true }),
  });
}
