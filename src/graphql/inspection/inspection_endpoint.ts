import { accepts } from "@std/http/negotiation";
import { escapeHtml, pageHeaders, problem } from "../../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest } from "../../kernel/mod.ts";
import { type Finding, findingsOf } from "./finding.ts";
import type { SchemaInspection } from "./schema_inspection.ts";

/** Shows what the inspection of the schema found, at `/actuator/graphql`. */
export class InspectionEndpoint implements ActuatorEndpoint {
  readonly id = "graphql";
  // It is there only where a property asks for it.
  readonly isExposedByDefault = true;
  readonly order = 100;
  readonly #inspection: SchemaInspection;
  readonly #hasPage: boolean;

  /**
   * Creates the endpoint.
   *
   * @param inspection holds the report
   * @param hasPage whether browsers get a page; programs always get JSON
   */
  constructor(inspection: SchemaInspection, hasPage: boolean) {
    this.#inspection = inspection;
    this.#hasPage = hasPage;
  }

  /** Answers with the findings. */
  handle({ request, path }: ActuatorRequest): Response | undefined {
    if (path !== "") return undefined;
    const { report } = this.#inspection;
    if (!report) return problem({ status: 404, detail: "The schema was not inspected" });
    const findings = findingsOf(report);
    const types = ["application/json", ...(this.#hasPage ? ["text/html"] : [])];
    if (accepts(request, ...types) === "text/html") return new Response(pageOf(findings), { headers: pageHeaders() });
    return Response.json({ findings });
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
