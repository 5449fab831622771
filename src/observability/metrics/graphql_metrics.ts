import type { ExecutionResult } from "../../../deps.ts";
import type {
  ExecuteOperationParameters,
  ExecutionInput,
  Instrumentation,
  InstrumentationParameters,
  PhaseEnd,
} from "../../graphql/mod.ts";
import { classificationOf, outcomeOf } from "../graphql_outcome.ts";
import { durationBoundaries } from "./http_metrics.ts";
import { type Distribution, Observed, OwnCounter, OwnHistogram, type OwnMetrics } from "./own_metrics.ts";

/** Number of operation names that are told apart: clients choose them, and each is a series of measurements. */
const maxNames = 100;

interface Execution {
  readonly input: ExecutionInput;
  /** Where it is not known yet, or can't be, `operation`. */
  type: string;
  name: string | undefined;
}

/** Measures GraphQL operations on every transport: durations, errors, and whether documents were known. */
export class GraphQlMetrics implements Instrumentation {
  readonly #duration: OwnHistogram;
  readonly #errors: OwnCounter;
  /** The execution that began last; nearly always its operation is the next that begins. */
  #latest: Execution | undefined;
  /** Executions whose documents were waited for while others began. */
  readonly #waiting = new WeakMap<ExecutionInput, Execution>();
  readonly #series = new Map<string, Distribution>();
  /** The series that was found last: operations of one kind come in a row. */
  #last: { type: string; outcome: string; name: string | undefined; series: Distribution } | undefined;
  readonly #names = new Set<string>();
  #lookups = 0;
  #parsed = 0;

  /** @param metrics gets the instruments */
  constructor(metrics: OwnMetrics) {
    this.#duration = metrics.add(
      new OwnHistogram(
        { name: "graphql.request", description: "Duration of GraphQL requests.", unit: "s" },
        durationBoundaries,
      ),
    );
    this.#errors = metrics.add(
      new OwnCounter({ name: "graphql.errors", description: "Errors in GraphQL responses.", unit: "{error}" }),
    );
    const lookups = { name: "graphql.document.lookups", description: "GraphQL documents asked of the cache." };
    metrics.add(
      new Observed({ ...lookups, unit: "{document}", kind: "counter" }, () => [
        [this.#lookups - this.#parsed, { "graphql.document.cache": "hit" }],
        [this.#parsed, { "graphql.document.cache": "miss" }],
      ]),
    );
  }

  beginExecution({ input }: InstrumentationParameters): PhaseEnd<ExecutionResult> {
    this.#lookups++;
    // To the millisecond: reading a finer clock would cost as much as all else here.
    const startedAt = Date.now();
    const execution: Execution = { input, type: "operation", name: undefined };
    if (this.#latest?.type === "operation") this.#waiting.set(this.#latest.input, this.#latest);
    this.#latest = execution;
    return (result) => this.#end(execution, startedAt, result);
  }

  beginParse(): void {
    this.#parsed++;
  }

  beginExecuteOperation({ input, operation: { kind, name } }: ExecuteOperationParameters): void {
    const execution = this.#latest?.input === input ? this.#latest : this.#waiting.get(input);
    if (execution === undefined) return;
    execution.type = kind;
    execution.name = name;
  }

  #end(execution: Execution, startedAt: number, result: ExecutionResult | undefined): void {
    const { type, name } = execution;
    const errors = result?.errors ?? [];
    const outcome = result === undefined ? "INTERNAL_ERROR" : outcomeOf(errors);
    if (this.#latest === execution) this.#latest = undefined;
    this.#duration.recordIn(this.#seriesOf(type, outcome, name), Math.max(0, Date.now() - startedAt) / 1_000);
    for (const error of errors) this.#errors.add(1, { "graphql.error.type": classificationOf(error) });
  }

  #seriesOf(type: string, outcome: string, name: string | undefined): Distribution {
    const last = this.#last;
    if (last?.type === type && last.outcome === outcome && last.name === name) return last.series;
    const bounded = name === undefined ? undefined : this.#boundedName(name);
    const key = `${type} ${outcome} ${bounded ?? ""}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      const attributes = { "graphql.operation.type": type, "graphql.outcome": outcome };
      series = this.#duration.series(
        bounded === undefined ? attributes : { ...attributes, "graphql.operation.name": bounded },
      );
      this.#series.set(key, series);
    }
    this.#last = { type, outcome, name, series };
    return series;
  }

  #boundedName(name: string): string {
    if (this.#names.has(name)) return name;
    if (this.#names.size >= maxNames) return "_OTHER";
    this.#names.add(name);
    return name;
  }
}
