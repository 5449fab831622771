import type {
  GraphQLArgument,
  GraphQLArgumentConfig,
  GraphQLEnumType,
  GraphQLEnumTypeConfig,
  GraphQLEnumValue,
  GraphQLEnumValueConfig,
  GraphQLField,
  GraphQLFieldConfig,
  GraphQLInputField,
  GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLInputObjectTypeConfig,
  GraphQLInterfaceType,
  GraphQLInterfaceTypeConfig,
  GraphQLObjectType,
  GraphQLObjectTypeConfig,
  GraphQLScalarType,
  GraphQLScalarTypeConfig,
  GraphQLUnionType,
  GraphQLUnionTypeConfig,
} from "../../../deps.ts";

/** The elements of a schema, by kind. */
export interface SchemaElements {
  readonly object: GraphQLObjectType;
  readonly field: GraphQLField;
  readonly argument: GraphQLArgument;
  readonly interface: GraphQLInterfaceType;
  readonly union: GraphQLUnionType;
  readonly enum: GraphQLEnumType;
  readonly enumValue: GraphQLEnumValue;
  readonly scalar: GraphQLScalarType;
  readonly inputObject: GraphQLInputObjectType;
  readonly inputField: GraphQLInputField;
}

/** The configurations of the elements, as graphql-js's constructors take them. */
export interface SchemaElementConfigs {
  readonly object: GraphQLObjectTypeConfig<unknown, unknown>;
  readonly field: GraphQLFieldConfig<unknown, unknown>;
  readonly argument: GraphQLArgumentConfig;
  readonly interface: GraphQLInterfaceTypeConfig<unknown, unknown>;
  readonly union: GraphQLUnionTypeConfig<unknown, unknown>;
  readonly enum: GraphQLEnumTypeConfig;
  readonly enumValue: GraphQLEnumValueConfig;
  readonly scalar: GraphQLScalarTypeConfig<unknown, unknown>;
  readonly inputObject: GraphQLInputObjectTypeConfig;
  readonly inputField: GraphQLInputFieldConfig;
}

/** The kinds of schema elements. */
export type SchemaElementKind = keyof SchemaElements;

/** One element of a schema, where a change may be made. */
export interface SchemaElementPlace<K extends SchemaElementKind = SchemaElementKind> {
  readonly kind: K;
  /** For example `Book`, `Book.title`, `Query.books(first:)`, `Color.RED`. */
  readonly coordinates: string;
  /** The element as it is in the schema. */
  readonly element: SchemaElements[K];
  /** Its configuration, with the changes of its members. */
  readonly config: SchemaElementConfigs[K];
}

/**
 * Asked for every element, members before the types that they belong to.
 *
 * @returns a new configuration of the same kind, `null` to remove the element, `undefined` to keep it
 */
export type SchemaElementChange = (
  place: SchemaElementPlace,
) => SchemaElementConfigs[SchemaElementKind] | null | undefined;
