import type { identifyingProperties, storedProperties } from "../kernel/mod.ts";

/** A value without properties that could be stored. */
type SingleValue =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | Date
  | Uint8Array
  | null
  | undefined;

/** The type in which a path continues: the elements of a list, without null. */
type Target<V> = NonNullable<V> extends readonly (infer E)[] ? NonNullable<E> : NonNullable<V>;

type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * The names of a class's properties, without its methods. Of classes made by `entity(…)` the described ones; of others
 * getters can't be told from properties.
 */
export type PropertyName<T> = T extends SingleValue ? never
  : typeof storedProperties extends keyof T ? keyof NonNullable<T[typeof storedProperties]> & string
  : {
    [K in keyof T & string]-?: NonNullable<T[K]> extends (...args: never[]) => unknown ? never : K;
  }[keyof T & string];

/**
 * What the compiler shows for a property path that leads nowhere: the path, and the properties that the class at its end
 * has. No value has this type.
 */
export interface UnknownPropertyPath<Path extends string, Known extends string> {
  /** The path as it is written. */
  readonly unknownPath: Path;
  /** The properties that are possible at its end. */
  readonly known: Known;
}

/** `never` where the path leads somewhere. Only the given path is followed, so classes may refer to each other. */
type Unknown<E, Rest extends string, Path extends string> = string extends Rest ? never
  : IsAny<E> extends true ? never
  : Rest extends `${infer Name}.${infer Further}`
    ? Name extends PropertyName<E> ? Unknown<Target<E[Name & keyof E]>, Further, Path>
    : UnknownPropertyPath<Path, PropertyName<E>>
  : Rest extends PropertyName<E> ? never
  : UnknownPropertyPath<Path, PropertyName<E>>;

// Distributes, so that each path of several is followed by itself.
type UnknownOf<T, Path extends string> = Path extends string ? Unknown<T, Path, Path> : never;

/**
 * What a value about property paths of `T` has to be besides: anything where they lead somewhere, otherwise an
 * {@linkcode UnknownPropertyPath}. Paths that are only known at run time, of type `string`, are left to the run time.
 */
export type FitsPaths<T, Path extends string> = string extends Path ? unknown
  : [UnknownOf<T, Path>] extends [never] ? unknown
  : UnknownOf<T, Path>;

/** Any text where the properties of `T` are suggested: deeper paths are checked by {@linkcode FitsPaths}. */
export type SuggestedPath<T> = PropertyName<T> | (string & Record<never, never>);

type FirstStep<Path extends string> = Path extends `${infer Name}.${string}` ? Name : Path;

type IdName<T> = T extends { readonly [identifyingProperties]?: infer N }
  ? N extends readonly string[] ? N[number] : N extends string ? N : "id"
  : "id";

/**
 * What is known of an entity that was read with `select`: what was selected, and the id. Behind a reference, where paths
 * select a part too, the compiler still sees the whole: it can't follow paths of a class that is itself a parameter.
 */
export type Selected<T, Path extends string> = Pick<T, (FirstStep<Path> | IdName<T>) & keyof T>;

/** What a path of `T` leads to; null where something on the way may be. Paths that are only known at run time are unknown. */
export type PathValue<T, Path extends string> = string extends Path ? unknown
  : IsAny<T> extends true ? unknown
  : Path extends `${infer Name}.${infer Further}`
    ? Name extends keyof T ? PathValue<NonNullable<T[Name]>, Further> | Extract<OrNull<T[Name]>, null> : unknown
  : Path extends keyof T ? OrNull<T[Path]>
  : unknown;

/** Absent values are read as null. */
type OrNull<V> = undefined extends V ? Exclude<V, undefined> | null : V;
