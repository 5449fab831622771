import type { GraphQLScalarType } from "../../../../deps.ts";
import type { Slice, Window } from "../../../data/vocabulary.ts";

/** The return type of a method for a field of a connection type: a part of a list, or a custom connection. */
export type ConnectionSource<T> = Window<T> | Slice<T> | {
  /** The items, each with its cursor. */
  readonly edges: readonly ({ readonly node: T; readonly cursor: string } | null)[];
  /** Whether there is more. */
  readonly pageInfo: object;
};

/** The TypeScript type of a scalar's values in the service. */
export type ScalarValue<S> = S extends GraphQLScalarType<infer T, infer _External> ? T : unknown;

/** The TypeScript type of a scalar's values in a response. */
export type ScalarOutput<S> = S extends GraphQLScalarType<infer _Internal, infer T> ? T : unknown;
