import type { Histogram, Span } from "./deps.ts";
import {
  type BatchedDataFetcher,
  type BatchLoadFunction,
  type DataFetcher,
  type DataFetchingEnvironment,
  type Instrumentation,
  type InstrumentedField,
  type SelfDescribingDataFetcher,
  withWrappedBatch,
  wrappedFetcher,
} from "../graphql/mod.ts";
import type { TracingProperties } from "../kernel/mod.ts";
import { traceTime } from "./spans/trace_clock.ts";
import type { StartedSpan, Tracing } from "./tracing.ts";

/** The collaborators of {@linkcode DataFetcherSpans}. */
export interface DataFetcherSpansParts {
  readonly tracing: Tracing;
  /** Durations of asynchronous fetches, in seconds; `undefined` without a reader of metrics. */
  readonly fetchDuration: Histogram | undefined;
  /** Durations of batches, in seconds; `undefined` without a reader of metrics. */
  readonly loadDuration: Histogram | undefined;
  readonly properties: TracingProperties;
}

/** A running fetch or batch. */
interface Work {
  readonly name: string;
  readonly attributes: () => Record<string, string | number>;
  readonly duration: Histogram | undefined;
  /** The attributes of the durations. */
  readonly dimensions: Record<string, string>;
  /** Whether the span is always created, or only for asynchronous work and work with child spans. */
  readonly always: boolean;
  /** Completes the span's attributes from the result. */
  readonly finish?: (span: Span, result: unknown) => void;
}

type Fetcher = DataFetcher & Partial<BatchedDataFetcher & SelfDescribingDataFetcher>;

/**
 * Records spans and durations of data fetchers and batch functions. A synchronous fetcher without child spans gets no
 * span, as there would be one per field.
 */
export class DataFetcherSpans implements Instrumentation {
  readonly #parts: DataFetcherSpansParts;

  /** @param parts tracing, metrics, which fetchers get a span */
  constructor(parts: DataFetcherSpansParts) {
    this.#parts = parts;
  }

  instrumentDataFetcher(fetcher: DataFetcher, field: InstrumentedField): DataFetcher {
    const inner: Fetcher = this.#withObservedBatch(fetcher, field);
    if (this.#parts.properties.fetcherSpans === "none" || inner.usesDataLoader) return inner;
    // Not the shortcut without an environment, which is needed for the path.
    return wrappedFetcher(
      inner,
      (environment) =>
        this.#isIdle ? inner(environment) : this.#observe(this.#fetch(field, environment), () => inner(environment)),
    );
  }

  /**
   * Wraps a batch function in a span.
   *
   * @param name the loader's name
   * @param load the batch function
   */
  instrumentLoader(name: string, load: BatchLoadFunction): BatchLoadFunction {
    return (keys, environment) => this.#observe(this.#load(name), () => load(keys, environment));
  }

  #withObservedBatch(fetcher: Fetcher, { typeName, fieldName }: InstrumentedField): DataFetcher {
    if (!isBatched(fetcher)) return fetcher;
    const load = this.#load(`${typeName}.${fieldName}`);
    return withWrappedBatch(
      fetcher,
      (batch) => (sources, args, environment) => this.#observe(load, () => batch(sources, args, environment)),
    );
  }

  /** Whether nothing is recorded, so that the wrappers can be skipped. */
  get #isIdle(): boolean {
    const { tracing, fetchDuration } = this.#parts;
    return fetchDuration === undefined && tracing.isUnsampled();
  }

  #fetch({ typeName, fieldName }: InstrumentedField, environment: DataFetchingEnvironment): Work {
    const { fetchDuration, properties } = this.#parts;
    return {
      name: `graphql field ${fieldName}`,
      attributes: () => ({
        "graphql.field.name": fieldName,
        "graphql.field.path": pathOf(environment),
      }),
      duration: fetchDuration,
      dimensions: { "graphql.type.name": typeName, "graphql.field.name": fieldName },
      always: properties.fetcherSpans === "all",
    };
  }

  #load(name: string): Work {
    return {
      name: `graphql dataloader ${name.toLowerCase()}`,
      attributes: () => ({ "graphql.loader.name": name }),
      duration: this.#parts.loadDuration,
      dimensions: { "graphql.loader.name": name },
      always: true,
      finish: (span, result) => {
        const size = Array.isArray(result) ? result.length : result instanceof Map ? result.size : undefined;
        if (size !== undefined) span.setAttribute("graphql.loader.size", size);
      },
    };
  }

  #observe<T>(work: Work, run: () => T): T {
    const { tracing } = this.#parts;
    const parent = tracing.active;
    if (tracing.isUnsampled(parent)) return this.#timed(work, run);
    const startTime = traceTime();
    let started: StartedSpan | undefined;
    const start = () => started ??= tracing.startSpan(work.name, { parent, startTime, describe: work.attributes });
    const context = work.always ? start().context : tracing.withLazySpan(parent, () => start().context);
    const end = (outcome: Outcome) => {
      if (started !== undefined) this.#end(started.span, work, outcome);
    };
    try {
      const result = this.#timed(work, () => tracing.with(context, run));
      if (!(result instanceof Promise)) {
        end({ result });
        return result;
      }
      start();
      result.then((settled) => end({ result: settled }), (error) => end({ error }));
      return result;
    } catch (error) {
      end({ error });
      throw error;
    }
  }

  /** Records the duration, whether the trace is sampled or not. */
  #timed<T>({ duration, dimensions }: Work, run: () => T): T {
    if (duration === undefined) return run();
    const startedAt = performance.now();
    const result = run();
    if (!(result instanceof Promise)) return result;
    const record = (outcome: string) => () =>
      duration.record((performance.now() - startedAt) / 1000, { ...dimensions, "graphql.outcome": outcome });
    result.then(record("SUCCESS"), record("ERROR"));
    return result;
  }

  #end(span: Span, { finish }: Work, outcome: Outcome): void {
    if ("error" in outcome) this.#parts.tracing.recordFailure(span, outcome.error);
    else finish?.(span, outcome.result);
    span.setAttribute("graphql.outcome", "error" in outcome ? "ERROR" : "SUCCESS");
    span.setAttribute("graphql.error.type", "error" in outcome ? nameOf(outcome.error) : "NONE");
    // The same clock as for the start, so that a span can't end before it starts.
    span.end(traceTime());
  }
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

function isBatched(fetcher: Fetcher): fetcher is DataFetcher & BatchedDataFetcher {
  return fetcher.batch !== undefined;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error;
}

function pathOf({ info }: DataFetchingEnvironment): string {
  const keys: (string | number)[] = [];
  for (let path: typeof info.path | undefined = info.path; path !== undefined; path = path.prev) keys.unshift(path.key);
  return `/${keys.join("/")}`;
}
