import { problem } from "../../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest } from "../../kernel/mod.ts";
import type { Attributes, MetricData, ResourceMetrics } from "../deps.ts";

/** Reads all metrics. */
export type CollectMetrics = () => Promise<ResourceMetrics>;

/** One statistic of a metric. */
interface Measurement {
  readonly statistic: "COUNT" | "TOTAL" | "TOTAL_TIME" | "MAX" | "VALUE";
  readonly value: number;
}

/** A pair that a series must have. */
type Tag = readonly [key: string, value: string];

const baseUnits: Readonly<Record<string, string>> = { s: "seconds", By: "bytes" };

/** `/actuator/metrics`: the names of the metrics, and each one by name, narrowed by `?tag=key:value`. */
export class MetricsEndpoint implements ActuatorEndpoint {
  readonly id = "metrics";
  readonly pathVariable = "requiredMetricName";
  readonly #collect: CollectMetrics;

  /** @param collect reads the metrics */
  constructor(collect: CollectMetrics) {
    this.#collect = collect;
  }

  async handle({ request, path }: ActuatorRequest): Promise<Response | undefined> {
    const { scopeMetrics } = await this.#collect();
    const metrics = scopeMetrics.flatMap(({ metrics }) => metrics);
    if (path === "") {
      return Response.json({ names: [...new Set(metrics.map(({ descriptor }) => descriptor.name))].sort() });
    }
    const asked = new URL(request.url).searchParams.getAll("tag");
    const tags = asked.map(tagOf);
    const wrong = tags.indexOf(undefined);
    if (wrong >= 0) {
      const detail = `Each tag parameter must be in the form "key:value": current value is "${asked[wrong]}"`;
      return problem({ status: 400, detail });
    }
    const found = metrics.filter(({ descriptor }) => descriptor.name === path);
    return detailsOf(found, tags.filter((tag) => tag !== undefined));
  }
}

function tagOf(text: string): Tag | undefined {
  const end = text.indexOf(":");
  return end < 1 ? undefined : [text.slice(0, end), text.slice(end + 1)];
}

function detailsOf(found: readonly MetricData[], tags: readonly Tag[]): Response | undefined {
  const [metric] = found;
  const matching = found.map((each) => ({ ...each, dataPoints: each.dataPoints.filter(hasAll(tags)) }) as MetricData)
    .filter(({ dataPoints }) => dataPoints.length > 0);
  if (metric === undefined || matching.length === 0) return undefined;
  const { name, description, unit } = metric.descriptor;
  const baseUnit = baseUnits[unit] ?? unit.replace(/^\{(.*)\}$/, "$1s");
  return Response.json({
    name,
    ...(description === "" ? {} : { description }),
    ...(baseUnit === "" || baseUnit === "1" ? {} : { baseUnit }),
    measurements: measurementsOf(matching),
    availableTags: availableTags(matching, new Set(tags.map(([key]) => key))),
  });
}

function hasAll(tags: readonly Tag[]): (point: { readonly attributes: Attributes }) => boolean {
  return ({ attributes }) => tags.every(([key, value]) => String(attributes[key]) === value);
}

/** Counts and times of all series added up; the largest of maxima. */
function measurementsOf(metrics: readonly MetricData[]): Measurement[] {
  const [metric] = metrics as [MetricData];
  if (metric.dataPointType === 0 || metric.dataPointType === 1) {
    const values = metrics.flatMap(({ dataPoints }) => dataPoints.map(({ value }) => value as Distribution));
    const isTime = metric.descriptor.unit === "s";
    return [
      { statistic: "COUNT", value: total(values.map(({ count }) => count)) },
      { statistic: isTime ? "TOTAL_TIME" : "TOTAL", value: total(values.map(({ sum = 0 }) => sum)) },
      { statistic: "MAX", value: values.reduce((most, { max = 0 }) => Math.max(most, max), 0) },
    ];
  }
  const value = total(metrics.flatMap(({ dataPoints }) => dataPoints.map((point) => point.value as number)));
  return [{ statistic: metric.dataPointType === 3 && metric.isMonotonic ? "COUNT" : "VALUE", value }];
}

interface Distribution {
  readonly count: number;
  readonly sum?: number;
  readonly max?: number;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function availableTags(metrics: readonly MetricData[], given: ReadonlySet<string>): unknown[] {
  const values = new Map<string, Set<string>>();
  for (const { attributes } of metrics.flatMap(({ dataPoints }) => dataPoints as { attributes: Attributes }[])) {
    for (const [key, value] of Object.entries(attributes)) {
      if (!given.has(key)) values.set(key, (values.get(key) ?? new Set()).add(String(value)));
    }
  }
  return [...values].map(([tag, all]) => ({ tag, values: [...all].sort() }));
}
