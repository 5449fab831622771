import { type ExecutionResult, getOperationAST } from "../../../deps.ts";
import type {
  ExecuteOperationParameters,
  ExecutionInput,
  Instrumentation,
  InstrumentationParameters,
  PhaseEnd,
} from "../../graphql/mod.ts";
import { classificationOf, outcomeOf } from "../graphql_outcome.ts";
import { durationBoundaries } from "./http_metrics.ts";
import { Observed, OwnCounter, OwnHistogram, type OwnMetrics } from "./own_metrics.ts";

/** Number of operation names that are told apart: clients choose them, and each is a series of measurements. */
const maxNames = 100;

interface Execution {
  type: string;
  name: string | undefined;
}

/** Measures GraphQL operations on every transport: durations, errors, and whether documents were known. */
export class GraphQlMetrics implements Instrumentation {
  readonly #duration: OwnHistogram;
  readonly #errors: OwnCounter;
  readonly #executions = new WeakMap<ExecutionInput, Execution>();
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
    const startedAt = performance.now();
    const execution: Execution = { type: "operation", name: undefined };
    this.#executions.set(input, execution);
    return (result) => this.#end(execution, startedAt, result);
  }

  beginParse(): void {
    this.#parsed++;
  }

  beginExecuteOperation({ input, document }: ExecuteOperationParameters): void {
    const execution = this.#executions.get(input);
    const operation = getOperationAST(document, input.operationName);
    if (execution === undefined || !operation) return;
    execution.type = operation.operation;
    execution.name = operation.name?.value;
  }

  #end({ type, name }: Execution, startedAt: number, result: ExecutionResult | undefined): void {
    const errors = result?.errors ?? [];
    const outcome = result === undefined ? "INTERNAL_ERROR" : outcomeOf(errors);
    const seconds = (performance.now() - startedAt) / 1_000;
    if (name === undefined) {
      this.#duration.record(seconds, { "graphql.operation.type": type, "graphql.outcome": outcome });
    } else {
      const attributes = {
        "graphql.operation.type": type,
        "graphql.outcome": outcome,
        "graphql.operation.name": this.#boundedName(name),
      };
      this.#duration.record(seconds, attributes);
    }
    for (const error of errors) this.#errors.add(1, { "graphql.error.type": classificationOf(error) });
  }

  #boundedName(name: string): string {
    if (this.#names.has(name)) return name;
    if (this.#names.size >= maxNames) return "_OTHER";
    this.#names.add(name);
    return name;
  }
}
