import type { Application } from "../../app/mod.ts";
import { type FindingSection, findingsOf, SchemaInspection } from "../../graphql/mod.ts";

/** The tolerated findings. */
export interface NoFindingsOptions {
  /** Sections whose findings are ignored, for example `"skippedTypes"`. */
  readonly except?: readonly FindingSection[];
}

/**
 * Fails if the inspection of the schema at start-up has findings.
 *
 * @param app an application with `graphql()`
 * @param options the tolerated findings
 * @throws Error with every finding on a line, or when the schema was not inspected
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { assertNoSchemaFindings } from "@espalier/espalier/testing";
 *
 * const schema = Resource.text("hello", "type Query { greeting: String }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] })));
 * assertNoSchemaFindings(app, { except: ["unmappedFields"] });
 * ```
 */
export function assertNoSchemaFindings(app: Application, { except = [] }: NoFindingsOptions = {}): void {
  const report = app.container.isBound(SchemaInspection) ? app.container.get(SchemaInspection).report : undefined;
  if (!report) throw new Error("Cannot look for findings as the application must install graphql() with inspection on");
  const found = findingsOf(report).filter(({ section }) => !except.includes(section));
  if (found.length === 0) return;
  const lines = found.map(({ section, message, site }) => {
    const place = site?.location ? ` (${site.location.file}:${site.location.line})` : "";
    return `  ${section}: ${message}${site ? ` – ${site.description}` : ""}${place}`;
  });
  throw new Error(`Expected no findings of the schema inspection: got ${found.length}\n${lines.join("\n")}`);
}
