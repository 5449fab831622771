import type { PropertyName } from "../property_paths.ts";
import type { ConditionArguments, ConditionsOf, OrdersOf } from "./derived_arguments.ts";
import type { QueryMethods } from "./query_method.ts";

/**
 * What the compiler shows for a query method whose name can't be read: the name, the part that is wrong, and the
 * properties of the class. No value has this type.
 */
export interface UnreadableMethodName<Name extends string, Part extends string, Known extends string> {
  /** The method name. */
  readonly unreadableName: Name;
  /** The part of it that can't be read. */
  readonly part: Part;
  /** The properties that could stand there. */
  readonly known: Known;
}

type Element<V> = NonNullable<V> extends readonly (infer E)[] ? NonNullable<E> : NonNullable<V>;

/** Every way to read the text as properties with directions; ways that lead nowhere are `never`. */
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

/** What query methods have to be besides, so that their names can be read. */
export type ReadableMethods<T, M extends QueryMethods> = {
  readonly [Name in keyof M & string]: Readable<T, Name>;
};
