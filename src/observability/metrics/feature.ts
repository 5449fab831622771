import { type Container, ContainerModule } from "../../../deps.ts";
import {
  BatchLoaderRegistry,
  DefaultBatchLoaderRegistry,
  Instrumentation,
  WebGraphQlInterceptor,
} from "../../graphql/mod.ts";
import { HttpInterceptor } from "../../http/mod.ts";
import {
  ActuatorEndpoint,
  ContainerPreparation,
  EspalierProperties,
  InstalledModule,
  Logger,
  markInstalled,
  ServingProcesses,
  timerLimitMs,
} from "../../kernel/mod.ts";
import { EventObserver, EventPublications, ModuleCalls } from "../../modulith/mod.ts";
import { StatementObserver } from "../../data/statement_observer.ts";
import { loadMetricsSdk, loadOpenTelemetryResources, type MetricReader } from "../deps.ts";
import { otlpEndpointInEnvironment } from "../otlp/otlp_variables.ts";
import { variable } from "../otel_variables.ts";
import { resourceOf } from "../resource_of.ts";
import { StatementSpans } from "../statement_spans.ts";
import { MeterProvider } from "../tracer_provider.ts";
import { addCapacityMetrics } from "./capacity_metrics.ts";
import { CostMetrics } from "./cost_metrics.ts";
import { EventMetrics } from "./event_metrics.ts";
import { FetcherMetrics } from "./fetcher_metrics.ts";
import { GraphQlMetrics } from "./graphql_metrics.ts";
import { HttpMetrics } from "./http_metrics.ts";
import { metricsOfProcesses } from "./metrics_of_processes.ts";
import { MetricsEndpoint } from "./metrics_endpoint.ts";
import { otlpReader, readerOnDemand } from "./metrics_reader.ts";
import { OwnHistogram, OwnMetrics } from "./own_metrics.ts";
import { ProcessMetrics } from "./process_metrics.ts";
import { PrometheusEndpoint } from "./prometheus_endpoint.ts";
import { operatorsPaths } from "../operators_paths.ts";

/**
 * Installs metrics: durations and counts of HTTP requests, GraphQL operations, batches, SQL statements and events, the
 * event loop and the memory. `/actuator/metrics` and `/actuator/prometheus` show them where the actuator is installed and
 * `actuator.exposureInclude` names them; `metrics.otlpUrl` or `OTEL_EXPORTER_OTLP_ENDPOINT` sends them. Instruments of
 * your own are made by the `MeterProvider` bean. OpenTelemetry's packages are loaded at start-up.
 *
 * @returns a module for the container
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { actuator } from "@espalier/espalier/actuator";
 * import { metrics } from "@espalier/espalier/observability";
 *
 * const properties = { actuator: { exposureInclude: ["metrics", "prometheus"] } };
 * await using app = await createApp(createContainer(actuator(), metrics()), { properties });
 * await app.fetch(new Request("http://localhost/nothing-here"));
 * const response = await app.fetch(new Request("http://localhost/actuator/metrics/http.server.request.duration"));
 * console.log((await response.json()).measurements[0]); // { statistic: "COUNT", value: 1 }
 * ```
 */
export function metrics(): ContainerModule {
  return new ContainerModule((module) => {
    const { bind } = module;
    markInstalled("metrics()", module);
    // Before tracing, which then measures nothing by itself; the instruments after it, when modules are followed.
    bind(ContainerPreparation).toConstantValue({ name: "metrics: load OpenTelemetry", order: -150, prepare: load });
    bind(ContainerPreparation).toConstantValue({ name: "metrics: install", order: -90, prepare: install });
  });
}

