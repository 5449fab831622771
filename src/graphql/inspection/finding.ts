import {
  type CodeSite,
  type FieldCoordinates,
  type FurtherSection,
  furtherSections,
  type MappingSection,
  type SchemaReport,
} from "./schema_report.ts";

/** Name of a section of a report. */
export type FindingSection = MappingSection | FurtherSection;

/** One finding of a report, whatever its section. */
export interface Finding extends FieldCoordinates {
  /** The section of the report that contains the finding. */
  readonly section: FindingSection;
  /** A sentence that begins with the coordinates: `Book.missing has no data fetcher and …`. */
  readonly message: string;
  /** The code that it concerns, if any. */
  readonly site?: CodeSite;
}

/**
 * The findings of a report as one list, in the order of its sections.
 *
 * @param report what an inspection found
 *
 * @example
 * ```ts
 * import { findingsOf, inspectSchemaMappings } from "@espalier/espalier/graphql";
 * import { buildSchema } from "graphql";
 *
 * const schema = buildSchema("type Query { book: String author: String }");
 * const dataFetchers = new Map([["Query", new Map([["book", () => "Emma"]])]]);
 * const report = inspectSchemaMappings({ schema, dataFetchers });
 * console.log(findingsOf(report).map(({ section }) => section)); // ["unmappedFields"]
 * ```
 */
export function findingsOf(report: SchemaReport): readonly Finding[] {
  return [...mappingFindings(report), ...furtherFindings(report)];
}

function* mappingFindings(report: SchemaReport): Iterable<Finding> {
  for (const found of report.unmappedFields) {
    const where = found.className ? `the class "${found.className}" has no such property` : "its type has no class";
    yield finding("unmappedFields", found, `has no data fetcher and ${where}: it is always null`);
  }
  for (const found of report.unmappedRegistrations) {
    yield finding("unmappedRegistrations", found, `is registered but is no field of the schema`);
  }
  for (const found of report.unmappedArguments) {
    yield finding("unmappedArguments", found, `has no argument "${found.argument}", which its code expects`);
  }
  for (const found of report.fieldNullnessErrors) {
    yield finding("fieldNullnessErrors", found, "is non-null, but its code may return null");
  }
  for (const found of report.argumentNullnessErrors) {
    const expected = `its code expects a ${found.type} that is never null`;
    yield finding("argumentNullnessErrors", found, `takes null for its argument "${found.argument}", but ${expected}`);
  }
  for (const { typeName, coordinates, reason } of report.skippedTypes) {
    yield finding("skippedTypes", coordinates, `leads to the type "${typeName}", which can't be checked: ${reason}`);
  }
}

function* furtherFindings({ further }: SchemaReport): Iterable<Finding> {
  for (const section of furtherSections) {
    for (const found of further[section]) yield finding(section, found, found.message);
  }
}

function finding(
  section: FindingSection,
  found: FieldCoordinates & { readonly site?: CodeSite },
  text: string,
): Finding {
  const { typeName, fieldName, site } = found;
  return { section, typeName, fieldName, message: `${typeName}.${fieldName} ${text}`, ...(site && { site }) };
}
