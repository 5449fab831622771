import {
  type GraphQLDirective,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  type GraphQLType,
  GraphQLUnionType,
  isEnumType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  isUnionType,
} from "../../../deps.ts";
import { rewriteMembers } from "./member_rewriting.ts";
import type { SchemaElementChange, SchemaElementConfigs } from "./schema_element.ts";

type TypeKind = "object" | "interface" | "union" | "enum" | "scalar" | "inputObject";

/** A type's kind with its configuration, after the changes; `undefined` when it was removed. */
interface Rewritten {
  readonly kind: TypeKind;
  readonly config: SchemaElementConfigs[TypeKind];
}

/**
 * Creates a changed copy of a schema. The given schema is not changed.
 *
 * Changed configurations may refer to types of the given schema: these are replaced by the copies of the same name.
 *
 * @param schema any schema
 * @param change called for every element: a new configuration, `null` to remove the element, `undefined` to keep it
 */
export function rewriteSchema(schema: GraphQLSchema, change: SchemaElementChange): GraphQLSchema {
  const copies = new Map<string, GraphQLNamedType>();
  const refer = referTo(copies);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    const rewritten = rewriteType(type, change);
    if (rewritten) copies.set(type.name, makeType(rewritten, refer));
  }
  const config = schema.toConfig();
  const root = (type: GraphQLObjectType | null | undefined) => type && copies.get(type.name) as GraphQLObjectType;
  return new GraphQLSchema({
    ...config,
    query: root(config.query),
    mutation: root(config.mutation),
    subscription: root(config.subscription),
    types: [...copies.values()],
    directives: config.directives.map((directive) => copyDirective(directive, refer)),
    assumeValid: config.assumeValid,
  });
}

/** Replaces a type of the old schema by its copy, inside lists and non-nulls too. */
type Refer = <T extends GraphQLType>(type: T) => T;

function referTo(copies: ReadonlyMap<string, GraphQLNamedType>): Refer {
  // The copy of a type has the same kind as the type, and wrappers are preserved.
  const refer = (type: GraphQLType): GraphQLType => {
    if (isListType(type)) return new GraphQLList(refer(type.ofType));
    if (isNonNullType(type)) return new GraphQLNonNull(refer(type.ofType) as never);
    return copies.get(type.name) ?? type;
  };
  return refer as Refer;
}

function rewriteType(type: GraphQLNamedType, change: SchemaElementChange): Rewritten | undefined {
  const kind = kindOf(type);
  const config = rewriteMembers(kind, type, change);
  return config === null ? undefined : { kind, config };
}

function kindOf(type: GraphQLNamedType): TypeKind {
  if (isObjectType(type)) return "object";
  if (isInterfaceType(type)) return "interface";
  if (isUnionType(type)) return "union";
  if (isEnumType(type)) return "enum";
  return isScalarType(type) ? "scalar" : "inputObject";
}

function makeType({ kind, config }: Rewritten, refer: Refer): GraphQLNamedType {
  // In each branch the kind determines the type of the configuration.
  switch (kind) {
    case "object":
      return new GraphQLObjectType(withReferredFields(config as SchemaElementConfigs["object"], refer));
    case "interface":
      return new GraphQLInterfaceType(withReferredFields(config as SchemaElementConfigs["interface"], refer));
    case "union": {
      const union = config as SchemaElementConfigs["union"];
      return new GraphQLUnionType({ ...union, types: () => listOf(union.types).map(refer) });
    }
    case "inputObject":
      return new GraphQLInputObjectType(withReferredInputs(config as SchemaElementConfigs["inputObject"], refer));
    case "enum":
      return new GraphQLEnumType(config as SchemaElementConfigs["enum"]);
    case "scalar":
      return new GraphQLScalarType(config as SchemaElementConfigs["scalar"]);
  }
}

function withReferredFields<C extends SchemaElementConfigs["object" | "interface"]>(config: C, refer: Refer): C {
  return {
    ...config,
    interfaces: () => listOf(config.interfaces ?? []).map(refer),
    fields: () =>
      mapValues(valueOf(config.fields), (field) => ({
        ...field,
        type: refer(field.type),
        args: mapValues(field.args ?? {}, (argument) => ({ ...argument, type: refer(argument.type) })),
      })),
  };
}

function withReferredInputs(
  config: SchemaElementConfigs["inputObject"],
  refer: Refer,
): SchemaElementConfigs["inputObject"] {
  const fields = () => mapValues(valueOf(config.fields), (field) => ({ ...field, type: refer(field.type) }));
  return { ...config, fields };
}

function copyDirective(directive: GraphQLDirective, refer: Refer): GraphQLDirective {
  if (isSpecifiedDirective(directive)) return directive;
  const config = directive.toConfig();
  const args = mapValues(config.args, (argument) => ({ ...argument, type: refer(argument.type) }));
  return new (directive.constructor as new (config: unknown) => GraphQLDirective)({ ...config, args });
}

function mapValues<V, R>(map: Readonly<Record<string, V>>, change: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}

function valueOf<T extends object>(thunk: T | (() => T)): T {
  return typeof thunk === "function" ? (thunk as () => T)() : thunk;
}

function listOf<T>(thunk: readonly T[] | (() => readonly T[])): readonly T[] {
  return typeof thunk === "function" ? thunk() : thunk;
}
