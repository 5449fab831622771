import { Kind, type TypeNode } from "../../../../deps.ts";
import { type AnyDescriptor, type Class, closestName, t } from "../../../kernel/mod.ts";
import { windowOf } from "../../../data/vocabulary.ts";
import type { FieldArguments } from "../../wiring/mod.ts";
import type { HandlerParameter, ParameterReader } from "../handler_parameter.ts";
import { sourceParameter } from "../parameters/source_parameter.ts";
import { InputClasses } from "./input_classes.ts";
import type { ModelClasses } from "./model_classes.ts";
import type { SchemaField, SchemaFields } from "./schema_fields.ts";

/** The parameters of a method whose types are declared in the schema. */
export interface NamedParameters {
  /** Names of arguments, and special parameters. */
  readonly parameters: readonly (string | HandlerParameter)[];
  /** Names of the input types that are classes. */
  readonly inputs: readonly string[];
  /** Whether the method has the source before these parameters. */
  readonly hasSource: boolean;
}

/** The parameters and the result of a method, as the schema describes them. */
export interface ResolvedParameters {
  readonly params: readonly HandlerParameter[];
  /** The type of the field's value, as far as it consists of classes. */
  readonly returns?: AnyDescriptor;
}

/** A method that is mapped to a field. */
export interface MappedMethod {
  /** `BookController#book`. */
  readonly description: string;
  readonly typeName: string;
  readonly field: string;
}

/**
 * Describes the parameters and the result of a method by the schema.
 *
 * @param named the arguments of the decorator
 * @param method the method and its field
 * @param known the fields of the schema, and the classes of its types
 * @throws TypeError when the field has no argument of a name, or the class of an input is unknown
 */
export function resolveParameters(
  named: NamedParameters,
  method: MappedMethod,
  { schema, models }: { readonly schema: SchemaFields; readonly models: ModelClasses },
): ResolvedParameters {
  const { hasSource, parameters } = named;
  const field = schema.field(method.typeName, method.field);
  const inputs = new InputClasses({ classes: models, schema, required: named.inputs });
  const own = parameters.map((each) =>
    typeof each === "string" ? argument(each, { type: typeOf(each, method, field), inputs }) : each
  );
  const returns = field && descriptorOf(field.type, models);
  return { params: hasSource ? [sourceParameter(), ...own] : own, ...(returns && { returns }) };
}

function typeOf(
  name: string,
  { description, typeName, field }: MappedMethod,
  found: SchemaField | undefined,
): TypeNode | undefined {
  // The inspection reports a mapping without a field.
  if (found === undefined) return undefined;
  const type = found.args.get(name);
  if (type) return type;
  const names = [...found.args.keys()];
  const closest = closestName(name, names);
  const existing = names.length === 0 ? "" : ` (it has ${names.join(", ")})`;
  throw new TypeError(
    `Cannot map ${description} as ${typeName}.${field} has no argument "${name}"${existing}${
      closest === undefined ? "" : `: did you mean "${closest}"?`
    }`,
  );
}

/** An argument with its coerced value; `null` if the client omitted it. */
function argument(
  name: string,
  { type, inputs }: { readonly type: TypeNode | undefined; readonly inputs: InputClasses },
): HandlerParameter {
  const read = (bind: (value: unknown) => unknown): ParameterReader => ({
    read: (environment) => bind(environment.arguments[name]),
    direct: (_source, args) => bind(args[name]),
    batch: (args: FieldArguments) => bind(args[name]),
  });
  return {
    kind: "argument",
    expects: { name, type: t.unknown },
    prepare: ({ propertyNameOf, description }) => {
      if (type) inputs.require(type, description);
      const bind = type && inputs.binderOf(type, name);
      return read(bind ? (value) => bind(value ?? null, propertyNameOf) : (value) => value ?? null);
    },
  };
}

/**
 * Describes a type of the schema as far as it consists of classes, for inspection, which follows classes. The compiler
 * has compared the method with the schema, so nothing else needs to be inspected.
 */
function descriptorOf(type: TypeNode, models: ModelClasses): AnyDescriptor {
  if (type.kind === Kind.NON_NULL_TYPE) return descriptorOf(type.type, models);
  if (type.kind === Kind.LIST_TYPE) return t.list(descriptorOf(type.type, models));
  const name = type.name.value;
  const own = classOf(name, models);
  if (own) return t.object(own);
  const item = name.endsWith(connection) ? classOf(name.slice(0, -connection.length), models) : undefined;
  return item ? windowOf(t.object(item)) : t.unknown;
}

const connection = "Connection";

function classOf(name: string, models: ModelClasses): (() => Class) | undefined {
  return Object.hasOwn(models, name) ? models[name] : undefined;
}
