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
  /** An object type. */
  readonly object: GraphQLObjectType;
  /** A field of an object type or an interface. */
  readonly field: GraphQLField;
  /** An argument of a field. */
  readonly argument: GraphQLArgument;
  /** An interface. */
  readonly interface: GraphQLInterfaceType;
  /** A union. */
  readonly union: GraphQLUnionType;
  /** An enum type. */
  readonly enum: GraphQLEnumType;
  /** A value of an enum type. */
  readonly enumValue: GraphQLEnumValue;
  /** A scalar. */
  readonly scalar: GraphQLScalarType;
  /** An input object type. */
  readonly inputObject: GraphQLInputObjectType;
  /** A field of an input object type. */
  readonly inputField: GraphQLInputField;
}

/** The configurations of the elements, as graphql-js's constructors accept them. */
export interface SchemaElementConfigs {
  /** Configures an object type. */
  readonly object: GraphQLObjectTypeConfig<unknown, unknown>;
  /** Configures a field. */
  readonly field: GraphQLFieldConfig<unknown, unknown>;
  /** Configures an argument. */
  readonly argument: GraphQLArgumentConfig;
  /** Configures an interface. */
  readonly interface: GraphQLInterfaceTypeConfig<unknown, unknown>;
  /** Configures a union. */
  readonly union: GraphQLUnionTypeConfig<unknown, unknown>;
  /** Configures an enum type. */
  readonly enum: GraphQLEnumTypeConfig;
  /** Configures a value of an enum type. */
  readonly enumValue: GraphQLEnumValueConfig;
  /** Configures a scalar. */
  readonly scalar: GraphQLScalarTypeConfig<unknown, unknown>;
  /** Configures an input object type. */
  readonly inputObject: GraphQLInputObjectTypeConfig;
  /** Configures a field of an input object type. */
  readonly inputField: GraphQLInputFieldConfig;
}

/** The kinds of schema elements. */
export type SchemaElementKind = keyof SchemaElements;

/** An element of a schema that may be changed. */
export interface SchemaElementPlace<K extends SchemaElementKind = SchemaElementKind> {
  /** The kind of the element. */
  readonly kind: K;
  /** For example `Book`, `Book.title`, `Query.books(first:)`, `Color.RED`. */
  readonly coordinates: string;
  /** The element as it is in the schema. */
  readonly element: SchemaElements[K];
  /** Its configuration, with the changes of its members. */
  readonly config: SchemaElementConfigs[K];
}

/**
 * Called for every element, for members before their types.
 *
 * @returns a new configuration of the same kind, `null` to remove the element, `undefined` to keep it
 */
export type SchemaElementChange = (
  place: SchemaElementPlace,
) => SchemaElementConfigs[SchemaElementKind] | null | undefined;
