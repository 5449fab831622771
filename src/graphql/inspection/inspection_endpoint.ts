import { accepts } from "@std/http/negotiation";
import { escapeHtml, pageHeaders, problem } from "../../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest } from "../../kernel/mod.ts";
import { type Finding, findingsOf } from "./finding.ts";
import type { SchemaInspection } from "./schema_inspection.ts";

/** What an {@linkcode InspectionEndpoint} shows. */
export interface InspectionEndpointParts {
  /** Holds the report; absent if the inspection is not exposed. */
  readonly inspection?: SchemaInspection;
  /** Returns how clients use the schema, as JSON; absent if usage is not counted. */
  readonly usage?: () => object;
  /** Whether browsers get a page; programs always get JSON. */
  readonly hasPage: boolean;
}

/** Shows what the inspection of the schema found and how clients use the schema, at `/actuator/graphql`. */
export class InspectionEndpoint implements ActuatorEndpoint {
  readonly id = "graphql";
  /** Sensitive: the inspection is exposed only by a property, and usage reports describe clients. */
  readonly isExposedByDefault: boolean;
  readonly order = 100;
  readonly #parts: InspectionEndpointParts;

  /**
   * Creates the endpoint.
   *
   * @param parts the exposed reports
   */
  constructor(parts: InspectionEndpointParts) {
    this.#parts = parts;
    // In development the page is a developer's own, as it was before there was a report of use.
    this.isExposedByDefault = parts.usage === undefined || parts.hasPage;
  }

  handle({ request, path }: ActuatorRequest): Response | undefined {
    if (path !== "") return undefined;
    const { inspection, usage, hasPage } = this.#parts;
    const findings = inspection?.report && findingsOf(inspection.report);
    if (!findings && usage === undefined) return problem({ status: 404, detail: "The schema was not inspected" });
    const types = ["application/json", ...(hasPage ? ["text/html"] : [])];
    if (accepts(request, ...types) === "text/html") {
      return new Response(pageOf(findings ?? []), { headers: pageHeaders() });
    }
    return Response.json({ ...(findings ? { findings } : {}), ...(usage === undefined ? {} : { usage: usage() }) });
  }
}

function pageOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ section, message, site }) => {
    const place = site?.location ? `${site.location.file}:${site.location.line}` : "";
    const cells = [section, message, site?.description ?? "", place];
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
  });
  const table = `<table><tr><th>Section<th>Finding<th>Code<th>Place</tr>${rows.join("\n")}</table>`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>GraphQL schema inspection</title>
<h1>GraphQL schema inspection</h1>
${findings.length === 0 ? "<p>No findings</p>" : table}
</html>
`;
}
