/** The condition that a part of a method name expresses. */
export type KeywordType =
  | "IS_NOT_NULL"
  | "IS_NULL"
  | "BETWEEN"
  | "LESS_THAN"
  | "LESS_THAN_EQUAL"
  | "GREATER_THAN"
  | "GREATER_THAN_EQUAL"
  | "BEFORE"
  | "AFTER"
  | "NOT_LIKE"
  | "LIKE"
  | "STARTING_WITH"
  | "ENDING_WITH"
  | "IS_NOT_EMPTY"
  | "IS_EMPTY"
  | "NOT_CONTAINING"
  | "CONTAINING"
  | "NOT_IN"
  | "IN"
  | "NEAR"
  | "WITHIN"
  | "REGEX"
  | "EXISTS"
  | "TRUE"
  | "FALSE"
  | "NEGATING_SIMPLE_PROPERTY"
  | "SIMPLE_PROPERTY";

/** One kind of condition: how it is spelled and how many arguments it takes. */
export interface Keyword {
  /** Which condition. */
  readonly type: KeywordType;
  /** The words that name it; the first is the usual one. */
  readonly spellings: readonly string[];
  /** The number of method arguments that it takes. */
  readonly argumentCount: number;
}

function keyword(type: KeywordType, argumentCount: number, ...spellings: readonly string[]): Keyword {
  return { type, spellings, argumentCount };
}

/** Equality: what a part without any keyword means. */
export const simpleProperty: Keyword = keyword("SIMPLE_PROPERTY", 1, "Is", "Equals");

/** All keywords in the order in which they are tried. */
export const keywords: readonly Keyword[] = [
  keyword("IS_NOT_NULL", 0, "IsNotNull", "NotNull"),
  keyword("IS_NULL", 0, "IsNull", "Null"),
  keyword("BETWEEN", 2, "IsBetween", "Between"),
  keyword("LESS_THAN", 1, "IsLessThan", "LessThan"),
  keyword("LESS_THAN_EQUAL", 1, "IsLessThanEqual", "LessThanEqual"),
  keyword("GREATER_THAN", 1, "IsGreaterThan", "GreaterThan"),
  keyword("GREATER_THAN_EQUAL", 1, "IsGreaterThanEqual", "GreaterThanEqual"),
  keyword("BEFORE", 1, "IsBefore", "Before"),
  keyword("AFTER", 1, "IsAfter", "After"),
  keyword("NOT_LIKE", 1, "IsNotLike", "NotLike"),
  keyword("LIKE", 1, "IsLike", "Like"),
  keyword("STARTING_WITH", 1, "IsStartingWith", "StartingWith", "StartsWith"),
  keyword("ENDING_WITH", 1, "IsEndingWith", "EndingWith", "EndsWith"),
  keyword("IS_NOT_EMPTY", 0, "IsNotEmpty", "NotEmpty"),
  keyword("IS_EMPTY", 0, "IsEmpty", "Empty"),
  keyword("NOT_CONTAINING", 1, "IsNotContaining", "NotContaining", "NotContains"),
  keyword("CONTAINING", 1, "IsContaining", "Containing", "Contains"),
  keyword("NOT_IN", 1, "IsNotIn", "NotIn"),
  keyword("IN", 1, "IsIn", "In"),
  keyword("NEAR", 1, "IsNear", "Near"),
  keyword("WITHIN", 1, "IsWithin", "Within"),
  keyword("REGEX", 1, "MatchesRegex", "Matches", "Regex"),
  keyword("EXISTS", 0, "Exists"),
  keyword("TRUE", 0, "IsTrue", "True"),
  keyword("FALSE", 0, "IsFalse", "False"),
  keyword("NEGATING_SIMPLE_PROPERTY", 1, "IsNot", "Not"),
  simpleProperty,
];
