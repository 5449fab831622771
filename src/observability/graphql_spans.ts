import type { ExecutionResult } from "../../deps.ts";
import type { Attributes, Histogram, Span, TraceContext } from "./deps.ts";
import {
  documentWithoutSecrets,
  type ExecuteOperationParameters,
  type ExecutionInput,
  type GraphQlExecutionResult,
  type Instrumentation,
  type InstrumentationParameters,
  type PhaseEnd,
} from "../graphql/mod.ts";
import type { TracingProperties } from "../kernel/mod.ts";
import { observedIterator } from "../modulith/mod.ts";
import { classificationOf, outcomeOf } from "./graphql_outcome.ts";
import { traceTime } from "./spans/trace_clock.ts";
import type { Tracing } from "./tracing.ts";

/** The collaborators of {@linkcode GraphQlSpans}. */
export interface GraphQlSpansParts {
  readonly tracing: Tracing;
  /** Durations of requests, in seconds; `undefined` without a reader of metrics. */
  readonly duration: Histogram | undefined;
  readonly properties: TracingProperties;
}

interface Execution {
  readonly span: Span;
  readonly context: TraceContext;
  readonly startTime: number;
  operationType: string;
}

/** Records a span and a duration for each GraphQL request on any transport. */
export class GraphQlSpans implements Instrumentation {
  readonly #parts: GraphQlSpansParts;
  readonly #executions = new WeakMap<ExecutionInput, Execution>();

  /** @param parts tracing, the metric, what to record */
  constructor(parts: GraphQlSpansParts) {
    this.#parts = parts;
  }

  beginExecution({ input, schema }: InstrumentationParameters): PhaseEnd<ExecutionResult> | undefined {
    const { tracing, properties, duration } = this.#parts;
    if (duration === undefined && tracing.isUnsampled()) return undefined;
    const startTime = traceTime();
    const { span, context } = tracing.startSpan("graphql operation", {
      startTime,
      describe: () => attributesOf(input, properties.includeDocument ? schema : undefined),
    });
    const execution = { span, context, startTime, operationType: "operation" };
    this.#executions.set(input, execution);
    return (result, error) => this.#end(execution, result, error);
  }

  runExecution<R>({ input }: InstrumentationParameters, execute: () => R): R {
    const execution = this.#executions.get(input);
    return execution === undefined ? execute() : this.#parts.tracing.with(execution.context, execute);
  }

  beginExecuteOperation({ input, operation: { kind, name } }: ExecuteOperationParameters): void {
    const execution = this.#executions.get(input);
    if (execution === undefined) return;
    execution.operationType = kind;
    const { span } = execution;
    span.updateName(`graphql ${kind}`);
    span.setAttribute("graphql.operation.type", kind);
    if (name !== undefined) span.setAttribute("graphql.operation.name", name);
  }

  /**
   * The parts of a result belong to the trace of their operation. So do the events of a subscription, which the engine
   * executes in the context in which the subscription was opened.
   */
  instrumentExecutionResult(result: GraphQlExecutionResult, { input }: InstrumentationParameters): ExecutionResult {
    const context = result.isIncremental ? this.#executions.get(input)?.context : undefined;
    if (result.stream === undefined || context === undefined) return result;
    const opened = result.stream;
    const stream = {
      [Symbol.asyncIterator]: () =>
        // Safe: wrapping an asynchronous iterator returns an asynchronous iterator.
        observedIterator(opened[Symbol.asyncIterator](), {
          run: (step) => this.#parts.tracing.with(context, step),
        }) as AsyncIterator<ExecutionResult>,
    };
    return { ...result, stream } as GraphQlExecutionResult;
  }

  #end({ span, startTime, operationType }: Execution, result: ExecutionResult | undefined, error: unknown): void {
    const { tracing, duration } = this.#parts;
    const errors = result?.errors ?? [];
    const outcome = result === undefined ? "INTERNAL_ERROR" : outcomeOf(errors);
    span.setAttribute("graphql.operation.type", operationType);
    span.setAttribute("graphql.outcome", outcome);
    for (const reported of errors) {
      span.addEvent(classificationOf(reported), { "graphql.error.message": reported.message });
    }
    if (result === undefined) tracing.recordFailure(span, error);
    else if (outcome === "INTERNAL_ERROR") span.setStatus({ code: tracing.api.SpanStatusCode.ERROR });
    const endTime = traceTime();
    span.end(endTime);
    duration?.record(Math.max(0, endTime - startTime) / 1000, {
      "graphql.operation.type": operationType,
      "graphql.outcome": outcome,
    });
  }
}

/** The attributes of a span; includes the document if its schema is given. */
function attributesOf(
  { operationName, executionId, query }: ExecutionInput,
  schema: InstrumentationParameters["schema"] | undefined,
): Attributes {
  const attributes: Attributes = {};
  if (operationName) attributes["graphql.operation.name"] = operationName;
  if (executionId !== undefined) attributes["graphql.execution.id"] = executionId;
  const document = schema && documentWithoutSecrets(schema, query);
  if (document !== undefined) attributes["graphql.document"] = document;
  return attributes;
}
