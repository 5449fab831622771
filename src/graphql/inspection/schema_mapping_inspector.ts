import type { GraphQLSchema } from "../../../deps.ts";
import type { DataFetcher } from "../wiring/mod.ts";
import { ClassLookup } from "./class_lookup.ts";
import { CodeModel } from "./code_model.ts";
import { describedFetcher } from "./described_fetcher.ts";
import { siteOf } from "./fetcher_check.ts";
import { furtherFindings } from "./further_findings.ts";
import { InspectedMappings } from "./inspected_mappings.ts";
import { SchemaMappingInspectorInitializer } from "./inspection_options.ts";
import { MappingWalk } from "./mapping_walk.ts";
import { reportText } from "./report_text.ts";
import type { SchemaReport, UnmappedRegistration } from "./schema_report.ts";

/** The input of an inspection. */
export interface InspectionInput {
  /** The finished schema. */
  readonly schema: GraphQLSchema;
  /** The registered data fetchers, by type name and field name. */
  readonly dataFetchers: ReadonlyMap<string, ReadonlyMap<string, DataFetcher>>;
  /** The application's configuration of classes. */
  readonly initializer?: SchemaMappingInspectorInitializer;
}

/**
 * Compares a schema with the code behind it, without executing anything.
 *
 * @param input the schema, its data fetchers, and the configuration of classes
 * @returns the findings; findings never make an inspection fail
 *
 * @example
 * ```ts
 * import { inspectSchemaMappings } from "@espalier/espalier/graphql";
 * import { buildSchema } from "graphql";
 *
 * const schema = buildSchema("type Query { book: String author: String }");
 * const dataFetchers = new Map([["Query", new Map([["book", () => "Emma"]])]]);
 * const report = inspectSchemaMappings({ schema, dataFetchers });
 * console.log(report.unmappedFields.length); // 1: nothing fetches Query.author
 * ```
 */
export function inspectSchemaMappings(input: InspectionInput): SchemaReport {
  const { schema, dataFetchers, initializer = new SchemaMappingInspectorInitializer() } = input;
  const mappings = new InspectedMappings(schema, dataFetchers);
  const model = new CodeModel(initializer.facts, initializer.candidates);
  const fetchers = [...mappings.registrations()].map(({ fetcher }) => fetcher);
  const lookup = new ClassLookup(initializer, model, fetchers);
  const isElsewhere = initializer.isElsewhere.bind(initializer);
  const walk = new MappingWalk({ mappings, model, lookup, isElsewhere }).run();
  const report = {
    unmappedFields: walk.unmappedFields,
    unmappedRegistrations: unmappedRegistrations(mappings, model),
    ...walk.arguments,
    fieldNullnessErrors: walk.fieldNullnessErrors,
    skippedTypes: walk.skippedTypes,
    further: furtherFindings({ mappings, model, walk }, initializer.sections),
    schema: () => schema,
    dataFetcher: mappings.fetcherOf.bind(mappings),
  };
  return { ...report, toString: () => reportText(report) };
}

function unmappedRegistrations(mappings: InspectedMappings, model: CodeModel): UnmappedRegistration[] {
  return [...mappings.registrations()]
    .filter(({ typeName, fieldName }) => !hasField(mappings.schema, typeName, fieldName))
    .map(({ typeName, fieldName, fetcher }) => {
      const described = describedFetcher(fetcher);
      const site = described ? siteOf(described, model) : { description: fetcher.name || "anonymous data fetcher" };
      return { typeName, fieldName, site };
    });
}

function hasField(schema: GraphQLSchema, typeName: string, fieldName: string): boolean {
  const type = schema.getType(typeName);
  return type !== undefined && "getFields" in type && Object.hasOwn(type.getFields(), fieldName);
}
