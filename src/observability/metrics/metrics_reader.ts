import { loadMetricsSdk, loadOtlpTransformer, type MetricReader, type ResourceMetrics } from "../deps.ts";
import type { Logger } from "../../kernel/mod.ts";
import { otlpExport, otlpSenderOptions } from "../otlp/otlp_export.ts";
import type { OwnMetrics } from "./own_metrics.ts";

/** A reader that reads when it is asked, for the endpoints of the actuator. */
export async function readerOnDemand(own: OwnMetrics): Promise<MetricReader> {
  const { MetricReader } = await loadMetricsSdk();
  class OnDemand extends MetricReader {
    protected override onForceFlush(): Promise<void> {
      return Promise.resolve();
    }
    protected override onShutdown(): Promise<void> {
      return Promise.resolve();
    }
  }
  return new OnDemand({ metricProducers: [own] });
}

/** Where metrics are sent, and how often. */
export interface MetricsExportOptions {
  /** The receiver's URL, for example `http://localhost:4318/v1/metrics`. */
  readonly url: string;
  /** Time between two messages, in milliseconds. */
  readonly intervalMs: number;
  /** Is told when a receiver refuses messages. */
  readonly logger: Logger;
}

/**
 * Makes a reader that sends all metrics by OTLP over HTTP.
 *
 * @param own the framework's instruments
 * @param options the receiver
 * @throws TypeError when a variable of OpenTelemetry asks for an unknown protocol
 */
export async function otlpReader(own: OwnMetrics, options: MetricsExportOptions): Promise<MetricReader> {
  const { url, intervalMs, logger } = options;
  const sender = otlpSenderOptions("metrics", { url });
  const [{ PeriodicExportingMetricReader }, { JsonMetricsSerializer, ProtobufMetricsSerializer }] = await Promise.all([
    loadMetricsSdk(),
    loadOtlpTransformer(),
  ]);
  const serializer = sender.protocol === "http/json" ? JsonMetricsSerializer : ProtobufMetricsSerializer;
  const serialize = (metrics: ResourceMetrics) => serializer.serializeRequest(metrics);
  return new PeriodicExportingMetricReader({
    exporter: otlpExport({ signal: "metrics", sender, serialize, logger }),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(intervalMs, sender.timeoutMs),
    metricProducers: [own],
  });
}
