import {
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parseType,
  type TypeNode,
} from "../../../../deps.ts";
import type { TypeDefinitionRegistry } from "../../wiring/mod.ts";

/** A field as the schema declares it. */
export interface SchemaField {
  readonly type: TypeNode;
  /** The types of the arguments by name. */
  readonly args: ReadonlyMap<string, TypeNode>;
}

/** The fields and input types of a schema, before or after it is built. */
export interface SchemaFields {
  /** A field of an object or interface type, or `undefined`. */
  field(typeName: string, name: string): SchemaField | undefined;
  /** The types of an input type's fields by name, or `undefined` for any other type. */
  inputFields(typeName: string): ReadonlyMap<string, TypeNode> | undefined;
}

/**
 * Reads the fields of a schema that is not built yet.
 *
 * @param definitions all definitions that were read
 */
export function fieldsOfDefinitions(definitions: TypeDefinitionRegistry): SchemaFields {
  const fields = new Map<string, FieldDefinitionNode>();
  const inputs = new Map<string, Map<string, TypeNode>>();
  for (const definition of [...definitions.types, ...definitions.extensions]) {
    const typeName = definition.name.value;
    switch (definition.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
      case Kind.OBJECT_TYPE_EXTENSION:
      case Kind.INTERFACE_TYPE_DEFINITION:
      case Kind.INTERFACE_TYPE_EXTENSION:
        for (const field of definition.fields ?? []) fields.set(`${typeName}.${field.name.value}`, field);
        break;
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      case Kind.INPUT_OBJECT_TYPE_EXTENSION:
        inputs.set(typeName, new Map([...inputs.get(typeName) ?? [], ...typesOf(definition.fields)]));
    }
  }
  return {
    field: (typeName, name) => {
      const field = fields.get(`${typeName}.${name}`);
      return field && { type: field.type, args: new Map(typesOf(field.arguments)) };
    },
    inputFields: (typeName) => inputs.get(typeName),
  };
}

function typesOf(values: readonly InputValueDefinitionNode[] = []): [string, TypeNode][] {
  return values.map(({ name, type }) => [name.value, type]);
}

/**
 * Reads the fields of an existing schema.
 *
 * @param schema the schema
 */
export function fieldsOfSchema(schema: GraphQLSchema): SchemaFields {
  const nodeOf = (type: unknown) => parseType(String(type), { noLocation: true });
  return {
    field: (typeName, name) => {
      const type = schema.getType(typeName);
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
      if (!field) return undefined;
      return { type: nodeOf(field.type), args: new Map(field.args.map((arg) => [arg.name, nodeOf(arg.type)])) };
    },
    inputFields: (typeName) => {
      const type = schema.getType(typeName);
      if (!isInputObjectType(type)) return undefined;
      return new Map(Object.values(type.getFields()).map((field) => [field.name, nodeOf(field.type)]));
    },
  };
}
