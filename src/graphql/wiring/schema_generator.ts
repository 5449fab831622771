import {
  buildASTSchema,
  defaultTypeResolver,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from "../../../deps.ts";
import type { DataFetcher } from "./data_fetcher.ts";
import { withLocations } from "./definition_locations.ts";
import { withReadableDeprecated } from "./deprecated_directive.ts";
import { applyDirectives } from "./directive_application.ts";
import { withDataFetcher } from "./fetcher_attachment.ts";
import type { RequestContext } from "./request_context.ts";
import type { RuntimeWiring } from "./runtime_wiring.ts";
import { rewriteSchema } from "./schema_rewriting.ts";
import type { TypeDefinitionRegistry } from "./type_definition_registry.ts";
import type { TypeResolver } from "./type_resolver.ts";
import { withTypeResolver } from "./value_type_names.ts";
import type { FieldWiringEnvironment } from "./wiring_factory.ts";

/** Creates an executable schema from type definitions and runtime wiring. */
export class SchemaGenerator {
  /**
   * Creates the schema.
   *
   * @param registry the type definitions
   * @param wiring the code
   * @throws TypeError with graphql-js's message and the source locations when the definitions are inconsistent
   */
  makeExecutableSchema(registry: TypeDefinitionRegistry, wiring: RuntimeWiring): GraphQLSchema {
    const schema = schemaOf(registry);
    for (const type of Object.values(schema.getTypeMap())) {
      if (type.name.startsWith("__")) continue;
      if (isScalarType(type)) wireScalar(type, wiring);
      else if (isAbstractType(type)) wireTypeResolver(type, wiring);
      else if (isObjectType(type)) wireFields(type, wiring);
    }
    return applyDirectives(withEnumValues(schema, wiring), wiring);
  }
}

function schemaOf(registry: TypeDefinitionRegistry): GraphQLSchema {
  const document = withReadableDeprecated(registry.toDocument());
  try {
    return buildASTSchema(document);
  } catch (error) {
    throw withLocations(error, document);
  }
}

/** Replaces the enum types with internal values: an enum type builds its lookup tables when it is created. */
function withEnumValues(schema: GraphQLSchema, wiring: RuntimeWiring): GraphQLSchema {
  const isWired = [...wiring.types.values()].some((type) => type.enumValues !== undefined);
  if (!isWired) return schema;
  return rewriteSchema(schema, ({ kind, coordinates, config }) => {
    if (kind !== "enumValue") return undefined;
    const [typeName = "", name = ""] = coordinates.split(".");
    const values = wiring.types.get(typeName)?.enumValues;
    return values && Object.hasOwn(values, name) ? { ...config, value: values[name] } : undefined;
  });
}

function wireScalar(type: GraphQLScalarType, wiring: RuntimeWiring): void {
  if (isSpecifiedScalarType(type)) return;
  const code = wiring.scalars.get(type.name) ?? firstOf(wiring, (factory) => factory.scalar?.(type.name));
  if (!code) return;
  // The type was just created for this schema only, so the scalar's functions can be set in place.
  const { name: _name, description, astNode: _astNode, extensionASTNodes: _extensions, ...rest } = code.toConfig();
  Object.assign(type, rest, { description: type.description ?? description });
}

function wireTypeResolver(type: GraphQLAbstractType, wiring: RuntimeWiring): void {
  const resolver = wiring.types.get(type.name)?.typeResolver ??
    firstOf(wiring, (factory) => factory.typeResolver?.(type));
  if (resolver) setTypeResolver(type, resolver);
}

/**
 * Sets the type resolver of an interface or union. If it returns `undefined`, graphql-js's default resolver is used.
 *
 * @param type the interface or union
 * @param resolver determines the object type
 */
export function setTypeResolver(type: GraphQLAbstractType, resolver: TypeResolver): void {
  // deno-lint-ignore house-rules/parameter-count -- the signature is graphql-js's
  type.resolveType = withTypeResolver((value, request: RequestContext, info, abstractType) => {
    const found = resolver.getType({ value, type: abstractType, schema: info.schema, request, info });
    if (found instanceof Promise) {
      return found.then((name) => name ?? defaultTypeResolver(value, request, info, abstractType));
    }
    return found ?? defaultTypeResolver(value, request, info, abstractType);
  }, resolver);
}

function wireFields(parentType: GraphQLObjectType, wiring: RuntimeWiring): void {
  for (const field of Object.values(parentType.getFields())) {
    const fetcher = findDataFetcher({ parentType, field }, wiring);
    if (fetcher) field.extensions = withDataFetcher(field.extensions, fetcher);
  }
}

function findDataFetcher(environment: FieldWiringEnvironment, wiring: RuntimeWiring): DataFetcher | undefined {
  const type = wiring.types.get(environment.parentType.name);
  return type?.dataFetchers.get(environment.field.name) ??
    firstOf(wiring, (factory) => factory.dataFetcher?.(environment)) ??
    type?.defaultDataFetcher ??
    firstOf(wiring, (factory) => factory.defaultDataFetcher?.(environment));
}

function firstOf<T>(
  wiring: RuntimeWiring,
  ask: (factory: RuntimeWiring["wiringFactories"][number]) => T | undefined,
): T | undefined {
  for (const factory of wiring.wiringFactories) {
    const found = ask(factory);
    if (found !== undefined) return found;
  }
  return undefined;
}
