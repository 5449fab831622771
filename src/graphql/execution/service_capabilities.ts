import {
  type GraphQLField,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLSchema,
  GraphQLString,
} from "../../../deps.ts";
import type { ErrorBehavior } from "../../kernel/mod.ts";

/** What a service can do that its schema does not say. */
export interface ServiceCapability {
  /** Names the capability. */
  readonly identifier: string;
  /** What the name does not say. */
  readonly value: string | null;
}

/**
 * The capabilities of an engine, by the identifiers of the GraphQL proposals.
 *
 * @param errorBehavior what becomes of a position that fails where the client does not say
 */
export function capabilitiesOf(errorBehavior: ErrorBehavior): readonly ServiceCapability[] {
  return [
    { identifier: "graphql.onError", value: null },
    { identifier: "graphql.defaultErrorBehavior", value: errorBehavior },
  ];
}

/**
 * Lets clients ask a schema for `{ __service { capabilities { identifier value } } }`.
 *
 * The types are found by their names and by the meta-field, as clients probe for them, and stand in no list of types:
 * graphql-js would print them as types of the service.
 *
 * @param schema a schema of our own
 * @param capabilities what clients are told
 */
export function describeService(schema: GraphQLSchema, capabilities: readonly ServiceCapability[]): void {
  const types = newTypes();
  const field = metaField(types.service, capabilities);
  const getField = schema.getField.bind(schema);
  const getType = schema.getType.bind(schema);
  Object.assign(schema, {
    getField: (parent: Parameters<typeof getField>[0], name: string) =>
      name === field.name && parent === schema.getQueryType() ? field : getField(parent, name),
    getType: (name: string): GraphQLNamedType | undefined =>
      name === types.service.name ? types.service : name === types.capability.name ? types.capability : getType(name),
  });
}

interface ServiceTypes {
  readonly service: GraphQLObjectType;
  readonly capability: GraphQLObjectType;
}

function newTypes(): ServiceTypes {
  const capability = new GraphQLObjectType({
    name: "__Capability",
    description: "A feature of the service that its schema does not show.",
    fields: {
      identifier: { type: new GraphQLNonNull(GraphQLString) },
      description: { type: GraphQLString },
      value: { type: GraphQLString },
    },
  });
  const listed = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(capability)));
  const service = new GraphQLObjectType({
    name: "__Service",
    description: "What the service can do beside what its schema shows.",
    fields: { capabilities: { type: listed } },
  });
  return { service, capability };
}

function metaField(
  type: GraphQLObjectType,
  capabilities: readonly ServiceCapability[],
): GraphQLField<unknown, unknown> {
  const holder = new GraphQLObjectType({
    name: "__Query",
    fields: { __service: { type: new GraphQLNonNull(type), resolve: () => ({ capabilities }) } },
  });
  return holder.getFields().__service!; // made a line above
}
