/** How many arguments each keyword takes, and of which types; `V` is the type of the property. */
interface KeywordArguments<V> {
  "": [value: EqualTo<V>];
  Is: [value: EqualTo<V>];
  Equals: [value: EqualTo<V>];
  Not: [value: V | null];
  IsNot: [value: V | null];
  IsNull: [];
  Null: [];
  IsNotNull: [];
  NotNull: [];
  Between: [from: V, to: V];
  IsBetween: [from: V, to: V];
  LessThan: [value: V];
  IsLessThan: [value: V];
  LessThanEqual: [value: V];
  IsLessThanEqual: [value: V];
  GreaterThan: [value: V];
  IsGreaterThan: [value: V];
  GreaterThanEqual: [value: V];
  IsGreaterThanEqual: [value: V];
  Before: [value: V];
  IsBefore: [value: V];
  After: [value: V];
  IsAfter: [value: V];
  Like: [pattern: string];
  IsLike: [pattern: string];
  NotLike: [pattern: string];
  IsNotLike: [pattern: string];
  StartingWith: [text: string];
  IsStartingWith: [text: string];
  StartsWith: [text: string];
  EndingWith: [text: string];
  IsEndingWith: [text: string];
  EndsWith: [text: string];
  Containing: [value: ElementOf<V>];
  IsContaining: [value: ElementOf<V>];
  Contains: [value: ElementOf<V>];
  NotContaining: [value: ElementOf<V>];
  IsNotContaining: [value: ElementOf<V>];
  NotContains: [value: ElementOf<V>];
  Empty: [];
  IsEmpty: [];
  NotEmpty: [];
  IsNotEmpty: [];
  In: [values: Iterable<OneOf<V>>];
  IsIn: [values: Iterable<OneOf<V>>];
  NotIn: [values: Iterable<OneOf<V>>];
  IsNotIn: [values: Iterable<OneOf<V>>];
  Regex: [expression: string];
  Matches: [expression: string];
  MatchesRegex: [expression: string];
  True: [];
  IsTrue: [];
  False: [];
  IsFalse: [];
  Exists: [];
}

/** The argument of an equality: one element of a list of entities, or the whole value of any other property. */
type EqualTo<V> = V extends readonly Identified[] ? V[number] : OneOf<V> | null;

/**
 * The value that a property is compared with: an element of a list of entities, or the whole value. An object with an id
 * is an entity; for other objects only their description decides.
 */
type OneOf<V> = V extends readonly Identified[] ? V[number]
  : V extends readonly (infer E)[] ? unknown extends E ? V : E extends Single ? V : V | E
  : V;

interface Identified {
  readonly id: unknown;
}

type Single = string | number | bigint | boolean | Date | Uint8Array | null | readonly unknown[];

type ElementOf<V> = V extends readonly (infer E)[] ? E : V;

type Described<T> = Extract<keyof T, string>;

/** The part before the first `And` or `Or`, and what follows it. */
type Head<Text extends string> = Text extends `${infer A}And${infer B}`
  ? A extends `${infer A1}Or${infer B1}` ? [A1, `${B1}And${B}`] : [A, B]
  : Text extends `${infer A}Or${infer B}` ? [A, B]
  : [Text, ""];

type WithoutCase<Text extends string> = Text extends `${infer A}${"All" | ""}${"IgnoreCase" | "IgnoringCase"}` ? A
  : Text;

/** The text after a property of type `V`: a keyword, and the parts after it. */
type AfterProperty<T, V, Rest extends string> = WithoutCase<Head<Rest>[0]> extends
  infer K extends keyof KeywordArguments<V> ? Head<Rest>[1] extends "" ? KeywordArguments<V>[K]
  : [...KeywordArguments<V>[K], ...Parts<T, Head<Rest>[1]>]
  : never;

/** Every way to parse the text as a property of `T` and its condition; invalid ways are `never`. */
type Parts<T, Text extends string> = {
  [P in Described<T>]: Text extends `${Capitalize<P>}${infer Rest}`
    ? AfterProperty<T, NonNullable<T[P]>, Rest> | Nested<T, NonNullable<T[P]>, Rest>
    : never;
}[Described<T>];

/** A nested property of any depth; each step consumes some of the text. */
type Nested<T, Inner, Text extends string> = unknown extends Inner ? never
  : Inner extends string | number | bigint | boolean | Date | Uint8Array ? never
  : Inner extends readonly (infer E)[] ? Nested<T, NonNullable<E>, Text>
  : {
    [P in Described<Inner>]: Text extends `${"_" | ""}${Capitalize<P>}${infer Rest}`
      ? AfterProperty<T, NonNullable<Inner[P]>, Rest> | Nested<T, NonNullable<Inner[P]>, Rest>
      : never;
  }[Described<Inner>];

type WithoutSuffix<Name extends string> = Name extends `${infer Readable}-${string}` ? Readable : Name;

type WithoutAllIgnoreCase<Text extends string> = Text extends `${infer A}AllIgnor${"e" | "ing"}Case${infer B}`
  ? `${A}${B}`
  : Text;

/** The text after the first `By`; the whole name if it does not begin with a verb. */
type PredicateOf<Name extends string> = WithoutAllIgnoreCase<
  Name extends `${QueryVerb}${infer Rest}` ? Rest extends `${string}By${infer P}` ? P : Capitalize<Name>
    : Capitalize<Name>
>;

type QueryVerb =
  | "find"
  | "read"
  | "get"
  | "query"
  | "search"
  | "stream"
  | "count"
  | "exists"
  | "delete"
  | "remove";

/** The conditions of a method name. */
export type ConditionsOf<Name extends string> = PredicateOf<WithoutSuffix<Name>> extends infer P extends string
  ? P extends `${infer C}OrderBy${string}` ? C : P
  : never;

/** The orders of a method name. */
export type OrdersOf<Name extends string> = PredicateOf<WithoutSuffix<Name>> extends `${string}OrderBy${infer O}` ? O
  : "";

/** The arguments of conditions; `never` if they can't be parsed. */
export type ConditionArguments<T, Text extends string> = Text extends "" ? [] : Parts<T, Text>;

/**
 * The arguments of a query method, parsed from its name. Arguments of names that are known only at run time have any
 * type, and are checked at startup.
 */
export type DerivedArguments<T, Name extends string> = [ConditionArguments<T, ConditionsOf<Name>>] extends [never]
  ? readonly unknown[]
  : Extract<ConditionArguments<T, ConditionsOf<Name>>, readonly unknown[]>;
