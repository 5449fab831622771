import type { GraphQLAbstractType, GraphQLField, GraphQLObjectType, GraphQLScalarType } from "../../../deps.ts";
import type { DataFetcher } from "./data_fetcher.ts";
import type { TypeResolver } from "./type_resolver.ts";

/** A field of an object type whose data fetcher is looked up. */
export interface FieldWiringEnvironment {
  /** The type that declares the field. */
  readonly parentType: GraphQLObjectType;
  /** The field. */
  readonly field: GraphQLField<unknown, unknown>;
}

/**
 * Finds code for schema elements without a registration by name. Each method returns `undefined` if the factory has no
 * code for the element.
 */
export interface WiringFactory {
  /** A data fetcher for a field that no registration names. */
  dataFetcher?(environment: FieldWiringEnvironment): DataFetcher | undefined;
  /** A type resolver for an interface or union that no registration names. */
  typeResolver?(type: GraphQLAbstractType): TypeResolver | undefined;
  /** A scalar for a declared scalar that no registration names. */
  scalar?(name: string): GraphQLScalarType | undefined;
  /** The data fetcher of fields for which no other was found. */
  defaultDataFetcher?(environment: FieldWiringEnvironment): DataFetcher | undefined;
}
