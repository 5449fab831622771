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

/** What equality takes: a list of entities is asked for one of them, everything else is compared as a whole. */
type EqualTo<V> = V extends readonly Identified[] ? V[number] : OneOf<V> | null;

/**
 * What is looked for in a property: an element of a list of entities, or the whole value. What has an id is an entity;
 * whether other objects are, only their descriptions say.
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

/** What follows a property of type `V`: a keyword, and the parts after it. */
type AfterProperty<T, V, Rest extends string> = WithoutCase<Head<Rest>[0]> extends
  infer K extends keyof KeywordArguments<V> ? Head<Rest>[1] extends "" ? KeywordArguments<V>[K]
  : [...KeywordArguments<V>[K], ...Parts<T, Head<Rest>[1]>]
  : never;

/** Every way to read the text as a property of `T` and what is asked of it; ways that lead nowhere are `never`. */
type Parts<T, Text extends string> = {
  [P in Described<T>]: Text extends `${Capitalize<P>}${infer Rest}`
    ? AfterProperty<T, NonNullable<T[P]>, Rest> | Nested<T, NonNullable<T[P]>, Rest>
    : never;
}[Described<T>];

type Nested<T, Inner, Text extends string> = Inner extends
  string | number | bigint | boolean | Date | readonly unknown[] ? never
  : {
    [P in Described<Inner>]: Text extends `${"_" | ""}${Capitalize<P>}${infer Rest}`
      ? AfterProperty<T, NonNullable<Inner[P]>, Rest>
      : never;
  }[Described<Inner>];

type Predicate<Name extends string> = Name extends `${string}By${infer P}`
  ? P extends `${infer C}OrderBy${string}` ? C : P
  : Name;

/**
 * The arguments of a query method, read off its name. Properties of the entity and of the entities it refers to are
 * known; a name that goes deeper takes arguments of any type, and start-up checks it.
 */
export type DerivedArguments<T, Name extends string> = Predicate<Name> extends "" ? []
  : [Parts<T, Predicate<Name>>] extends [never] ? readonly unknown[]
  : Extract<Parts<T, Predicate<Name>>, readonly unknown[]>;
