import type { DataFetcherResult } from "../../wiring/mod.ts";
import type {
  Any,
  ArgumentsOf,
  ElementOf,
  Events,
  Fitting,
  Given,
  Leading,
  MappingKind,
  Method,
  MissingNames,
  Parameters as Named,
  ResultOf,
  UnknownNames,
} from "./fitting.ts";

/**
 * The return type of a mapping decorator for a method that does not match the field: no valid return type of a
 * decorator, so that the compiler reports the message. An interface, because the compiler prints a bare string type as
 * `string`.
 */
export interface Mistake<Why extends string> {
  /** The mistake, as the compiler reports it. */
  readonly why: Why;
}

// These types are evaluated only for mistakes.

type Is<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type LastOf<U> = (U extends unknown ? (f: (u: U) => void) => void : never) extends (f: infer I) => void
  ? (I extends (u: infer L) => void ? L & string : never)
  : never;

/** At most six words. */
type List<U, Depth extends 0[] = []> = [U] extends [never] ? ""
  : Depth["length"] extends 6 ? "…"
  : string extends U ? "string"
  : Exclude<U, LastOf<U>> extends infer Rest
    ? ([Rest] extends [never] ? LastOf<U> : `${List<Rest, [...Depth, 0]>}, ${LastOf<U>}`)
  : never;

type NameIn<T, Models> = { [K in keyof Models]: Is<Models[K], T> extends true ? K : never }[keyof Models];

type Show<T, M> = [T] extends [never] ? "nothing"
  : unknown extends T ? "unknown"
  : null extends T ? ([T] extends [null | undefined] ? "null" : `${Show<NonNullable<T>, M>} | null`)
  : undefined extends T ? ([T] extends [undefined] ? "nothing" : `${Show<Exclude<T, undefined>, M>} | undefined`)
  : [T] extends [boolean] ? "boolean"
  : [T] extends [string] ? (string extends T ? "string" : `one of ${List<T>}`)
  : [T] extends [number] ? "number"
  : [T] extends [bigint] ? "bigint"
  : [T] extends [Date] ? "Date"
  : [T] extends [readonly (infer E)[]] ? `a list of ${Show<E, M>}`
  : [T] extends [AsyncIterable<infer E>] ? `a stream of ${Show<E, M>}`
  : [T] extends [ReadonlyMap<Any, Any>] ? "a Map"
  : [T] extends [Method] ? "a function"
  : [NameIn<T, M>] extends [never] ? "an object of another type"
  : List<NameIn<T, M>>;

type Or<A, B> = [A] extends [string] ? A : B;

type NamesMistake<C extends string, A, N extends Named> = [UnknownNames<A, N>] extends [never]
  ? [MissingNames<A, N>] extends [never] ? void
  : `${C} requires its argument ${List<MissingNames<A, N>>}, which the decorator does not name`
  : `${C} has no argument ${List<UnknownNames<A, N>>}${[keyof A] extends [never] ? "" : ` (it has ${List<keyof A>})`}`;

type Described<P> = P extends string ? `argument ${P}` : "a special parameter";

type ParametersMistake<C extends string, A, N extends Named, P extends Leading, M> = P extends readonly [] ? void
  : N extends readonly [infer H, ...infer Rest extends Named]
    ? [Given<A, H>] extends [P[0]]
      ? (P extends readonly [unknown?, ...infer Left] ? ParametersMistake<C, A, Rest, Left, M> : void)
    : [NonNullable<Given<A, H>>] extends [P[0]] ? `${Described<H>} of ${C} may be null, the parameter may not`
    : `${Described<H>} of ${C} is ${Show<Given<A, H>, M>}, the parameter is ${Show<P[0], M>}`
  : P extends readonly [unknown, ...unknown[]] ? `the method of ${C} has more parameters than the decorator names`
  : void;

type LeadMistake<C extends string, L extends Leading, A, N extends Named, P extends Leading, M> = L extends
  readonly [infer S] ? P extends readonly [] ? void
  : [S] extends [P[0]] ? (P extends readonly [unknown?, ...infer Left] ? ParametersMistake<C, A, N, Left, M> : void)
  : `the first parameter of the method of ${C} must take ${Show<S, M>}, it is ${Show<P[0], M>}`
  : ParametersMistake<C, A, N, P, M>;

