import { type Finding, type FindingSection, findingsOf } from "./finding.ts";
import type { SchemaReport } from "./schema_report.ts";

/** Forms in which findings can be written. */
export type FindingFormat = "text" | "json" | "sarif";

/**
 * Writes the findings of a report.
 *
 * @param report what an inspection found
 * @param format `"text"` for people, `"json"` for programs, `"sarif"` (2.1.0) for code scanning
 *
 * @example
 * ```ts
 * import { formatFindings, inspectSchemaMappings } from "@espalier/espalier/graphql";
 * import { buildSchema } from "graphql";
 *
 * const schema = buildSchema("type Query { book: String author: String }");
 * const dataFetchers = new Map([["Query", new Map([["book", () => "Emma"]])]]);
 * const report = inspectSchemaMappings({ schema, dataFetchers });
 * console.log(formatFindings(report, "text")); // GraphQL schema inspection: 1 finding …
 * ```
 */
export function formatFindings(report: SchemaReport, format: FindingFormat): string {
  const findings = findingsOf(report);
  switch (format) {
    case "text":
      return textOf(findings);
    case "json":
      return JSON.stringify({ findings }, undefined, 2);
    case "sarif":
      return JSON.stringify(sarifOf(findings), undefined, 2);
  }
}

function textOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return "GraphQL schema inspection: no findings";
  const count = `${findings.length} finding${findings.length === 1 ? "" : "s"}`;
  const sections = [...Map.groupBy(findings, ({ section }) => section)];
  const lines = sections.flatMap(([section, members]) => [`${titles[section]}:`, ...members.map(lineOf)]);
  return [`GraphQL schema inspection: ${count}`, ...lines].join("\n");
}

function lineOf({ message, site }: Finding): string {
  const place = site?.location && ` (${site.location.file}:${site.location.line})`;
  return `  ${message}${site ? ` – ${site.description}` : ""}${place ?? ""}`;
}

const titles: Readonly<Record<FindingSection, string>> = {
  unmappedFields: "Unmapped fields",
  unmappedRegistrations: "Unmapped registrations",
  unmappedArguments: "Unmapped arguments",
  fieldNullnessErrors: "Field nullness errors",
  argumentNullnessErrors: "Argument nullness errors",
  skippedTypes: "Skipped types",
  mismatchedTypes: "Types that don't fit",
  unbatchedFields: "Fields fetched once per element of a list",
  unreachableRegistrations: "Unreachable registrations",
  unreadArguments: "Arguments that are never read",
  deprecationsWithoutReason: "Deprecations without reason",
  connectionsWithoutLimit: "Connections without a page limit",
};

function sarifOf(findings: readonly Finding[]): object {
  const used = [...new Set(findings.map(({ section }) => section))];
  const rules = used.map((id) => ({ id, shortDescription: { text: titles[id] } }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "espalier-graphql-inspection", rules } }, results: findings.map(resultOf) }],
  };
}

/** The sections whose findings make a requested field fail or be absent. */
const alwaysWrong: ReadonlySet<FindingSection> = new Set(["unmappedFields", "fieldNullnessErrors", "mismatchedTypes"]);

function resultOf({ section, message, site, typeName, fieldName }: Finding): object {
  const logical = { logicalLocations: [{ fullyQualifiedName: `${typeName}.${fieldName}` }] };
  const physical = site?.location && {
    physicalLocation: {
      artifactLocation: { uri: site.location.file },
      region: { startLine: site.location.line },
    },
  };
  const level = alwaysWrong.has(section) ? "error" : "warning";
  return { ruleId: section, level, message: { text: message }, locations: [{ ...physical, ...logical }] };
}
