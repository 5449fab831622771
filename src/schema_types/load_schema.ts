import {
  getNamedType,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from "../../deps.ts";
import {
  ConnectionTypeDefinitionConfigurer,
  findResources,
  GraphQlSource,
  type Resource,
  SecurityDirectiveConfigurer,
} from "../graphql/mod.ts";
import { addFederationDefinitions } from "../graphql/federation_definitions.ts";

/** The locations of the schema. */
export interface SchemaLocations {
  /** The service's folder. */
  readonly root: URL;
  /** Glob patterns below the folder. */
  readonly locations: readonly string[];
  /** File name extensions of schema files. */
  readonly extensions: readonly string[];
}

/** A schema, and the types that the framework added to it. */
export interface LoadedSchema {
  readonly schema: GraphQLSchema;
  /** The node type of each connection type, by name. */
  readonly connections: ReadonlyMap<string, string>;
  /** Names of the types that the framework added. */
  readonly added: ReadonlySet<string>;
  /** Coordinates of the fields resolved by other subgraphs; `undefined` if the schema is not a subgraph. */
  readonly fieldsOfOthers: ReadonlySet<string> | undefined;
}

/**
 * Reads the schema resources of a service as the `graphql()` feature does, with the connection types that it adds.
 *
 * @param where the locations
 * @throws TypeError when there is no schema, or it is invalid, with file, line and column
 */
export async function loadSchema({ root, locations, extensions }: SchemaLocations): Promise<LoadedSchema> {
  const resources = await findResources({ roots: [root], patterns: locations, extensions });
  if (resources.length === 0) {
    throw new TypeError(
      `Cannot write types as there must be a schema file: none ends in ${extensions.join(" or ")} at ${
        locations.join(", ")
      } below ${root.pathname}`,
    );
  }
  return await schemaOfResources(resources);
}

/**
 * Builds a schema from resources as the `graphql()` feature does, with the connection types that it adds.
 *
 * @param resources the definitions
 * @throws TypeError when the schema is invalid, with file, line and column
 */
export async function schemaOfResources(resources: readonly Resource[]): Promise<LoadedSchema> {
  const declared = new Set<string>();
  let fieldsOfOthers: ReadonlySet<string> | undefined;
  const source = await GraphQlSource.schemaResourceBuilder()
    .schemaResources(...resources)
    .configureTypeDefinitions((registry) => {
      for (const { name } of [...registry.types, ...registry.extensions]) declared.add(name.value);
    })
    .configureTypeDefinitions((registry) => void (fieldsOfOthers = addFederationDefinitions(registry)))
    .configureTypeDefinitions(new ConnectionTypeDefinitionConfigurer())
    .configureTypeDefinitions(new SecurityDirectiveConfigurer())
    .build();
  const { schema } = source;
  const added = Object.values(schema.getTypeMap()).filter((type) =>
    !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !declared.has(type.name)
  );
  return { schema, connections: connectionsOf(schema), added: new Set(added.map(({ name }) => name)), fieldsOfOthers };
}

function connectionsOf(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const found = Object.values(schema.getTypeMap()).filter(isObjectType).flatMap((type) => {
    const { edges, pageInfo } = type.getFields();
    const edge = edges && getNamedType(edges.type);
    const node = edge && isObjectType(edge) ? edge.getFields().node : undefined;
    if (!type.name.endsWith("Connection") || !node || !pageInfo) return [];
    return [[type.name, getNamedType(node.type).name] as const];
  });
  return new Map(found);
}
