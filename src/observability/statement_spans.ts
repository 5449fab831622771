import type {
  StatementEnd,
  StatementExecution,
  StatementObserver,
  StatementOutcome,
  StatementTarget,
} from "../data/statement_observer.ts";
import type { Histogram, Span } from "./deps.ts";
import type { Tracing } from "./tracing.ts";

/** What {@linkcode StatementSpans} works with. */
export interface StatementSpansParts {
  /** Starts the spans; absent where none are wanted. */
  readonly tracing: Tracing | undefined;
  /** Durations in seconds; absent where nobody reads metrics. */
  readonly duration: Pick<Histogram, "record"> | undefined;
}

type Attributes = Record<string, string | number>;

/** A span for each SQL statement within another span, by OpenTelemetry's conventions for SQL databases. */
export class StatementSpans implements StatementObserver {
  readonly #parts: StatementSpansParts;
  readonly #targets = new WeakMap<StatementTarget, Attributes>();

  /** @param parts tracing, the metric */
  constructor(parts: StatementSpansParts) {
    this.#parts = parts;
  }

  started(execution: StatementExecution): StatementEnd | undefined {
    const { duration } = this.#parts;
    const span = this.#start(execution);
    if (span === undefined && duration === undefined) return undefined;
    return (outcome) => {
      const error = errorAttributes(outcome);
      if (span !== undefined) this.#end(span, outcome, error);
      duration?.record(outcome.durationMs / 1000, { ...this.#attributes(execution), ...error });
    };
  }

  /** A statement outside of all spans, such as the ones that look for work in the background, begins no trace. */
  #start(execution: StatementExecution): Span | undefined {
    const { tracing } = this.#parts;
    if (tracing === undefined || tracing.isUnsampled() || tracing.activeSpan === undefined) return undefined;
    const { summary, target } = execution;
    return tracing.startSpan(summary === "" ? target.system : summary, {
      kind: tracing.api.SpanKind.CLIENT,
      attributes: { ...this.#attributes(execution), "db.query.text": execution.safeText },
    }).span;
  }

  #end(span: Span, { rows, error }: StatementOutcome, attributes: Attributes): void {
    // Not the error's message: that of a database may hold values.
    if (error !== undefined) span.setStatus({ code: this.#parts.tracing!.api.SpanStatusCode.ERROR });
    else if (rows > 0) span.setAttribute("db.response.returned_rows", rows);
    span.setAttributes(attributes).end();
  }

  #attributes({ summary, operation, table, target }: StatementExecution): Attributes {
    return {
      ...this.#targetAttributes(target),
      ...(summary === "" ? {} : { "db.query.summary": summary }),
      ...(operation === undefined ? {} : { "db.operation.name": operation }),
      ...(table === undefined ? {} : { "db.collection.name": table }),
    };
  }

  #targetAttributes(target: StatementTarget): Attributes {
    let attributes = this.#targets.get(target);
    if (attributes === undefined) this.#targets.set(target, attributes = targetAttributes(target));
    return attributes;
  }
}

function targetAttributes({ system, namespace, address, port }: StatementTarget): Attributes {
  return {
    "db.system.name": system,
    ...(namespace === undefined ? {} : { "db.namespace": namespace }),
    ...(address === undefined ? {} : { "server.address": address }),
    ...(port === undefined ? {} : { "server.port": port }),
  };
}

function errorAttributes({ error, errorCode }: StatementOutcome): Attributes {
  if (error === undefined) return {};
  if (errorCode !== undefined) return { "db.response.status_code": errorCode, "error.type": errorCode };
  return { "error.type": error instanceof Error ? error.constructor.name || error.name : "_OTHER" };
}
