import {
  getNullableType,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLScalarType,
  isEnumType,
  isListType,
  isScalarType,
  specifiedDirectives,
  specifiedScalarTypes,
} from "../../../deps.ts";
import { connectionNodeType } from "../wiring/mod.ts";
import { type CodeType, withoutNull } from "./code_type.ts";

/**
 * Describes a return type of code that the field's type never accepts, so that the field fails whenever it is selected.
 *
 * Reports only certain mismatches. A string for `Int` is accepted, because it may be a number's text; so are custom
 * scalars, classes (which may have a primitive value) and fields with directives, whose code may change the value.
 *
 * @param field the field
 * @param returned the return type of its code
 * @returns the end of a sentence, such as `returns a list, but is declared as String`; `undefined` if the types may
 *   match
 */
export function typeMismatch(field: GraphQLField<unknown, unknown>, returned: CodeType): string | undefined {
  return isChangedByDirectives(field) ? undefined : mismatch(field.type, returned);
}

function mismatch(declared: GraphQLOutputType, returned: CodeType): string | undefined {
  const type = getNullableType(declared) as GraphQLOutputType;
  const code = withoutNull(returned);
  if (isListType(type)) {
    if (code.kind === "list") return mismatch(type.ofType, code.element);
    return code.kind === "leaf" && isOne(code.name) ? `returns ${code.name}, but is declared as ${type}` : undefined;
  }
  if (connectionNodeType(type) !== undefined) return undefined;
  const isKnown = isEnumType(type) || isScalarType(type) && specifiedScalarTypes.includes(type);
  return isKnown ? leafMismatch(type, code) : undefined;
}

function leafMismatch(type: GraphQLScalarType | GraphQLEnumType, code: CodeType): string | undefined {
  if (code.kind === "list") return `returns a list, but is declared as ${type}`;
  if (code.kind !== "leaf") return undefined;
  const refused = code.values?.find((value) => !accepts(type, value));
  if (refused !== undefined) {
    return `may return "${refused}", ${isEnumType(type) ? "which is no value of" : "but is declared as"} ${type}`;
  }
  const values = samples[code.name];
  if (code.values !== undefined || values === undefined || values.some((value) => mayHold(type, value))) {
    return undefined;
  }
  return `returns ${code.name}, but is declared as ${type}`;
}

/** A sample stands for its kind: an enum may hold it that has any value of that kind. */
function mayHold(type: GraphQLScalarType | GraphQLEnumType, sample: unknown): boolean {
  if (!isEnumType(type)) return accepts(type, sample);
  return type.getValues().some(({ value }) => typeof value === typeof sample);
}

/** Values of each kind among which GraphQL's own scalars take one, if they take any of that kind. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  String: ["1"],
  ID: ["1"],
  Int: [1],
  Float: [1],
  Number: [1],
  Boolean: [true],
  BigInt: [1n],
  Date: [new Date("2000-01-01")],
  Bytes: [new Uint8Array(1)],
  Uuid: ["00000000-0000-4000-8000-000000000000"],
  Decimal: ["1.5", "1"],
};

/** Whether nothing of this kind can be walked through as a list: bytes can, and of JSON nothing is known. */
function isOne(name: string): boolean {
  return name in samples && name !== "Bytes";
}

function accepts(type: GraphQLScalarType | GraphQLEnumType, value: unknown): boolean {
  try {
    type.coerceOutputValue(value);
    return true;
  } catch {
    return false;
  }
}

function isChangedByDirectives({ astNode }: GraphQLField<unknown, unknown>): boolean {
  const known = new Set([...specifiedDirectives.map(({ name }) => name), "semanticNonNull"]);
  return astNode?.directives?.some(({ name }) => !known.has(name.value)) ?? false;
}
