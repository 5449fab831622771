import {
  getNullableType,
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
  specifiedScalarTypes,
} from "../../../deps.ts";
import { type AnyDescriptor, type Class, descriptionOf, type ScalarName } from "../../kernel/mod.ts";

/** Scalars whose values are strings in JSON. */
const exact: readonly ScalarName[] = ["Uuid", "Decimal", "LocalDate", "LocalTime", "LocalDateTime", "Instant"];

/** The scalar types of code that accept every value of a built-in scalar, by documented conversions. */
const taking: Readonly<Record<string, readonly ScalarName[]>> = {
  ID: ["ID", "String", "Uuid", "Json"],
  String: ["String", "ID", "Int", "Float", "BigInt", "Date", "Json", ...exact],
  Int: ["Int", "Float", "BigInt", "Decimal", "String", "ID", "Date", "Json"],
  Float: ["Float", "Decimal", "String", "Date", "Json"],
  Boolean: ["Boolean", "String", "Json"],
};

/**
 * Describes the values of an argument's type that the code does not accept.
 *
 * Custom scalars are not checked, because their values are unknown; likewise Standard Schemas.
 *
 * @param declared the type in the schema
 * @param expected the type that the code describes
 * @returns the end of a sentence, such as `takes ID for "id", but its code expects Int`; `undefined` if the types match
 */
export function argumentMismatch(
  name: string,
  declared: GraphQLInputType,
  expected: AnyDescriptor,
): string | undefined {
  const found = mismatch({ type: declared, place: name, seen: new Set() }, expected);
  return found && `takes ${found.declared} for "${found.place}", but its code expects ${found.expected}`;
}

interface Place {
  readonly type: GraphQLInputType;
  readonly place: string;
  /** The classes compared already, because they may be cyclic. */
  readonly seen: Set<Class>;
}

interface Mismatch {
  readonly place: string;
  readonly declared: string;
  readonly expected: string;
}

function mismatch(at: Place, expected: AnyDescriptor): Mismatch | undefined {
  const type = getNullableType(at.type) as GraphQLInputType;
  const wrong = (text: string): Mismatch => ({ place: at.place, declared: String(type), expected: text });
  switch (expected.kind) {
    case "nullable":
      return mismatch(at, expected.inner);
    case "unknown":
    case "map":
      return undefined;
    case "list":
      // A single value is coerced to a list of one item.
      return mismatch({ ...at, type: isListType(type) ? type.ofType : type }, expected.element);
    case "container":
      return isListType(type) ? undefined : mismatch(at, expected.element);
    case "object":
      return classMismatch({ ...at, type }, expected.type()) ?? undefined;
    case "scalar":
      return takesScalar(type, expected.name) ? undefined : wrong(expected.name);
    case "enum":
      return enumMismatch(type, expected.values) ? wrong(`one of ${expected.values.join(", ")}`) : undefined;
  }
}

function takesScalar(type: GraphQLInputType, name: ScalarName): boolean {
  if (name === "Json") return true;
  if (isListType(type) || isInputObjectType(type)) return false;
  if (isEnumType(type)) return !hasNames(type) || name === "String" || name === "ID";
  return !isSpecified(type) || taking[type.name]!.includes(name);
}

function enumMismatch(type: GraphQLInputType, values: readonly string[]): boolean {
  if (isListType(type) || isInputObjectType(type)) return true;
  if (isEnumType(type)) return type.getValues().some(({ value }) => !values.includes(value as string));
  return isSpecified(type) && type.name !== "String" && type.name !== "ID";
}

function classMismatch({ type, place, seen }: Place, expected: Class): Mismatch | undefined {
  if (isListType(type) || isSpecified(type) || isEnumType(type)) {
    return { place, declared: String(type), expected: expected.name };
  }
  if (!isInputObjectType(type) || seen.has(expected)) return undefined;
  seen.add(expected);
  for (const [name, property] of descriptionOf(expected)?.properties ?? []) {
    const field = type.getFields()[name];
    const found = field && mismatch({ type: field.type, place: `${place}.${name}`, seen }, property);
    if (found) return found;
  }
  return undefined;
}

/** Whether the values of an enum are strings, which is the default. */
function hasNames(type: GraphQLEnumType): boolean {
  return type.getValues().every(({ value }) => typeof value === "string");
}

function isSpecified(type: GraphQLInputType): type is GraphQLScalarType {
  return isScalarType(type) && specifiedScalarTypes.includes(type);
}
