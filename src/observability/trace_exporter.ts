import type { ServiceIdentifier } from "../../deps.ts";
import { loadOtlpTransformer, loadTraceSdk, type ReadableSpan, type SpanProcessor } from "./deps.ts";
import { type Logger, type MaybePromise, token } from "../kernel/mod.ts";
import { otlpExport, otlpSenderOptions } from "./otlp/otlp_export.ts";
import type { OtlpProtocol } from "./otlp/otlp_variables.ts";

/** Takes finished spans out of the process, or keeps them. */
export interface TraceExporter {
  /**
   * Makes what is told of each finished span; called once, when tracing is installed.
   *
   * @param logger is told what goes wrong later
   */
  processor(logger: Logger): MaybePromise<SpanProcessor>;
}

/** Identifier of the {@linkcode TraceExporter} beans. */
export const TraceExporter: ServiceIdentifier<TraceExporter> = token<TraceExporter>("TraceExporter");

/** Keeps finished spans, for tests. */
export interface InMemoryTraceExporter extends TraceExporter {
  /** The finished spans, in the order in which they ended. */
  readonly spans: readonly ReadableSpan[];
  /** Forgets them. */
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

/** Where spans are sent, and how. */
export interface OtlpExporterOptions {
  /** The receiver's URL, for example `http://localhost:4318/v1/traces`. */
  readonly url: string;
  /** Sent with each batch, for example a token of the receiver. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The form of the messages; `OTEL_EXPORTER_OTLP_PROTOCOL`, or else `"http/json"`, by default. */
  readonly protocol?: OtlpProtocol;
  /** Longest time that a finished span waits for its batch, in milliseconds; 5000 by default. */
  readonly delayMs?: number;
  /**
   * How long a batch is tried, in milliseconds; `OTEL_EXPORTER_OTLP_TIMEOUT`, or else 5000, by default. A stopping
   * application waits as long for a receiver that is down.
   */
  readonly timeoutMs?: number;
}

/**
 * Makes an exporter that sends finished spans in batches by OTLP over HTTP. A receiver that refuses them is reported at
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
