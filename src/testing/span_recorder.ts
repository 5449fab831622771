import type { Logger, MaybePromise } from "../kernel/mod.ts";
import { inMemoryExporter, type ReadableSpan, type SpanProcessor, type TraceExporter } from "../observability/mod.ts";

/**
 * Records the finished spans of an application, for assertions: pass it to `tracing()`. It uses no global state.
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { tracing } from "@espalier/espalier/observability";
 * import { SpanRecorder } from "@espalier/espalier/testing";
 *
 * const spans = new SpanRecorder();
 * await using app = await createApp(createContainer(tracing({ exporters: [spans] })));
 * await app.fetch(new Request("http://localhost/nothing-here"));
 * console.log(spans.tree()); // ["GET"]
 * ```
 */
export class SpanRecorder implements TraceExporter {
  readonly #memory = inMemoryExporter();

  /** The finished spans, in the order in which they ended. */
  get all(): readonly ReadableSpan[] {
    return this.#memory.spans;
  }

  /** The finished spans of a name. */
  named(name: string): readonly ReadableSpan[] {
    return this.all.filter((span) => span.name === name);
  }

  /**
   * The names of the finished spans, each indented below its parent by two spaces; siblings in the order in which they
   * started.
   */
  tree(): string[] {
    const ids = new Set(this.all.map((span) => span.spanContext().spanId));
    const started = [...this.all].sort((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1]);
    const below = (parent: string | undefined, indent: string): string[] =>
      started
        .filter(({ parentSpanContext }) => {
          const id = parentSpanContext?.spanId;
          return parent === undefined ? id === undefined || !ids.has(id) : id === parent;
        })
        .flatMap((span) => [indent + span.name, ...below(span.spanContext().spanId, `${indent}  `)]);
    return below(undefined, "");
  }

  /** Clears the recorded spans. */
  clear(): void {
    this.#memory.reset();
  }

  processor(logger: Logger): MaybePromise<SpanProcessor> {
    return this.#memory.processor(logger);
  }
}