type Returned<R> = R extends () => infer T ? Awaited<T> : Awaited<R>;
type Settled<R> = Returned<R> extends DataFetcherResult<infer T> ? T : Returned<R>;

type ResultMistake<C extends string, E, R, M> = unknown extends R ? `${C} gives ${Show<E, M>}, the method unknown`
  : null extends R ? (null extends E ? Differs<C, E, NonNullable<R>, M> : `${C} must not give null`)
  : undefined extends R ? (null extends E ? Differs<C, E, Exclude<R, undefined>, M> : `${C} must not give undefined`)
  : Differs<C, E, R, M>;

type Differs<C extends string, E, R, M> = [NonNullable<E>, R] extends [readonly (infer X)[], readonly (infer Y)[]]
  ? ResultMistake<`an element of ${C}`, X, Y, M>
  : [NonNullable<E>, R] extends [readonly (infer X)[], AsyncIterable<infer Y>]
    ? ResultMistake<`an element of ${C}`, X, Y, M>
  : Show<R, M> extends "an object of another type"
    ? `${C} gives ${Show<E, M>}, the method an object ${Without<NonNullable<E>, R>}`
  : `${C} gives ${Show<E, M>}, the method ${Show<R, M>}`;

type OtherProperties<E, R> = { [K in keyof E & keyof R]: [R[K]] extends [E[K]] ? never : K }[keyof E & keyof R];
type Without<E, R> = [Exclude<keyof E, keyof R>] extends [never] ? `with another ${List<OtherProperties<E, R>>}`
  : `without ${List<Exclude<keyof E, keyof R>>}`;

type BatchMistake<C extends string, S, E, R, M> = R extends ReadonlyMap<infer K, infer V>
  ? ([S] extends [K] ? ResultMistake<C, E, V, M> : `the Map for ${C} must have the sources as its keys`)
  : R extends readonly (infer T)[] ? ResultMistake<C, E, T, M>
  : `${C} needs a list or a Map with a result for each source, the method gives ${Show<R, M>}`;

type EventMistake<C extends string, E, R, M> = R extends Events<infer T> ? ResultMistake<`an event of ${C}`, E, T, M>
  : `${C} needs an AsyncIterable or an observable, the method gives ${Show<R, M>}`;

type OutMistake<C extends string, E, R, K extends MappingKind, L, M> = [R] extends [Fitting<E, K, L>] ? void
  : K extends "batch" ? BatchMistake<C, ElementOf<L>, E, Settled<R>, M>
  : K extends "events" ? EventMistake<C, E, Settled<R>, M>
  : ResultMistake<C, E, Settled<R>, M>;

/** A mistake that makes a method unusable for any field; otherwise `void`. */
export type PlaceMistake<X> = X extends { readonly static: true } ? "a static method cannot serve a field"
  : X extends { readonly private: true } ? "a private method cannot serve a field"
  : void;

/** The parts of a mapping: the type's name and its fields, the parameters, and the kind of method it requires. */
export interface MappingTerms<
  T extends string,
  Fs,
  N extends Named,
  L extends Leading,
  K extends MappingKind,
  M,
> {
  type: T;
  fields: Fs;
  parameters: N;
  leading: L;
  kind: K;
  models: M;
}

/** The reason why a method does not match a field, as a string type; `void` if it matches. */
export type FieldMistake<
  W extends MappingTerms<string, Any, Named, Leading, MappingKind, Any>,
  F extends string,
  D extends Method,
> = [W["fields"]] extends [never] ? `the schema has no type ${W["type"]}`
  : [W["fields"]] extends [Readonly<Record<F, infer X>>] ? Or<
      NamesMistake<`${W["type"]}.${F}`, ArgumentsOf<X>, W["parameters"]>,
      Or<
        LeadMistake<
          `${W["type"]}.${F}`,
          W["leading"],
          ArgumentsOf<X>,
          W["parameters"],
          Parameters<D>,
          W["models"]
        >,
        OutMistake<
          `${W["type"]}.${F}`,
          ResultOf<X>,
          ReturnType<D>,
          W["kind"],
          W["leading"],
          W["models"]
        >
      >
    >
  : `${W["type"]} has no field ${F}`;

/** A mistake with a message, or the return type of a decorator. */
export type Verdict<W> = [W] extends [string] ? Mistake<W> : void;
