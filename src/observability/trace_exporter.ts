import type { ServiceIdentifier } from "../../deps.ts";
import { loadOtlpTransformer, loadTraceSdk, type ReadableSpan, type SpanProcessor } from "./deps.ts";
import { type Logger, type MaybePromise, token } from "../kernel/mod.ts";
import { otlpExport, otlpSenderOptions } from "./otlp/otlp_export.ts";
import type { OtlpProtocol } from "./otlp/otlp_variables.ts";

/** Exports or stores finished spans. */
export interface TraceExporter {
  /**
   * Creates the processor that receives each finished span; called once, when tracing is installed.
   *
   * @param logger logs later failures
   */
  processor(logger: Logger): MaybePromise<SpanProcessor>;
}

/** Identifier of the {@linkcode TraceExporter} beans. */
export const TraceExporter: ServiceIdentifier<TraceExporter> = token<TraceExporter>("TraceExporter");

/** Stores finished spans in memory, for tests. */
export interface InMemoryTraceExporter extends TraceExporter {
  /** The finished spans, in the order in which they ended. */
  readonly spans: readonly ReadableSpan[];
  /** Removes all spans. */
  reset(): void;
}

/**
 * Makes an exporter that keeps finished spans.
 *
 * @example
 * ```ts
 * import { ContainerModule, createApp, createContainer } from "@espalier/espalier";
 * import { inMemoryExporter, TraceExporter, tracing } from "@espalier/espalier/observability";
 *
 * const exporter = inMemoryExporter();
 * const kept = new ContainerModule(({ bind }) => bind(TraceExporter).toConstantValue(exporter));
 * await using app = await createApp(createContainer(tracing(), kept));
 * await (await app.fetch(new Request("http://localhost/"))).text();
 * console.log(exporter.spans.map(({ name }) => name)); // ["GET"]
 * ```
 */
export function inMemoryExporter(): InMemoryTraceExporter {
  const spans: ReadableSpan[] = [];
  const processor: SpanProcessor = {
    onStart() {},
    onEnd: (span) => void spans.push(span),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  return { spans, reset: () => void spans.splice(0), processor: () => processor };
}

/**
 * Makes an exporter that writes each finished span to the console.
 *
 * @example
 * ```ts
 * import { ContainerModule, createContainer } from "@espalier/espalier";
 * import { consoleExporter, TraceExporter, tracing } from "@espalier/espalier/observability";
 *
 * const printed = new ContainerModule(({ bind }) => bind(TraceExporter).toConstantValue(consoleExporter()));
 * export const container = createContainer(tracing(), printed);
 * ```
 */
export function consoleExporter(): TraceExporter {
  return {
    async processor() {
      const { ConsoleSpanExporter, SimpleSpanProcessor } = await loadTraceSdk();
      return new SimpleSpanProcessor({ exporter: new ConsoleSpanExporter() });
    },
  };
}

/** The options of `otlpExporter()`. */
export interface OtlpExporterOptions {
  /** The receiver's URL, for example `http://localhost:4318/v1/traces`. */
  readonly url: string;
  /** Headers of each request, for example a token of the receiver. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The format of the messages; by default `OTEL_EXPORTER_OTLP_PROTOCOL`, else `"http/json"`. */
  readonly protocol?: OtlpProtocol;
  /** Maximum time that a finished span waits for its batch, in milliseconds; 5000 by default. */
  readonly delayMs?: number;
  /**
   * Maximum time for sending a batch, including retries, in milliseconds; by default `OTEL_EXPORTER_OTLP_TIMEOUT`, else
   * 5000. A stopping application waits this long for an unreachable receiver.
   */
  readonly timeoutMs?: number;
}

/**
 * Creates an exporter that sends finished spans in batches by OTLP over HTTP. A receiver that rejects them is logged at
 * `WARN`.
 *
 * @param options the receiver
 *
 * @example
 * ```ts
 * import { ContainerModule, createContainer } from "@espalier/espalier";
 * import { otlpExporter, TraceExporter, tracing } from "@espalier/espalier/observability";
 *
 * const collector = otlpExporter({ url: "http://127.0.0.1:4318/v1/traces" });
 * const sent = new ContainerModule(({ bind }) => bind(TraceExporter).toConstantValue(collector));
 * export const container = createContainer(tracing(), sent);
 * ```
 */
export function otlpExporter(options: OtlpExporterOptions): TraceExporter {
  const { delayMs = 5_000, ...given } = options;
  return {
    async processor(logger) {
      const sender = otlpSenderOptions("traces", given);
      const [{ BatchSpanProcessor }, { JsonTraceSerializer, ProtobufTraceSerializer }] = await Promise.all([
        loadTraceSdk(),
        loadOtlpTransformer(),
      ]);
      const serializer = sender.protocol === "http/json" ? JsonTraceSerializer : ProtobufTraceSerializer;
      const serialize = (spans: ReadableSpan[]) => serializer.serializeRequest(spans);
      const exporter = otlpExport({ signal: "traces", sender, serialize, logger });
      return new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs });
    },
  };
}
