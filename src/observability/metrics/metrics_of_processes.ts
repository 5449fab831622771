import type { ServingProcesses } from "../../kernel/mod.ts";
import type { MetricData, ResourceMetrics } from "../deps.ts";
import type { CollectMetrics } from "./metrics_endpoint.ts";

const topic = "metrics";

/** The attribute that tells the series of several processes apart. */
const attribute = "process";

type ScopeMetrics = ResourceMetrics["scopeMetrics"];

/**
 * Lets any of the processes that serve together read the metrics of all. Series have the number of their process in the
 * attribute `process`, so that what adds them up counts each once. One process alone adds nothing.
 *
 * @param collect reads the metrics of this process
 * @param processes those that serve the application
 */
export function metricsOfProcesses(collect: CollectMetrics, processes: ServingProcesses): CollectMetrics {
  processes.answer(topic, async () => (await collect()).scopeMetrics);
  return async () => {
    const own = await collect();
    const { link } = processes;
    if (link === undefined) return own;
    const others = await processes.gather(topic);
    const all = [
      ...labelled(own.scopeMetrics, link.process),
      // They were made by the same code.
      ...others.flatMap(({ process, value }) => labelled(value as ScopeMetrics, process)),
    ];
    return { ...own, scopeMetrics: [{ ...own.scopeMetrics[0]!, metrics: joined(all) }] };
  };
}

function labelled(scopes: ScopeMetrics, process: number): MetricData[] {
  return scopes.flatMap(({ metrics }) =>
    metrics.map((metric) => {
      // JSON has no values that are not finite, which a gauge may have.
      const points = metric.dataPoints.filter(({ value }) => value !== null)
        .map((point) => ({ ...point, attributes: { ...point.attributes, [attribute]: String(process) } }));
      return { ...metric, dataPoints: points } as MetricData;
    })
  );
}

/** One metric of each name, with the series of all processes. */
function joined(metrics: readonly MetricData[]): MetricData[] {
  const byName = new Map<string, MetricData>();
  for (const metric of metrics) {
    const { name } = metric.descriptor;
    const known = byName.get(name);
    const dataPoints = [...known?.dataPoints ?? [], ...metric.dataPoints];
    byName.set(name, { ...(known ?? metric), dataPoints } as MetricData);
  }
  return [...byName.values()];
}
