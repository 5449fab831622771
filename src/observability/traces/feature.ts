import { type Container, ContainerModule } from "../../../deps.ts";
import { BodyReader } from "../../http/mod.ts";
import {
  ActuatorEndpoint,
  checkOptions,
  ContainerPreparation,
  developmentLink,
  EspalierProperties,
  Lifecycle,
  markInstalled,
} from "../../kernel/mod.ts";
import { TraceExporter } from "../trace_exporter.ts";
import { localSpans } from "./local_spans.ts";
import { TracesEndpoint } from "./traces_endpoint.ts";
import { TraceStore } from "./trace_store.ts";

/** What the page of traces is installed with. */
export interface TracesOptions {
  /** Whether the page is there outside of the development preset too; what spans hold is then seen by who can ask. */
  readonly always?: boolean;
  /** Most traces that are kept; 100 by default. */
  readonly maxTraces?: number;
}

/**
 * Installs `/actuator/traces`, the last traces as waterfalls, in the development preset. It shows the spans of this
 * process and what others send to `/actuator/traces/v1/traces` by OTLP over HTTP.
 *
 * @param options where it is there, how much is kept
 * @returns a module for the container, for use with `actuator()` and `tracing()`
 * @throws TypeError when an option does not exist
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { actuator } from "@espalier/espalier/actuator";
 * import { traces, tracing } from "@espalier/espalier/observability";
 *
 * const features = [actuator(), tracing(), traces({ always: true, maxTraces: 20 })];
 * await using app = await createApp(createContainer(...features), {
 *   properties: { actuator: { exposureInclude: ["traces"] } },
 * });
 * console.log((await app.fetch(new Request("http://localhost/actuator/traces"))).status); // 200
 * ```
 */
export function traces(options: TracesOptions = {}): ContainerModule {
  checkOptions("traces()", options, { always: true, maxTraces: true });
  const { always = false, maxTraces = 100 } = options;
  const prepare = (container: Container) => {
    const { preset, tracing, http } = container.get(EspalierProperties);
    if (!tracing.enabled || (preset !== "development" && !always) || container.isBound(TraceStore)) return;
    const store = new TraceStore(maxTraces);
    const link = developmentLink();
    store.read(link?.restore("traces") ?? "");
    link?.keep("traces", () => store.write());
    container.bind(TraceStore).toConstantValue(store);
    container.bind(TraceExporter).toConstantValue(localSpans(store));
    const bodies = new BodyReader(http);
    container.bind(ActuatorEndpoint).toConstantValue(new TracesEndpoint(store, bodies));
    container.get(Lifecycle).onDrain(() => bodies[Symbol.dispose]());
  };
  return new ContainerModule((module) => {
    const { bind } = module;
    markInstalled("traces()", module);
    // Before tracing makes its tracer provider of the exporters.
    bind(ContainerPreparation).toConstantValue({ name: "traces: keep the last traces", order: -200, prepare });
  });
}
