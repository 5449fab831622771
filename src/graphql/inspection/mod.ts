/**
 * Compares a schema with the code behind it before the first request.
 *
 * @module
 */

export type { SourceLocation } from "./code_type.ts";
export { describedFetcher } from "./described_fetcher.ts";
export * from "./finding.ts";
export * from "./finding_formats.ts";
export * from "./inspection_options.ts";
export { InspectionEndpoint } from "./inspection_endpoint.ts";
export { readTypeFacts } from "./read_type_facts.ts";
export { SchemaInspection, SchemaInspectionConfigurer } from "./schema_inspection.ts";
export { type InspectionInput, inspectSchemaMappings } from "./schema_mapping_inspector.ts";
export * from "./schema_report.ts";
export { SchemaUsage } from "./schema_usage.ts";
export * from "./type_facts.ts";