async function load(container: Container): Promise<void> {
  const { metrics, tracing } = container.get(EspalierProperties);
  if (!metrics.enabled || container.isBound(OwnMetrics)) return;
  if (container.isBound(MeterProvider)) {
    throw new TypeError(
      "Cannot install metrics() as it makes the MeterProvider by itself: leave out either metrics() or the binding",
    );
  }
  const [{ MeterProvider: SdkMeterProvider }, resources] = await Promise.all([
    loadMetricsSdk(),
    loadOpenTelemetryResources(),
  ]);
  const resource = resourceOf(resources, tracing.serviceName);
  const own = new OwnMetrics(resource);
  const reader = await readerOnDemand(own);
  const logger = container.get(Logger).forCategory("espalier.metrics");
  const readers: MetricReader[] = [reader];
  const url = metrics.otlpUrl === "" ? otlpEndpointInEnvironment("metrics") : metrics.otlpUrl;
  if (url !== undefined) readers.push(await otlpReader(own, { url, intervalMs: exportIntervalOf(metrics), logger }));
  const provider = new SdkMeterProvider({ resource, readers });
  const collect = metricsOfProcesses(
    async () => (await reader.collect()).resourceMetrics,
    container.get(ServingProcesses),
  );
  container.bind(OwnMetrics).toConstantValue(own);
  container.bind(ActuatorEndpoint).toConstantValue(new MetricsEndpoint(collect));
  container.bind(ActuatorEndpoint).toConstantValue(new PrometheusEndpoint(collect));
  container.bind(MeterProvider).toConstantValue(provider).onDeactivation(async () => {
    // A receiver that is down must not keep the application from stopping.
    await provider.shutdown().catch((error) => logger.warn("Cannot send the last metrics", { error }));
  });
}

async function install(container: Container): Promise<void> {
  if (!container.isBound(OwnMetrics) || container.isBound(ProcessMetrics)) return;
  const own = container.get(OwnMetrics);
  container.bind(ProcessMetrics).toConstantValue(new ProcessMetrics(own))
    .onDeactivation((each) => each[Symbol.dispose]());
  // Only what was asked for once is deactivated at the end.
  await Promise.all([container.getAsync(ProcessMetrics), container.getAsync(MeterProvider)]);
  const properties = container.get(EspalierProperties);
  container.bind(HttpInterceptor).toConstantValue(new HttpMetrics(own, operatorsPaths(properties)));
  container.bind(Instrumentation).toConstantValue(new GraphQlMetrics(own));
  bindFetcherMetrics(container, own, properties.metrics.fields);
  if (properties.metrics.operationCost) container.bind(WebGraphQlInterceptor).toConstantValue(new CostMetrics(own));
  addCapacityMetrics(own, container);
  const duration = own.add(
    new OwnHistogram(
      { name: "db.client.operation.duration", description: "Duration of database client operations.", unit: "s" },
      [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    ),
  );
  container.bind(StatementObserver).toConstantValue(new StatementSpans({ tracing: undefined, duration }));
  container.bind(EventObserver).toConstantValue(
    new EventMetrics({
      metrics: own,
      modules: await container.getAllAsync(InstalledModule),
      calls: container.isBound(ModuleCalls) ? container.get(ModuleCalls) : undefined,
      // Made when the listeners are known.
      publications: container.isBound(EventPublications) ? () => container.get(EventPublications) : undefined,
    }),
  );
}

/** The property's, or OpenTelemetry's variable where the property is at its default. */
function exportIntervalOf({ exportIntervalMs }: EspalierProperties["metrics"]): number {
  const text = exportIntervalMs === 60_000 ? variable("OTEL_METRIC_EXPORT_INTERVAL") : undefined;
  if (text === undefined) return exportIntervalMs;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1 && value < timerLimitMs) return value;
  throw new TypeError(
    `Cannot send metrics as OTEL_METRIC_EXPORT_INTERVAL must be an integer from 1 to ${timerLimitMs - 1}: current ` +
      `value is "${text}"`,
  );
}

function bindFetcherMetrics(container: Container, own: OwnMetrics, withFields: boolean): void {
  const fetchers = new FetcherMetrics(own, withFields);
  container.bind(Instrumentation).toConstantValue(fetchers);
  container.onActivation(BatchLoaderRegistry, (_, registry) => {
    if (registry instanceof DefaultBatchLoaderRegistry) {
      registry.instrumentLoaders((name, load) => fetchers.instrumentLoader(name, load));
    }
    return registry;
  });
}
