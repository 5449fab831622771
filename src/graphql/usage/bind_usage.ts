import type { Container } from "../../../deps.ts";
import { EspalierProperties } from "../../kernel/mod.ts";
import { Instrumentation } from "../execution/mod.ts";
import { WebGraphQlInterceptor } from "../interception/mod.ts";
import { UsageRecorder } from "./usage_recorder.ts";
import { SchemaUsage } from "../inspection/mod.ts";
import { UsageReport } from "./usage_report.ts";

/**
 * Binds what counts the use of the schema.
 *
 * @param container the application's container
 */
export function bindUsage(container: Container): void {
  const report = new UsageReport(container.get(EspalierProperties).graphql.usageReport);
  const recorder = new UsageRecorder(report);
  container.bind(SchemaUsage).toConstantValue(report);
  container.bind(Instrumentation).toConstantValue(recorder);
  container.bind(WebGraphQlInterceptor).toConstantValue(recorder);
}
