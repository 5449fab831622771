import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  type InputObjectTypeDefinitionNode,
  type InputObjectTypeExtensionNode,
  type InterfaceTypeDefinitionNode,
  type InterfaceTypeExtensionNode,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  isUnionType,
  Kind,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  print,
  visit,
} from "../../../deps.ts";
import type { TypeDefinitionRegistry } from "../wiring/mod.ts";
import { asWritten, machinery } from "./federation_definitions.ts";
import type { FederationLink } from "./federation_link.ts";
import { specNames } from "./federation_spec.ts";

/**
 * The schema of a subgraph as composition reads it: with its directives, and without the elements that all subgraphs
 * have.
 */
export class SubgraphSdl {
  readonly #document: DocumentNode;
  readonly #texts = new WeakMap<GraphQLSchema, string>();

  /**
   * @param registry the schema's definitions, those of the specification included or not
   * @param link the link, which determines the names of the specification
   */
  constructor(registry: TypeDefinitionRegistry, link: FederationLink) {
    const specified = new Set(specNames(link.version).map((name) => link.nameOf(name)));
    const query = registry.rootTypeName("query");
    const isOwn = (node: DefinitionNode) =>
      !("name" in node && node.name !== undefined && isMachinery(node.kind, node.name.value));
    const isMachinery = (kind: Kind, name: string) =>
      kind === Kind.DIRECTIVE_DEFINITION
        ? specified.has(name) || name === link.linkName
        : machinery.includes(name) || specified.has(name);
    const definitions = registry.toDocument().definitions.filter(isOwn).flatMap((node) =>
      withoutOwnFields(asWritten(node), query)
    );
    this.#document = withoutVisibility({ kind: Kind.DOCUMENT, definitions });
  }

  /** The whole schema, including elements that profiles hide. */
  get text(): string {
    return print(this.#document);
  }

  /**
   * Prints what a schema shows of the definitions.
   *
   * @param schema the whole schema, or that of a visibility profile
   */
  textFor(schema: GraphQLSchema): string {
    let text = this.#texts.get(schema);
    if (text === undefined) {
      const definitions = this.#document.definitions.flatMap((node) => shownIn(schema, node));
      this.#texts.set(schema, text = print({ kind: Kind.DOCUMENT, definitions }));
    }
    return text;
  }
}

const ownFields: readonly string[] = ["_service", "_entities"];

function withoutOwnFields(node: DefinitionNode, query: string): readonly DefinitionNode[] {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) return [node];
  if (node.name.value !== query || node.fields === undefined) return [node];
  const fields = node.fields.filter(({ name }) => !ownFields.includes(name.value));
  if (fields.length === node.fields.length) return [node];
  // Omits a query type without other fields.
  return fields.length === 0 ? [] : [{ ...node, fields }];
}

/** Removes the elements that a schema does not have because a profile hides them. */
function shownIn(schema: GraphQLSchema, node: DefinitionNode): readonly DefinitionNode[] {
  if (!isTypeDefinitionNode(node) && !isTypeExtensionNode(node)) return [node];
  const type = schema.getType(node.name.value);
  if (type === undefined) return [];
  if (isUnionType(type) && "types" in node) return [{ ...node, types: ofNames(node.types, type.getTypes()) }];
  if (isEnumType(type) && "values" in node) return [{ ...node, values: ofNames(node.values, type.getValues()) }];
  if (isInputObjectType(type) && isInput(node)) {
    return [{ ...node, fields: ofNames(node.fields, Object.values(type.getFields())) }];
  }
  if (!isObjectType(type) && !isInterfaceType(type) || !isOutput(node)) return [node];
  const known = type.getFields();
  const fields = ofNames(node.fields, Object.values(known)).map((field) => ({
    ...field,
    arguments: ofNames(field.arguments, known[field.name.value]!.args),
  }));
  if (fields.length === 0 && (node.fields ?? []).length > 0) return [];
  return [{ ...node, fields, interfaces: ofNames(node.interfaces, type.getInterfaces()) }];
}

function ofNames<N extends { readonly name: { readonly value: string } }>(
  nodes: readonly N[] | undefined,
  shown: readonly { readonly name: string }[],
): readonly N[] {
  const names = new Set(shown.map(({ name }) => name));
  return (nodes ?? []).filter(({ name }) => names.has(name.value));
}

type Output =
  | ObjectTypeDefinitionNode
  | ObjectTypeExtensionNode
  | InterfaceTypeDefinitionNode
  | InterfaceTypeExtensionNode;

function isOutput(node: DefinitionNode): node is Output {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION ||
    node.kind === Kind.INTERFACE_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_EXTENSION;
}

function isInput(node: DefinitionNode): node is InputObjectTypeDefinitionNode | InputObjectTypeExtensionNode {
  return node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION || node.kind === Kind.INPUT_OBJECT_TYPE_EXTENSION;
}

/** Removes visibility directives, which composition does not need. */
function withoutVisibility(document: DocumentNode): DocumentNode {
  return visit(document, {
    Directive: ({ name }) => name.value === "visible" ? null : undefined,
    DirectiveDefinition: ({ name }) => name.value === "visible" ? null : undefined,
  });
}
