import {
  type ArgumentNode,
  type FieldNode,
  getArgumentValues,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type StringValueNode,
  type ValueNode,
} from "../../../../../deps.ts";
import type { FieldArguments } from "../../../wiring/mod.ts";
import type { WrittenDocument } from "../../written_document.ts";
import type { Variables } from "./variables.ts";

/** Creates the arguments of one call of a field; a call may change them, so they are never shared. */
export type FieldArgumentsPlan = (variables: Variables) => FieldArguments;

/**
 * Arguments without inherited properties, like graphql-js's, but as instances of a class: V8 stores objects with a
 * `null` prototype in dictionary mode, which is slow.
 */
export const PlainArguments: new () => Record<string, unknown> = class {} as never; // the class has no index signature
Reflect.deleteProperty(PlainArguments.prototype, "constructor");
Object.setPrototypeOf(PlainArguments.prototype, null);

/** The source of an argument's value, if it can be determined when the plan is created. */
type ArgumentSource =
  | { readonly kind: "constant"; readonly name: string; readonly value: unknown }
  /** Another document that is executed by this plan may have another string here. */
  | { readonly kind: "text"; readonly name: string; readonly node: StringValueNode }
  | { readonly kind: "copy"; readonly name: string; readonly copy: (written: WrittenDocument | undefined) => unknown }
  | {
    readonly kind: "variable";
    readonly name: string;
    readonly variable: string;
    readonly nonNull: boolean;
    /** Used if the variable is absent: the default of the schema, if any. */
    readonly fallback: { readonly value: unknown } | undefined;
    readonly required: boolean;
  };

/**
 * Plans how the arguments of a field are created.
 *
 * @param definition the field in the schema
 * @param node the first node of the field in the document
 * @param hideSuggestions whether errors omit suggestions
 */
export function planArguments(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  hideSuggestions: boolean,
): FieldArgumentsPlan {
  if (definition.args.length === 0) return () => new PlainArguments();
  const sources = argumentSources(definition, node);
  const hasText = node.arguments?.some(({ value }) => value.kind === Kind.STRING) ?? false;
  const exact: FieldArgumentsPlan = (variables) => {
    const written = hasText ? variables.written?.nodeOf(node) ?? node : node;
    return getArgumentValues(definition, written, variables.values, undefined, hideSuggestions);
  };
  if (sources === undefined) return exact;
  return (variables) => fromSources(sources, variables) ?? exact(variables);
}

function fromSources(sources: readonly ArgumentSource[], variables: Variables): FieldArguments | undefined {
  const args = new PlainArguments();
  for (const source of sources) {
    if (source.kind === "constant") args[source.name] = source.value;
    else if (source.kind === "text") args[source.name] = variables.written?.textOf(source.node) ?? source.node.value;
    else if (source.kind === "copy") args[source.name] = source.copy(variables.written);
    else if (!readVariable(args, source, variables)) return undefined;
  }
  return args;
}

function readVariable(
  args: Record<string, unknown>,
  source: ArgumentSource & { kind: "variable" },
  variables: Variables,
): boolean {
  const value = variables.coerced[source.variable];
  if (value === undefined) {
    if (source.required) return false;
    if (source.fallback !== undefined) args[source.name] = source.fallback.value;
    return true;
  }
  if (value === null && source.nonNull) return false;
  args[source.name] = value;
  return true;
}

/**
 * The sources of a field's arguments in the order of the schema.
 *
 * @returns `undefined` if graphql-js has to coerce them at every call, because a custom scalar parses the value, a
 *   variable is inside a list or an input object, or the arguments are invalid
 */
function argumentSources(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
): readonly ArgumentSource[] | undefined {
  const given = new Map((node.arguments ?? []).map((argument) => [argument.name.value, argument]));
  const sources: ArgumentSource[] = [];
  for (const argument of definition.args) {
    const source = sourceOf(argument, given.get(argument.name));
    if (source === "undecided") return undefined;
    if (source !== "absent") sources.push(source);
  }
  return sources;
}

function sourceOf(argument: GraphQLArgument, node: ArgumentNode | undefined): ArgumentSource | "absent" | "undecided" {
  const { name, type } = argument;
  const required = isRequiredArgument(argument);
  if (node?.value.kind === Kind.VARIABLE) {
    const fallback = required ? undefined : evaluate(argument, undefined);
    if (fallback === "failed") return "undecided";
    const variable = node.value.name.value;
    return { kind: "variable", name, variable, nonNull: isNonNullType(type), fallback, required };
  }
  if (node !== undefined && (!readsPlainly(argument) || containsVariable(node.value))) return "undecided";
  const result = evaluate(argument, node);
  if (result === "failed") return "undecided";
  if (result === undefined) return "absent";
  if (node?.value.kind === Kind.STRING && result.value === node.value.value) {
    return { kind: "text", name, node: node.value };
  }
  // graphql-js coerces a default value once and shares it; a literal is coerced at every call.
  const isShared = node === undefined || typeof result.value !== "object" || result.value === null ||
    isEnumType(getNullableType(type));
  if (isShared) return { kind: "constant", name, value: result.value };
  const hasText = node.value.kind === Kind.STRING;
  const copy = (written: WrittenDocument | undefined) =>
    evaluateOrThrow(argument, hasText ? written?.nodeOf(node) ?? node : node).value;
  return { kind: "copy", name, copy };
}

function evaluate(
  argument: GraphQLArgument,
  node: ArgumentNode | undefined,
): { value: unknown } | undefined | "failed" {
  try {
    const result = evaluateOrThrow(argument, node);
    return result.isPresent ? result : undefined;
  } catch {
    return "failed"; // the call reports it, with its location
  }
}

function evaluateOrThrow(argument: GraphQLArgument, node: ArgumentNode | undefined) {
  // graphql-js reads only the arguments of the definition, so that one argument can be evaluated alone.
  const definition = { args: [argument] } as unknown as GraphQLField<unknown, unknown>;
  const call = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: argument.name }, arguments: node ? [node] : [] };
  const values = getArgumentValues(definition, call as FieldNode);
  return { value: values[argument.name], isPresent: argument.name in values };
}

function readsPlainly(argument: GraphQLArgument): boolean {
  const isPlain = (type: unknown, seen: Set<unknown>): boolean => {
    if (isListType(type) || isNonNullType(type)) return isPlain(type.ofType, seen);
    if (isScalarType(type)) return isSpecifiedScalarType(type);
    if (!isInputObjectType(type) || seen.has(type)) return true;
    seen.add(type);
    return Object.values(type.getFields()).every((field) => isPlain(field.type, seen));
  };
  return isPlain(argument.type, new Set());
}

function containsVariable(node: ValueNode): boolean {
  if (node.kind === Kind.VARIABLE) return true;
  if (node.kind === Kind.LIST) return node.values.some(containsVariable);
  return node.kind === Kind.OBJECT && node.fields.some((field) => containsVariable(field.value));
}
