import type {
  StatementEnd,
  StatementExecution,
  StatementObserver,
  StatementOutcome,
  StatementTarget,
} from "../data/statement_observer.ts";
import type { Histogram, Span } from "./deps.ts";
import type { Tracing } from "./tracing.ts";

/** The collaborators of {@linkcode StatementSpans}. */
export interface StatementSpansParts {
  /** Starts the spans; `undefined` if only durations are recorded. */
  readonly tracing: Tracing | undefined;
  /** Durations in seconds; `undefined` without a reader of metrics. */
  readonly duration: Pick<Histogram, "record"> | undefined;
}

type Attributes = Record<string, string | number>;

/** Records a span for each SQL statement within another span, by OpenTelemetry's conventions for SQL databases. */
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

  /**
   * Starts a span within another one; a statement outside of all spans, such as background polling, begins no trace.
   */
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
    // Without the error's message, which may contain values from the database.
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
