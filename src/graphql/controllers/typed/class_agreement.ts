import type { Method, Value } from "./fitting.ts";

/**
 * `true` where the properties of classes have the types of the schema's fields, otherwise a message for each mismatch.
 * A class may lack fields, which then need a mapping.
 */
export type Agrees<S, M> = [Clash<S, M>] extends [never] ? true : Clash<S, M>;

type Clash<S, M> = { [T in keyof S & keyof M & string]: ClashOf<T, S[T], M[T]> }[keyof S & keyof M & string];

type ClashOf<T extends string, Fs, C> = {
  [F in keyof Fs & keyof C & string]: C[F] extends Method ? never
    : [Exclude<C[F], undefined>] extends [Value<Fs[F]>] ? never
    : Fs[F] extends Method ? never
    : PropertyMistake<`${T}.${F}`, Fs[F], C[F]>;
}[keyof Fs & keyof C & string];

type PropertyMistake<C extends string, E, R> = null extends R
  ? (null extends E ? `${C} is of another type in its class` : `${C} must not be null in its class`)
  : `${C} is of another type in its class`;
