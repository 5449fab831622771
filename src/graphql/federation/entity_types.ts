import {
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  type InterfaceTypeExtensionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  type TypeNode,
} from "../../../deps.ts";
import { closestName } from "../../kernel/mod.ts";
import type { TypeDefinitionRegistry } from "../wiring/mod.ts";
import type { FederationLink } from "./federation_link.ts";
import { type KeyField, parseFieldSet } from "./field_set.ts";

/** A key by which an entity can be resolved. */
export interface EntityKey {
  /** The field set as the schema has it. */
  readonly text: string;
  readonly fields: readonly KeyField[];
}

/** An object type or interface with `@key`. */
export interface EntityType {
  readonly name: string;
  readonly isInterface: boolean;
  /** Names of the interfaces that it implements. */
  readonly interfaces: readonly string[];
  /** Keys by which other subgraphs may request the entity; empty if none is resolvable. */
  readonly keys: readonly EntityKey[];
  /** Types of all fields, by name. */
  readonly fields: ReadonlyMap<string, TypeNode>;
}

type Node =
  | ObjectTypeDefinitionNode
  | InterfaceTypeDefinitionNode
  | ObjectTypeExtensionNode
  | InterfaceTypeExtensionNode;

/**
 * Reads the entities of a schema.
 *
 * @param registry the schema's definitions
 * @param link names the directives
 * @returns by name; also entities that can't be resolved here
 * @throws TypeError when a key names a field that the type lacks
 */
export function entityTypesOf(registry: TypeDefinitionRegistry, link: FederationLink): ReadonlyMap<string, EntityType> {
  const nodes = new Map<string, Node[]>();
  for (const node of [...registry.types, ...registry.extensions]) {
    if (!isFielded(node)) continue;
    nodes.set(node.name.value, [...nodes.get(node.name.value) ?? [], node]);
  }
  const found = new Map<string, EntityType>();
  for (const [name, parts] of nodes) {
    const applied = link.applied("@key", parts.flatMap(({ directives }) => directives ?? []));
    if (applied.length > 0) found.set(name, entityType(name, { parts, applied, nodes }));
  }
  return found;
}

interface EntityParts {
  readonly parts: readonly Node[];
  readonly applied: readonly Readonly<Record<string, unknown>>[];
  readonly nodes: ReadonlyMap<string, readonly Node[]>;
}

function entityType(name: string, { parts, applied, nodes }: EntityParts): EntityType {
  const keys = applied.map((values) => {
    const text = String(values.fields);
    const fields = parseFieldSet(text, `@key of type "${name}"`);
    requireFields(fields, name, { nodes, text });
    return { text, fields, resolvable: values.resolvable !== false };
  });
  const fields = fieldsOf(parts);
  return {
    name,
    isInterface: parts.some(({ kind }) =>
      kind === Kind.INTERFACE_TYPE_DEFINITION || kind === Kind.INTERFACE_TYPE_EXTENSION
    ),
    interfaces: parts.flatMap((node) => (node.interfaces ?? []).map((each) => each.name.value)),
    keys: keys.filter(({ resolvable }) => resolvable).map(({ text, fields }) => ({ text, fields })),
    fields: new Map([...fields].map(([field, { type }]) => [field, type])),
  };
}

/**
 * Finds the fields that other subgraphs own, in all types.
 *
 * @param registry the schema's definitions
 * @param link names the directive
 */
export function externalFields(
  registry: TypeDefinitionRegistry,
  link: FederationLink,
): (typeName: string, fieldName: string) => boolean {
  const found = new Set(
    [...registry.types, ...registry.extensions].filter(isFielded).flatMap((node) =>
      externalNames([node], link).map((field) => `${node.name.value}.${field}`)
    ),
  );
  return (typeName, fieldName) => found.has(`${typeName}.${fieldName}`);
}

function externalNames(parts: readonly Node[], link: FederationLink): readonly string[] {
  return parts.flatMap(({ directives, fields = [] }) => {
    const isWhole = link.applied("@external", directives).length > 0;
    return fields.filter((field) => isWhole || link.applied("@external", field.directives).length > 0)
      .map(({ name }) => name.value);
  });
}

function requireFields(
  fields: readonly KeyField[],
  typeName: string,
  key: { readonly nodes: ReadonlyMap<string, readonly Node[]>; readonly text: string },
): void {
  const known = fieldsOf(key.nodes.get(typeName) ?? []);
  for (const { name, fields: below } of fields) {
    if (name === "__typename") continue;
    const field = known.get(name);
    if (field === undefined) {
      const meant = closestName(name, [...known.keys()]);
      const hint = meant === undefined ? `it has ${[...known.keys()].join(", ")}` : `did you mean "${meant}"?`;
      throw new TypeError(
        `Cannot use @key(fields: "${key.text}") as type "${typeName}" must have a field "${name}": ${hint}`,
      );
    }
    if (below.length > 0) requireFields(below, namedTypeOf(field.type), key);
  }
}

function fieldsOf(parts: readonly Node[]): ReadonlyMap<string, FieldDefinitionNode> {
  return new Map(parts.flatMap(({ fields = [] }) => fields).map((field) => [field.name.value, field]));
}

function namedTypeOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedTypeOf(type.type);
}

function isFielded(node: { readonly kind: string }): node is Node {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION ||
    node.kind === Kind.INTERFACE_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_EXTENSION;
}
