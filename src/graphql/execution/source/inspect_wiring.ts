import { type GraphQLSchema, isIntrospectionType, isObjectType } from "../../../../deps.ts";
import type { Class, Logger } from "../../../kernel/mod.ts";
import {
  describedFetcher,
  inspectSchemaMappings,
  SchemaMappingInspectorInitializer,
  type SchemaReport,
} from "../../inspection/mod.ts";
import {
  ClassNameTypeResolver,
  type DataFetcher,
  dataFetcherOf,
  type RuntimeWiring,
  type TypeResolver,
} from "../../wiring/mod.ts";

/** What there is to inspect once a schema is built. */
export interface InspectedWiring {
  readonly schema: GraphQLSchema;
  readonly wiring: RuntimeWiring;
  /** The type resolver of interfaces and unions without one of their own. */
  readonly typeResolver: TypeResolver;
  /** Tells what inspection can't see by itself. */
  readonly initialize?: (initializer: SchemaMappingInspectorInitializer) => void;
  readonly log?: Logger;
}

/**
 * Inspects a finished schema with its wiring.
 *
 * @param inspected the schema, and the code behind it
 * @returns the report; every skipped type is logged at `DEBUG`
 */
export function inspectWiring({ schema, wiring, typeResolver, initialize, log }: InspectedWiring): SchemaReport {
  const initializer = new SchemaMappingInspectorInitializer();
  initialize?.(initializer);
  for (const [type, typeName] of explicitMappings(wiring, typeResolver)) initializer.classMapping(typeName, type);
  const report = inspectSchemaMappings({ schema, dataFetchers: registrations(schema, wiring), initializer });
  for (const { typeName, reason } of report.skippedTypes) log?.debug(`Skipping '${typeName}': ${reason}`);
  return report;
}

function explicitMappings(wiring: RuntimeWiring, byDefault: TypeResolver): (readonly [type: Class, name: string])[] {
  const resolvers = [byDefault, ...[...wiring.types.values()].map(({ typeResolver }) => typeResolver)];
  return resolvers.flatMap((resolver) => resolver instanceof ClassNameTypeResolver ? resolver.mappings : []);
}

function registrations(schema: GraphQLSchema, wiring: RuntimeWiring): Map<string, Map<string, DataFetcher>> {
  const found = new Map([...wiring.types].map(([name, { dataFetchers }]) => [name, new Map(dataFetchers)]));
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    const known = found.get(type.name) ?? new Map<string, DataFetcher>();
    for (const field of Object.values(type.getFields())) {
      // What wiring factories found stands only at the field; fetchers that say nothing may be mere defaults.
      const attached = dataFetcherOf(field);
      if (attached && !known.has(field.name) && describedFetcher(attached)) known.set(field.name, attached);
    }
    found.set(type.name, known);
  }
  return found;
}
