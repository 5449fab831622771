import type { Container, ContainerModuleLoadOptions } from "../../deps.ts";
import {
  ActuatorEndpoint,
  ApplicationRoot,
  type Class,
  ContainerPreparation,
  EspalierProperties,
  inOrder,
  Logger,
  StartupTask,
} from "../kernel/mod.ts";
import { GraphQlSourceBuilderCustomizer } from "./execution/mod.ts";
import { classesOfModules } from "./classes_of_modules.ts";
import {
  findingsOf,
  formatFindings,
  InspectionEndpoint,
  readTypeFacts,
  SchemaInspection,
  SchemaInspectionConfigurer,
  type SchemaMappingInspectorInitializer,
  type SchemaReport,
  SchemaUsage,
  type TypeFacts,
} from "./inspection/mod.ts";

/** Comes before the schema is built. */
const beforeTheSchema = -10;

/**
 * Binds the inspection of the schema at start-up: what it finds is logged, at `WARN` where a developer or a test reads it, kept in the
 * {@linkcode SchemaInspection} bean and shown by the actuator.
 *
 * @param module where the beans are bound
 */
export function bindInspection({ bind }: ContainerModuleLoadOptions): void {
  bind(SchemaInspection).toConstantValue(new SchemaInspection());
  bind(ContainerPreparation).toConstantValue({ name: "graphql: count the use of the schema", prepare: countUsage });
  bind(StartupTask).toConstantValue({ name: "graphql: prepare the inspection", order: beforeTheSchema, run: prepare });
}

/** Loaded only where something is counted. */
async function countUsage(container: Container): Promise<void> {
  if (container.get(EspalierProperties).graphql.usageReport === 0) return;
  const { bindUsage } = await import("./usage/mod.ts");
  bindUsage(container);
}

async function prepare(container: Container): Promise<void> {
  bindEndpoint(container);
  const { graphql } = container.get(EspalierProperties);
  if (graphql.inspection === "off") return;
  const log = container.get(Logger).forCategory("espalier.graphql.inspection");
  const facts = await readTypeFacts(container.get(ApplicationRoot), log);
  const classes = await classesOfModules(container, log);
  const configurers = inOrder(await container.getAllAsync(SchemaInspectionConfigurer));
  const consume = consumer(container, log);
  container.bind(GraphQlSourceBuilderCustomizer).toConstantValue({
    // A customizer of the application comes later, and what it says about inspection replaces this.
    order: -Infinity,
    customize: (builder) => builder.inspectSchemaMappings(initializer({ configurers, facts, classes }), consume),
  });
}

function bindEndpoint(container: Container): void {
  const { graphql, preset } = container.get(EspalierProperties);
  const hasPage = preset === "development";
  const isInspected = graphql.inspection !== "off" && (graphql.inspectionEndpoint || hasPage);
  const report = container.isBound(SchemaUsage) ? container.get(SchemaUsage) : undefined;
  if (!isInspected && report === undefined) return;
  container.bind(ActuatorEndpoint).toConstantValue(
    new InspectionEndpoint({
      hasPage,
      ...(isInspected ? { inspection: container.get(SchemaInspection) } : {}),
      ...(report === undefined ? {} : { usage: () => report.toJSON() }),
    }),
  );
}

interface Sources {
  readonly configurers: readonly SchemaInspectionConfigurer[];
  readonly facts: TypeFacts | undefined;
  readonly classes: readonly Class[];
}

function initializer({ configurers, facts, classes }: Sources) {
  return (inspector: SchemaMappingInspectorInitializer) => {
    inspector.classes(...classes);
    if (facts) inspector.typeFacts(facts);
    for (const configurer of configurers) configurer.configure(inspector);
  };
}

function consumer(container: Container, log: Logger): (report: SchemaReport) => void {
  const { preset, graphql: { inspectionFailOn } } = container.get(EspalierProperties);
  return (report) => {
    container.get(SchemaInspection).report = report;
    const findings = findingsOf(report);
    const level = findings.length > 0 && preset !== "production" ? "warn" : "info";
    log[level](formatFindings(report, "text"));
    const fatal = findings.filter(({ section }) => inspectionFailOn.includes(section));
    if (fatal.length === 0) return;
    throw new Error(
      `Cannot use the schema as its inspection must find nothing in ${inspectionFailOn.join(", ")}: ` +
        fatal.map(({ message }) => message).join("; "),
    );
  };
}
