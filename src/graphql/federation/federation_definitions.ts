import {
  type DefinitionNode,
  Kind,
  parse,
  type TypeDefinitionNode,
  type TypeExtensionNode,
  visit,
} from "../../../deps.ts";
import type { TypeDefinitionRegistry } from "../wiring/mod.ts";
import type { EntityType } from "./entity_types.ts";
import { FederationLink } from "./federation_link.ts";
import { specDefinition, specNames } from "./federation_spec.ts";

const linkDefinitions = (name: string) => `
directive @${name}(url: String!, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
scalar link__Import
enum link__Purpose { SECURITY EXECUTION }
`;

/** Names of the types and fields that every subgraph has and that composition does not accept. */
export const machinery: readonly string[] = ["_Any", "_Entity", "_Service", "link__Import", "link__Purpose"];

/**
 * Defines the directives and scalars of the specification that the schema imports or uses. Definitions of the schema are
 * kept.
 *
 * @param registry the schema's definitions; changed in place
 * @param link the link, which determines the names
 */
export function addLinkedDefinitions(registry: TypeDefinitionRegistry, link: FederationLink): void {
  defineOrphans(registry);
  const used = namesUsed(registry);
  const needed = (name: string) => name.startsWith("@") && (link.imports(name) || used.has(link.nameOf(name)));
  const texts = specNames(link.version).filter(needed).map((name) =>
    specDefinition(name, link.version, (each) => link.nameOf(each))
  );
  const scalars = specNames(link.version).filter((name) => !name.startsWith("@"));
  const text = texts.join("\n");
  const ofScalars = scalars.filter((name) => text.includes(link.nameOf(name)))
    .map((name) => specDefinition(name, link.version, (each) => link.nameOf(each)));
  addMissing(registry, [linkDefinitions(link.linkName), ...texts, ...ofScalars].join("\n"));
}

/**
 * Defines what a schema imports of the federation specification, where it imports any: for tools that read the schema
 * files of a subgraph.
 *
 * @param registry the schema's definitions; changed in place
 * @returns the coordinates of fields that need values of other subgraphs, or are theirs; `undefined` without an import
 */
export function addFederationDefinitions(registry: TypeDefinitionRegistry): ReadonlySet<string> | undefined {
  if (!FederationLink.isIn(registry)) return undefined;
  const link = FederationLink.of(registry);
  addLinkedDefinitions(registry, link);
  // A schema needs a query type, a subgraph does not.
  if (registry.getType(registry.rootTypeName("query")) === undefined) addSubgraphFields(registry, []);
  return fieldsOfOthers(registry, link);
}

function fieldsOfOthers(registry: TypeDefinitionRegistry, link: FederationLink): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of [...registry.types, ...registry.extensions]) {
    if (!("fields" in node)) continue;
    for (const { name, directives } of node.fields ?? []) {
      const isOfOthers = ["@external", "@requires"].some((each) => link.applied(each, directives).length > 0);
      if (isOfOthers) found.add(`${node.name.value}.${name.value}`);
    }
  }
  return found;
}

/**
 * Adds `_service` and, if there are entities, `_entities` to the query type.
 *
 * @param registry the schema's definitions; changed in place
 * @param entities object types that can be resolved
 */
export function addSubgraphFields(registry: TypeDefinitionRegistry, entities: readonly EntityType[]): void {
  const query = registry.rootTypeName("query");
  const names = entities.filter(({ isInterface }) => !isInterface).map(({ name }) => name);
  const keyword = registry.getType(query) === undefined ? "type" : "extend type";
  const declared = [...registry.types, ...registry.extensions].filter(({ name }) => name.value === query)
    .flatMap((node) => "fields" in node ? (node.fields ?? []).map(({ name }) => name.value) : []);
  const fields = [
    ...(names.length === 0 || declared.includes("_entities") ? [] : [entitiesField]),
    ...(declared.includes("_service") ? [] : ["_service: _Service!"]),
  ];
  addMissing(
    registry,
    `scalar _Any
    type _Service { sdl: String! }
    ${names.length === 0 ? "" : `union _Entity = ${names.join(" | ")}`}
    ${fields.length === 0 ? "" : `${keyword} ${query} { ${fields.join(" ")} }`}`,
  );
}

const entitiesField = "_entities(representations: [_Any!]!): [_Entity]!";

/** Turns extensions of types without a definition into definitions: other subgraphs define these types. */
function defineOrphans(registry: TypeDefinitionRegistry): void {
  for (const extension of registry.extensions) {
    if (registry.getType(extension.name.value) !== undefined) continue;
    registry.remove(extension).add(asDefinition(extension));
  }
}

const writtenAs: unique symbol = Symbol("espalier.graphql.writtenAs");

function asDefinition(extension: TypeExtensionNode): TypeDefinitionNode {
  const kind = extension.kind.replace("Extension", "Definition");
  // Each kind of extension has the parts of the definition but the description.
  return { ...extension, kind, [writtenAs]: extension.kind } as unknown as TypeDefinitionNode;
}

/**
 * Returns a definition as the schema's author wrote it: composition treats fields that are `@external` differently in
 * extensions.
 *
 * @param node any definition, perhaps one that was an extension
 */
export function asWritten(node: DefinitionNode): DefinitionNode {
  const kind = (node as { readonly [writtenAs]?: DefinitionNode["kind"] })[writtenAs];
  return kind === undefined ? node : { ...node, kind } as DefinitionNode;
}

function namesUsed(registry: TypeDefinitionRegistry): ReadonlySet<string> {
  const found = new Set<string>();
  visit(registry.toDocument(), { Directive: ({ name }) => void found.add(name.value) });
  return found;
}

function addMissing(registry: TypeDefinitionRegistry, text: string): void {
  const known = new Set(registry.toDocument().definitions.flatMap((node) => coordinateOf(node) ?? []));
  for (const definition of parse(text, { noLocation: true }).definitions) {
    const coordinate = coordinateOf(definition);
    if (coordinate === undefined || !known.has(coordinate)) registry.add(definition);
  }
}

/** Extensions have none: they never stand in each other's way. */
function coordinateOf(node: DefinitionNode): string | undefined {
  if (node.kind === Kind.DIRECTIVE_DEFINITION) return `@${node.name.value}`;
  return node.kind.endsWith("Definition") && "name" in node ? node.name?.value : undefined;
}
