import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from "../../../deps.ts";
import type { OperationVariable } from "../named_operation.ts";

/** The variables that were read, or the reasons why they are invalid. */
export type ReadVariables =
  | { readonly variables: Readonly<Record<string, unknown>> }
  | { readonly refusals: readonly VariableRefusal[] };

/** The reason why a variable is rejected. */
export interface VariableRefusal {
  readonly variable: string;
  readonly message: string;
}

/**
 * Whether the query parameter of a variable is JSON: for an input object, or a list of lists or input objects.
 *
 * @param type of the variable
 */
export function isJsonParameter(type: GraphQLInputType): boolean {
  const inner = withoutNonNull(type);
  if (!isListType(inner)) return isInputObjectType(inner);
  const item = withoutNonNull(inner.ofType as GraphQLInputType);
  return isListType(item) || isInputObjectType(item);
}

/**
 * Reads the variables of a query from a URL. Values are checked against their types when the operation is executed.
 *
 * @param variables of the operation
 * @param search the query of the URL
 */
export function readQueryVariables(variables: readonly OperationVariable[], search: string): ReadVariables {
  const given = new URLSearchParams(search);
  const refusals: VariableRefusal[] = [];
  const known = new Set(variables.map(({ name }) => name));
  for (const name of new Set(given.keys())) {
    if (!known.has(name)) refusals.push({ variable: name, message: "must be a variable of the operation" });
  }
  const read: Record<string, unknown> = {};
  for (const { name, type, isRequired } of variables) {
    const texts = given.getAll(name);
    if (texts.length === 0) {
      if (isRequired) refusals.push({ variable: name, message: "must be given" });
      continue;
    }
    const value = valueOf(texts, type);
    if (value instanceof Error) refusals.push({ variable: name, message: value.message });
    else read[name] = value;
  }
  return refusals.length > 0 ? { refusals } : { variables: read };
}

function valueOf(texts: readonly string[], type: GraphQLInputType): unknown {
  const inner = withoutNonNull(type);
  const isList = isListType(inner);
  if (isJsonParameter(type)) return texts.length > 1 ? new Error("must be given once") : jsonOf(texts[0]!);
  if (!isList && texts.length > 1) return new Error("must be given once");
  if (!isList) return leafOf(texts[0]!, inner);
  const items = texts.map((text) => leafOf(text, withoutNonNull(inner.ofType as GraphQLInputType)));
  return items.find((item) => item instanceof Error) ?? items;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new Error("must be JSON");
  }
}

function leafOf(text: string, type: GraphQLInputType): unknown {
  if (isEnumType(type) || !isScalarType(type)) return text;
  switch (type.name) {
    case "Int":
      return /^-?\d{1,10}$/.test(text) ? Number(text) : new Error("must be an integer");
    case "Float":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : new Error("must be a number");
    case "Boolean":
      return text === "true" ? true : text === "false" ? false : new Error('must be "true" or "false"');
    default:
      return text;
  }
}

function withoutNonNull(type: GraphQLInputType): GraphQLInputType {
  return isNonNullType(type) ? type.ofType as GraphQLInputType : type;
}
