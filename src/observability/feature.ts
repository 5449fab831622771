import { type Container, ContainerModule } from "../../deps.ts";
import {
  type Histogram,
  loadOpenTelemetryApi,
  loadOpenTelemetryCore,
  type Meter,
  type OpenTelemetryApi,
} from "./deps.ts";
import { StatementObserver } from "../data/statement_observer.ts";
import { BatchLoaderRegistry, DefaultBatchLoaderRegistry, Instrumentation } from "../graphql/mod.ts";
import { HttpInterceptor } from "../http/mod.ts";
import {
  checkOptions,
  ContainerPreparation,
  EspalierProperties,
  InheritedContext,
  InitialContext,
  InstalledModule,
  Lifecycle,
  LogContext,
  Logger,
  markInstalled,
  ModuleCallInterceptor,
  type TracingProperties,
} from "../kernel/mod.ts";
import { EventObserver, EventPublications, interceptModuleCalls, ModuleCalls } from "../modulith/mod.ts";
import { DataFetcherSpans } from "./data_fetcher_spans.ts";
import { exportingProvider } from "./exporting_provider.ts";
import { otlpEndpointInEnvironment } from "./otlp/otlp_variables.ts";
import { OwnMetrics } from "./metrics/own_metrics.ts";
import { EventSpans } from "./event_spans.ts";
import { GraphQlSpans } from "./graphql_spans.ts";
import { HttpSpans } from "./http_spans.ts";
import { ModuleSpans } from "./module_spans.ts";
import { RecordedQuery } from "./recorded_query.ts";
import { consoleExporter, otlpExporter, TraceExporter } from "./trace_exporter.ts";
import { MeterProvider, TracerProvider } from "./tracer_provider.ts";
import { Tracing } from "./tracing.ts";
import { operatorsPaths } from "./operators_paths.ts";

/** The options of `tracing()`. */
export interface TracingOptions {
  /** Exporters of finished spans, in addition to those configured by the properties under `tracing`. */
  readonly exporters?: readonly TraceExporter[];
}

const scopeName = "espalier";

/**
 * Installs tracing: a span and a duration for each HTTP request, a span for each call from one application module into
 * another, listeners that continue the trace of the publisher. The packages of OpenTelemetry are loaded at start-up.
 *
 * Spans are exported as configured by `tracing.otlpUrl` and `tracing.console`, and to the given exporters; without any
 * of them to the process's global tracer provider. Bind `TracerProvider` to use a custom one.
 *
 * @param options exporters
 * @returns a module for the container
 * @throws TypeError when an option is unknown
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { inMemoryExporter, tracing } from "@espalier/espalier/observability";
 *
 * const memory = inMemoryExporter();
 * await using app = await createApp(createContainer(tracing({ exporters: [memory] })));
 * await app.fetch(new Request("http://localhost/nothing-here"));
 * console.log(memory.spans.map((span) => span.name)); // ["GET"]
 * ```
 */
export function tracing(options: TracingOptions = {}): ContainerModule {
  checkOptions("tracing()", options, { exporters: true });
  const { exporters = [] } = options;
  return new ContainerModule((module) => {
    const { bind } = module;
    markInstalled("tracing()", module);
    for (const exporter of exporters) bind(TraceExporter).toConstantValue(exporter);
    bind(ContainerPreparation).toConstantValue({ name: "tracing: load OpenTelemetry", order: -100, prepare: install });
  });
}

async function install(container: Container): Promise<void> {
  const properties = container.get(EspalierProperties).tracing;
  if (!properties.enabled || container.isBound(Tracing)) return;
  const [api, { W3CTraceContextPropagator }] = await Promise.all([loadOpenTelemetryApi(), loadOpenTelemetryCore()]);
  const isRuntimes = !container.isBound(TracerProvider) && !await bindTracerProvider(container, properties, api);
  if (!container.isBound(MeterProvider)) {
    container.bind(MeterProvider).toConstantValue(api.metrics.getMeterProvider());
  }
  const tracer = (await container.getAsync(TracerProvider)).getTracer(scopeName);
  const propagator = new W3CTraceContextPropagator();
  const tracing = new Tracing({ api, tracer, propagator, isRuntimes });
  container.bind(Tracing).toConstantValue(tracing);
  container.bind(InitialContext).toConstantValue({ within: (enter) => tracing.withoutSpans(enter) });
  if (tracing.usesGlobalContext) container.bind(InheritedContext).toConstantValue({ capture: () => tracing.capture() });
  container.get(LogContext).contribute(() => tracing.logFields);
  const given = (await container.getAsync(MeterProvider)).getMeter(scopeName);
  // Measure nothing without a reader of metrics, or if metrics() measures already.
  const isMeasured = container.isBound(OwnMetrics);
  const meter = isMeasured || given === api.createNoopMeter() ? undefined : given;
  const { serviceName } = properties;
  container.bind(ModuleCallInterceptor).toConstantValue(
    new ModuleSpans({
      tracing,
      serviceName,
      lifecycle: container.get(Lifecycle),
      isModuleFollowed: isMeasured || meter !== undefined,
    }),
  );
  await interceptModuleCalls(container);
  await bindRequestSpans(container, tracing, meter);
  bindGraphQlSpans(container, tracing, meter);
  await bindStatementSpans(container, tracing, meter);
  if (meter !== undefined) measureBacklog(container, meter);
}

