import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLScalarType,
  GraphQLString,
} from "../../../../../deps.ts";

/** The values of a built-in scalar that need no coercion. */
export interface PlainScalar {
  /** Whether the value needs no coercion. */
  readonly accepts: (value: unknown) => boolean;
  /** The same as an expression of generated code. */
  readonly expression: (variable: string) => string;
}

const plainScalars: readonly (readonly [GraphQLScalarType, PlainScalar])[] = [
  [GraphQLString, { accepts: (v) => typeof v === "string", expression: (v) => `typeof ${v} === "string"` }],
  [GraphQLID, { accepts: (v) => typeof v === "string", expression: (v) => `typeof ${v} === "string"` }],
  [GraphQLBoolean, { accepts: (v) => typeof v === "boolean", expression: (v) => `typeof ${v} === "boolean"` }],
  [GraphQLInt, {
    accepts: (v) => typeof v === "number" && (v | 0) === v,
    expression: (v) => `typeof ${v} === "number" && (${v} | 0) === ${v}`,
  }],
  [GraphQLFloat, {
    accepts: (v) => typeof v === "number" && Number.isFinite(v),
    expression: (v) => `typeof ${v} === "number" && ${v} - ${v} === 0`,
  }],
];

/**
 * Services may replace the functions of a built-in scalar: the checks are valid only for the functions of load time.
 */
const known: ReadonlyMap<unknown, { plain: PlainScalar; input: unknown; output: unknown }> = new Map(
  plainScalars.map(([type, plain]) => [type, { plain, input: type.coerceInputValue, output: type.coerceOutputValue }]),
);

/** The results of a scalar that need no coercion; `undefined` if only the scalar's functions can decide. */
export function plainOutput(type: unknown): PlainScalar | undefined {
  const found = known.get(type);
  return found !== undefined && found.output === (type as GraphQLScalarType).coerceOutputValue
    ? found.plain
    : undefined;
}

/** The inputs of a scalar that need no coercion; `undefined` if only the scalar's functions can decide. */
export function plainInput(type: unknown): PlainScalar | undefined {
  const found = known.get(type);
  return found !== undefined && found.input === (type as GraphQLScalarType).coerceInputValue ? found.plain : undefined;
}
