import type { PropertyName } from "../property_paths.ts";
import type { ConditionArguments, ConditionsOf, OrdersOf } from "./derived_arguments.ts";
import type { QueryMethods } from "./query_method.ts";

/**
 * The type error for a query method whose name can't be parsed: the name, its invalid part, and the properties of the
 * class. No value has this type.
 */
export interface UnreadableMethodName<Name extends string, Part extends string, Known extends string> {
  /** The method name. */
  readonly unreadableName: Name;
  /** The part that can't be parsed. */
  readonly part: Part;
  /** The properties that are possible there. */
  readonly known: Known;
}

type Element<V> = NonNullable<V> extends readonly (infer E)[] ? NonNullable<E> : NonNullable<V>;

/** Every way to parse the text as properties with directions; invalid ways are `never`. */
type Orders<T, Inner, Text extends string> = unknown extends Inner ? never : {
  [P in PropertyName<Inner>]: Text extends `${"_" | ""}${Capitalize<P>}${infer Rest}`
    ? FurtherOrders<T, Rest> | Orders<T, Element<Inner[P & keyof Inner]>, Rest>
    : never;
}[PropertyName<Inner>];

type FurtherOrders<T, Rest extends string> = Rest extends "" | "Asc" | "Desc" ? true
  : Rest extends `${"Asc" | "Desc"}${infer Further}` ? Orders<T, T, Further>
  : never;

type Readable<T, Name extends string> = string extends Name ? unknown
  : unknown extends T ? unknown
  : [ConditionArguments<T, ConditionsOf<Name>>] extends [never]
    ? UnreadableMethodName<Name, ConditionsOf<Name>, PropertyName<T>>
  : OrdersOf<Name> extends "" ? unknown
  : [Orders<T, T, OrdersOf<Name>>] extends [never] ? UnreadableMethodName<Name, OrdersOf<Name>, PropertyName<T>>
  : unknown;

/** The constraint on query methods that reports names that can't be parsed. */
export type ReadableMethods<T, M extends QueryMethods> = {
  readonly [Name in keyof M & string]: Readable<T, Name>;
};