/** Measures the number of waiting publications by status, whenever the metrics are read. */
function measureBacklog(container: Container, meter: Meter): void {
  if (!container.isBound(EventPublications)) return;
  const logger = container.get(Logger).forCategory("espalier.events");
  const gauge = meter.createObservableGauge("modulith.events.backlog", {
    description: "Event publications that are not completed.",
  });
  gauge.addCallback(async (result) => {
    try {
      const { counts } = await container.get(EventPublications).backlog();
      for (const [status, count] of Object.entries(counts)) result.observe(count, { status });
    } catch (error) {
      logger.warn("Cannot measure the backlog of event publications", { error });
    }
  });
}

async function bindRequestSpans(container: Container, tracing: Tracing, meter: Meter | undefined): Promise<void> {
  // The runtime measures requests already.
  const ofRequests = tracing.joinsRuntime ? undefined : meter;
  const duration = durations(ofRequests, "http.server.request.duration", "Duration of HTTP server requests.");
  const properties = container.get(EspalierProperties);
  const query = new RecordedQuery(properties);
  const excludedPaths = operatorsPaths(properties);
  container.bind(HttpInterceptor).toConstantValue(new HttpSpans({ tracing, duration, excludedPaths, query }));
  container.bind(EventObserver).toConstantValue(
    new EventSpans({
      tracing,
      processed: meter?.createCounter("modulith.events.processed", {
        description: "Events published of application modules.",
      }),
      modules: await container.getAllAsync(InstalledModule),
      calls: container.isBound(ModuleCalls) ? container.get(ModuleCalls) : undefined,
    }),
  );
}

function bindGraphQlSpans(container: Container, tracing: Tracing, meter: Meter | undefined): void {
  const properties = container.get(EspalierProperties).tracing;
  const duration = durations(meter, "graphql.request", "Duration of GraphQL requests.");
  container.bind(Instrumentation).toConstantValue(new GraphQlSpans({ tracing, duration, properties }));
  const fetcherSpans = new DataFetcherSpans({
    tracing,
    fetchDuration: durations(meter, "graphql.datafetcher", "Duration of asynchronous GraphQL data fetchers."),
    loadDuration: durations(meter, "graphql.dataloader", "Duration of GraphQL batch loading."),
    properties,
  });
  container.bind(Instrumentation).toConstantValue(fetcherSpans);
  container.onActivation(BatchLoaderRegistry, (_, registry) => {
    if (registry instanceof DefaultBatchLoaderRegistry) {
      registry.instrumentLoaders((name, load) => fetcherSpans.instrumentLoader(name, load));
    }
    return registry;
  });
}

async function bindStatementSpans(container: Container, tracing: Tracing, meter: Meter | undefined): Promise<void> {
  const { statementSpans } = container.get(EspalierProperties).tracing;
  if (!statementSpans && meter === undefined) return;
  const { StatementSpans } = await import("./statement_spans.ts");
  const duration = meter?.createHistogram("db.client.operation.duration", {
    unit: "s",
    description: "Duration of database client operations.",
    advice: { explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10] },
  });
  container.bind(StatementObserver).toConstantValue(
    new StatementSpans({ tracing: statementSpans ? tracing : undefined, duration }),
  );
}

function durations(meter: Meter | undefined, name: string, description: string): Histogram | undefined {
  // The bucket boundaries of OpenTelemetry's semantic conventions, in seconds.
  const explicitBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
  return meter?.createHistogram(name, { unit: "s", description, advice: { explicitBucketBoundaries } });
}

/** @returns whether a tracer provider was created, instead of using that of the process */
async function bindTracerProvider(
  container: Container,
  properties: TracingProperties,
  api: OpenTelemetryApi,
): Promise<boolean> {
  const exporters = [
    ...await container.getAllAsync(TraceExporter),
    ...(properties.otlpUrl === "" ? [] : [otlpExporter({ url: properties.otlpUrl })]),
    ...(properties.console ? [consoleExporter()] : []),
  ];
  const endpoint = exporters.length === 0 ? otlpEndpointInEnvironment("traces") : undefined;
  if (endpoint !== undefined) exporters.push(otlpExporter({ url: endpoint }));
  if (exporters.length === 0) {
    container.bind(TracerProvider).toConstantValue(api.trace.getTracerProvider());
    return false;
  }
  const logger = container.get(Logger).forCategory("espalier.tracing");
  const provider = await exportingProvider({ api, properties, exporters, logger });
  container.bind(TracerProvider).toConstantValue(provider).onDeactivation(async () => {
    // An unreachable receiver must not keep the application from stopping.
    await provider.shutdown().catch((error) => logger.warn("Cannot send the last spans", { error }));
  });
  return true;
}
