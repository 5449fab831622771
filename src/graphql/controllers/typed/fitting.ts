import type { DataFetcherResult } from "../../wiring/mod.ts";
import type { WorkerTask } from "../executors/worker_task.ts";
import type { ObservableLike } from "../handler_result.ts";
import type { SpecialParameter } from "./special_parameter.ts";

// deno-lint-ignore no-explicit-any -- a method of any shape: the explaining signature says what is wrong with it
export type Any = any;

/** The parameters of a mapping decorator: names of arguments, and special parameters. */
export type Parameters = readonly (string | SpecialParameter)[];

/** Any method. */
export type Method = (this: Any, ...args: Any) => Any;

/** The kind of a method's result: a value, the values of a batch, or a stream of events. */
export type MappingKind = "value" | "batch" | "events";

/** The types of leading parameters: none, the source, or the list of the sources. */
export type Leading = readonly unknown[];

/** The arguments of a field: a field with arguments is a function of one object. */
export type ArgumentsOf<F> = F extends (args: infer A) => unknown ? A : Record<never, never>;

/** The type of a field's value. */
export type ResultOf<F> = F extends (args: Any) => infer R ? R : F;

/** `undefined` counts as `null`, as in GraphQL: the result of a map's `get` may be returned. */
export type Value<T> = T | (null extends T ? undefined : never);

type Streamed<T> = T extends readonly (infer E)[] ? AsyncIterable<E> | ObservableLike<E> : never;
type Plain<T> = Value<T> | DataFetcherResult<T> | Streamed<NonNullable<T>>;

/** A stream of events. */
export type Events<T> = AsyncIterable<T> | ObservableLike<T>;

type Batch<S, T> = ReadonlyMap<S, T> | readonly (Value<T> | Error)[] | AsyncIterable<T>;

/** The source's type of a batch. */
export type ElementOf<L> = L extends readonly [readonly (infer S)[]] ? S : never;

type Settled<E, K extends MappingKind, L> = K extends "events" ? Events<E> | DataFetcherResult<Events<E>>
  : K extends "batch" ? Batch<ElementOf<L>, E>
  : Plain<E>;

/** The return type of a method: a value, a promise, a function that runs on the executor, or a worker task. */
export type Fitting<E, K extends MappingKind, L> =
  | Settled<E, K, L>
  | Promise<Settled<E, K, L>>
  | (() => Settled<E, K, L> | Promise<Settled<E, K, L>>)
  | WorkerTask<E>;

/** The type of a method's parameter. A nullable argument is `null` if the client omits it. */
export type Given<A, P> = P extends keyof A ? Exclude<A[P], undefined>
  : P extends SpecialParameter<infer T> ? T
  : never;

type GivenAll<A, N extends Parameters> = { [I in keyof N]: Given<A, N[I]> };

/** Names without an argument of the field. */
export type UnknownNames<A, N extends Parameters> = Exclude<Extract<N[number], string>, keyof A & string>;

type RequiredNames<A> = { [K in keyof A]-?: undefined extends A[K] ? never : K }[keyof A] & string;
type ReadBy<P> = P extends SpecialParameter<unknown, infer R> ? R : P;

/** Required arguments that no parameter reads. */
export type MissingNames<A, N extends Parameters> = Exclude<RequiredNames<A>, ReadBy<N[number]>>;

/** A method that fits a field. */
export type Fits<F, N extends Parameters, L extends Leading, K extends MappingKind> =
  [UnknownNames<ArgumentsOf<F>, N> | MissingNames<ArgumentsOf<F>, N>] extends [never]
    ? (this: Any, ...args: [...L, ...GivenAll<ArgumentsOf<F>, N>]) => Fitting<ResultOf<F>, K, L>
    : never;
