import type { ServiceIdentifier } from "../../../deps.ts";
import { type Ordered, token } from "../../kernel/mod.ts";
import type { SchemaMappingInspectorInitializer } from "./inspection_options.ts";
import type { SchemaReport } from "./schema_report.ts";

/** A bean that configures schema inspection with information that the code does not have. */
export interface SchemaInspectionConfigurer extends Ordered {
  /**
   * Configures the inspection.
   *
   * @param initializer takes class mappings, candidate classes, a class name function
   */
  configure(initializer: SchemaMappingInspectorInitializer): void;
}

/** Identifier of the {@linkcode SchemaInspectionConfigurer} beans. */
export const SchemaInspectionConfigurer: ServiceIdentifier<SchemaInspectionConfigurer> = token<
  SchemaInspectionConfigurer
>("SchemaInspectionConfigurer");

/**
 * Holds the report of the inspection at start-up. The class is the identifier of the bean.
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { SchemaInspection } from "@espalier/espalier/graphql";
 *
 * const schema = Resource.text("hello", "type Query { greeting: String }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] })));
 * const { report } = app.container.get(SchemaInspection);
 * console.log(report?.unmappedFields); // [{ typeName: "Query", fieldName: "greeting" }]
 * ```
 */
export class SchemaInspection {
  /** The report; `undefined` before start-up, and if inspection is disabled. */
  report: SchemaReport | undefined;
}
