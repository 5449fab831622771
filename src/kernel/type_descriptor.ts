import type { ExactScalarName } from "./exact_scalar.ts";
import { describeValue } from "./describe_value.ts";

/** Any class whose instances are `T`, abstract ones included. */
export type Class<T = unknown> = abstract new (...args: never[]) => T;

/** What every descriptor carries: its kind, and the TypeScript type that it stands for. */
export interface Described<T> {
  /** Never present at run time. Invariant, so that a descriptor of `string | null` is no descriptor of `string`. */
  readonly _t?: ((value: T) => T) | undefined;
}

/** The names of the scalar descriptors; the first five are GraphQL's own. */
export type ScalarName =
  | "String"
  | "Int"
  | "Float"
  | "Boolean"
  | "ID"
  | "BigInt"
  | "Date"
  | "Bytes"
  | "Json"
  | ExactScalarName;

/** A single value without structure. */
export interface ScalarDescriptor<T> extends Described<T> {
  /** Tells this descriptor from the others. */
  readonly kind: "scalar";
  /** Which scalar. */
  readonly name: ScalarName;
}

/** One of a fixed set of strings. */
export interface EnumDescriptor<T> extends Described<T> {
  /** Tells this descriptor from the others. */
  readonly kind: "enum";
  /** The strings that are allowed. */
  readonly values: readonly string[];
}

/** An instance of a class; the class is named by a thunk, because two files may need each other's. */
export interface ObjectDescriptor<T> extends Described<T> {
  /** Tells this descriptor from the others. */
  readonly kind: "object";
  /** Returns the class of the value. */
  readonly type: () => Class<unknown>;
}

/** A list whose elements share a descriptor. */
export interface ListDescriptor<T> extends Described<T> {
  /** Tells this descriptor from the others. */
  readonly kind: "list";
  /** Describes each element. */
  readonly element: AnyDescriptor;
}

/** A value that may be `null` (or, with `optional`, absent). */
export interface NullableDescriptor<T> extends Described<T> {
  /** Tells this descriptor from the others. */
  readonly kind: "nullable";
  /** Describes the value where it is not null. */
  readonly inner: AnyDescriptor;
  /** Whether the property may also be absent. */
  readonly optional: boolean;
}

/** A container of items that is a class of its own, such as a `Page` or a `Window`. */
export interface ContainerDescriptor<T> extends Described<T> {
  /** Tells this descriptor from the others. */
  readonly kind: "container";
  /** Returns the class of the container. */
  readonly type: () => Class<unknown>;
  /** Describes each item. */
  readonly element: AnyDescriptor;
}

/** A dictionary with string keys. */
export interface MapDescriptor<T> extends Described<T> {
  /** Tells this descriptor from the others. */
  readonly kind: "map";
  /** Describes each value of the dictionary. */
  readonly value: AnyDescriptor;
}

/** A value about which nothing is known; inspection skips it. */
export interface UnknownDescriptor<T> extends Described<T> {
  /** Tells this descriptor from the others. */
  readonly kind: "unknown";
}

/** Says at run time which type a value has: types are erased, so what needs to be known is written with {@linkcode t}. */
export type TypeDescriptor<T> =
  | ScalarDescriptor<T>
  | EnumDescriptor<T>
  | ObjectDescriptor<T>
  | ListDescriptor<T>
  | NullableDescriptor<T>
  | ContainerDescriptor<T>
  | MapDescriptor<T>
  | UnknownDescriptor<T>;

/** A descriptor whose type parameter does not matter to the reader. */
export type AnyDescriptor =
  // deno-lint-ignore no-explicit-any -- the parameter is invariant: only `any` accepts every descriptor
  TypeDescriptor<any>;

/** The TypeScript type that a descriptor stands for. */
export type TypeOf<D> = D extends Described<infer T> ? T : never;

/** Marks a property that the constructor of an entity class need not be given. */
export interface Generated {
  /** Exists for the compiler alone. */
  readonly isGenerated: true;
  /** The value where none is given; absent where it comes with saving. */
  readonly initial?: () => unknown;
  /** Whether the property counts changes. */
  readonly isVersion?: true;
}

/** Marks a property of an entity class that may be assigned. */
export interface Mutable {
  /** Exists for the compiler alone. */
  readonly isMutable: true;
}

/** Marks a value that is written neither to logs, traces and audit records nor into messages, such as a password. */
export interface Secret {
  /** Exists for the compiler alone. */
  readonly isSecret: true;
}

/** What stands in the place of a secret value. */
export const redacted = "[redacted]";

/**
 * Whether a value is secret.
 *
 * @param descriptor describes the value, with or without the `t.nullable` around it
 */
export function isSecret(descriptor: AnyDescriptor): boolean {
  if ((descriptor as Partial<Secret>).isSecret === true) return true;
  if (descriptor.kind === "list" || descriptor.kind === "container") return isSecret(descriptor.element);
  return descriptor.kind === "nullable" && isSecret(descriptor.inner);
}

/**
 * The value of a property that the constructor of an entity class is not given.
 *
 * @param descriptor describes the property
 * @returns its default; null where it may be null; `undefined` where there is none
 */
export function initialValueOf(descriptor: AnyDescriptor): unknown {
  const { initial } = descriptor as Partial<Generated>;
  if (initial !== undefined) return initial();
  return descriptor.kind === "nullable" && !descriptor.optional ? null : undefined;
}

const kinds: readonly unknown[] = [
  "scalar",
  "enum",
  "object",
  "list",
  "nullable",
  "container",
  "map",
  "unknown",
] satisfies AnyDescriptor["kind"][];

/**
 * Refuses what is no descriptor. The compiler finds it too; not every caller has asked it.
 *
 * @param action what can't be done without, for the message: `Cannot describe t.list`
 * @param value what was given
 * @throws TypeError saying what was given
 */
export function requireDescriptor(action: string, value: unknown): void {
  if (typeof value === "object" && value !== null && kinds.includes((value as { kind?: unknown }).kind)) return;
  throw new TypeError(
    `${action} as it must be given a descriptor, such as t.string or t.object(() => Book): current value is ` +
      describeValue(value),
  );
}
