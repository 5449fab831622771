import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLScalarType,
  GraphQLString,
} from "../../../../../deps.ts";

/** Values that a specified scalar reads or writes as they are. */
export interface PlainScalar {
  /** Whether the value is one of them. */
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

/** Services may replace the code of a specified scalar: the checks stand for what was seen at load time. */
const known: ReadonlyMap<unknown, { plain: PlainScalar; input: unknown; output: unknown }> = new Map(
  plainScalars.map(([type, plain]) => [type, { plain, input: type.coerceInputValue, output: type.coerceOutputValue }]),
);

/** What a scalar writes as it is; `undefined` where only the type itself can tell. */
export function plainOutput(type: unknown): PlainScalar | undefined {
  const found = known.get(type);
  return found !== undefined && found.output === (type as GraphQLScalarType).coerceOutputValue
    ? found.plain
    : undefined;
}

/** What a scalar reads as it is; `undefined` where only the type itself can tell. */
export function plainInput(type: unknown): PlainScalar | undefined {
  const found = known.get(type);
  return found !== undefined && found.input === (type as GraphQLScalarType).coerceInputValue ? found.plain : undefined;
}
