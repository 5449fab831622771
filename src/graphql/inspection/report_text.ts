import type { FieldCoordinates, SchemaReport } from "./schema_report.ts";

/**
 * Renders the six sections of a report.
 *
 * @param report without its own `toString`
 * @returns a heading and six lines, each indented by a tab; no line end at the end
 */
export function reportText(report: Omit<SchemaReport, "toString">): string {
  return [
    "GraphQL schema inspection:",
    `\tUnmapped fields: ${grouped(report.unmappedFields, ({ typeName }) => typeName, ({ fieldName }) => fieldName)}`,
    `\tUnmapped registrations: {${
      report.unmappedRegistrations.map((found) => `${coordinatesText(found)}=${found.site.description}`).join(", ")
    }}`,
    `\tUnmapped arguments: ${
      grouped(report.unmappedArguments, ({ site }) => site.description, ({ argument }) => argument)
    }`,
    `\tField nullness errors: ${
      grouped(
        report.fieldNullnessErrors,
        ({ typeName }) => typeName,
        ({ fieldName, site }) => `${fieldName} is NON_NULL -> '${site.description}' is NULLABLE`,
      )
    }`,
    `\tArgument nullness errors: ${
      grouped(
        report.argumentNullnessErrors,
        ({ site }) => site.description,
        ({ argument, type }) => `${type} ${argument} should be NULLABLE`,
      )
    }`,
    `\tSkipped types: [${report.skippedTypes.map(({ typeName }) => typeName).join(", ")}]`,
  ].join("\n");
}

/** A field as text: `Book.title`. */
export function coordinatesText({ typeName, fieldName }: FieldCoordinates): string {
  return `${typeName}.${fieldName}`;
}

function grouped<F>(findings: readonly F[], keyOf: (finding: F) => string, valueOf: (finding: F) => string): string {
  const groups = Map.groupBy(findings, keyOf);
  return `{${[...groups].map(([key, members]) => `${key}=[${members.map(valueOf).join(", ")}]`).join(", ")}}`;
}
