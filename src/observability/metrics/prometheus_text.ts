import type { Attributes, MetricData, ResourceMetrics } from "../deps.ts";

/** Units of OpenTelemetry by the word that Prometheus adds to a name. */
const unitWords: Readonly<Record<string, string>> = { s: "seconds", ms: "milliseconds", By: "bytes" };

/**
 * Writes metrics as Prometheus reads them.
 *
 * @param metrics what was collected
 * @param isOpenMetrics whether by OpenMetrics 1.0, else by Prometheus's own format 0.0.4
 */
export function prometheusText({ resource, scopeMetrics }: ResourceMetrics, isOpenMetrics: boolean): string {
  const target: MetricData = {
    descriptor: { name: "target", description: "Target metadata", unit: "", valueType: 1 },
    aggregationTemporality: 1,
    dataPointType: 2,
    dataPoints: [{ attributes: resource.attributes, startTime: [0, 0], endTime: [0, 0], value: 1 }],
  };
  const families = new Map<string, string>();
  for (const metric of [target, ...scopeMetrics.flatMap(({ metrics }) => metrics)]) {
    const name = familyName(metric);
    // A name stands once: the first instrument has it.
    if (!families.has(name)) families.set(name, family(name, metric, isOpenMetrics));
  }
  return [...families.values()].join("") + (isOpenMetrics ? "# EOF\n" : "");
}

function familyName({ descriptor: { name, unit } }: MetricData): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_:]+/g, "_").replace(/^(?=\d)/, "_");
  const word = unitWords[unit];
  return word === undefined || plain.endsWith(`_${word}`) ? plain : `${plain}_${word}`;
}

function family(name: string, metric: MetricData, isOpenMetrics: boolean): string {
  const { descriptor: { description, unit } } = metric;
  const isCounter = metric.dataPointType === 3 && metric.isMonotonic;
  const isInfo = name === "target";
  const sampleName = isCounter ? `${name}_total` : isInfo ? "target_info" : name;
  const declared = isOpenMetrics ? name : sampleName;
  const type = isCounter
    ? "counter"
    : metric.dataPointType === 0
    ? "histogram"
    : isInfo && isOpenMetrics
    ? "info"
    : "gauge";
  const word = unitWords[unit];
  return [
    `# TYPE ${declared} ${type}`,
    ...(isOpenMetrics && word !== undefined ? [`# UNIT ${declared} ${word}`] : []),
    ...(description === "" ? [] : [`# HELP ${declared} ${escaped(description, isOpenMetrics)}`]),
    ...samples(sampleName, metric, isOpenMetrics),
    "",
  ].join("\n");
}

function samples(name: string, metric: MetricData, isOpenMetrics: boolean): string[] {
  if (metric.dataPointType === 0) {
    return metric.dataPoints.flatMap(({ attributes, value }) => {
      const labels = labelsOf(attributes);
      let below = 0;
      return [
        ...value.buckets.counts.map((count, at) => {
          below += count;
          const end = boundary(value.buckets.boundaries[at], isOpenMetrics);
          return `${name}_bucket{${[...labels, `le="${end}"`].join()}} ${below}`;
        }),
        `${name}_sum${inBraces(labels)} ${number(value.sum ?? 0)}`,
        `${name}_count${inBraces(labels)} ${value.count}`,
      ];
    });
  }
  // Exponential histograms come only from views of the application's own; the format has no word for them.
  if (metric.dataPointType === 1) return [];
  return metric.dataPoints.map(({ attributes, value }) => `${name}${inBraces(labelsOf(attributes))} ${number(value)}`);
}

function boundary(value: number | undefined, isOpenMetrics: boolean): string {
  if (value === undefined) return "+Inf";
  return isOpenMetrics && Number.isInteger(value) ? value.toFixed(1) : String(value);
}

function labelsOf(attributes: Attributes): string[] {
  const labels = new Map<string, string>();
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    const name = key.replaceAll(/[^a-zA-Z0-9_]+/g, "_").replace(/^(?=\d)/, "_");
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    const before = labels.get(name);
    // Names that differ only in what Prometheus does not know share a label.
    labels.set(name, before === undefined ? text : `${before};${text}`);
  }
  return [...labels].map(([name, value]) => `${name}="${escaped(value, true)}"`);
}

function inBraces(labels: readonly string[]): string {
  return labels.length === 0 ? "" : `{${labels.join()}}`;
}

function escaped(text: string, withQuotes: boolean): string {
  const lines = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
  return withQuotes ? lines.replaceAll('"', '\\"') : lines;
}

function number(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return value === Infinity ? "+Inf" : value === -Infinity ? "-Inf" : String(value);
}
