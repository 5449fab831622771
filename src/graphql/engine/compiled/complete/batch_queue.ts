import process from "node:process";
import { type Batch, BatchEnvironment, Gathered, partsOf } from "./batch.ts";
import { distribute, failAll } from "./batch_answer.ts";
import type { Execution } from "../run/execution.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import type { Position } from "../run/position.ts";
import type { Batches } from "../run/program.ts";
import type { Rows } from "../run/rows.ts";
import { isPromiseLike, whenSettled } from "../run/shapes.ts";

type Fetch = Extract<FieldPlan["fetch"], { kind: "batch" }>;

/** The sources of batched fields that were met and whose batches have not been run. */
export class BatchQueue implements Batches {
  readonly #x: Execution;
  #gathered: Map<FieldPlan, Gathered> = new Map();
  /** The batch of the last added source: list items arrive one after the other and share it. */
  #latest: Gathered | undefined;
  #isScheduled = false;

  constructor(x: Execution) {
    this.#x = x;
  }

  add(field: FieldPlan, source: unknown, prev: Position): null {
    const batch = this.#latest?.field === field ? this.#latest : this.#batchOf(field);
    this.#x.await(prev);
    batch.add(source, prev);
    return null;
  }

  addRows(field: FieldPlan, rows: Rows): void {
    const batch = this.#latest?.field === field ? this.#latest : this.#batchOf(field);
    rows.await();
    batch.addRows(rows);
  }

  #batchOf(field: FieldPlan): Gathered {
    let batch = this.#gathered.get(field);
    if (batch === undefined) {
      batch = new Gathered(field, field.arguments(this.#x.variables));
      this.#gathered.set(field, batch);
    }
    this.#latest = batch;
    return batch;
  }

  /** Runs what is gathered, and what that gathers at once in turn; nothing more is asked for after a cancellation. */
  drain(): void {
    while (this.#gathered.size > 0 && !this.#x.request.isCancelled && !this.#x.isFinished) {
      const round = this.#gathered;
      this.#gathered = new Map();
      this.#latest = undefined;
      for (const batch of round.values()) this.#run(batch);
    }
  }

  /**
   * Runs what is gathered when the promises that are settled now have been looked at: after the microtasks, as
   * DataLoader does it, so that places which are reached in the same moment share a batch.
   */
  drainLater(): void {
    if (this.#isScheduled || this.#gathered.size === 0) return;
    this.#isScheduled = true;
    Promise.resolve().then(() =>
      process.nextTick(() => {
        this.#isScheduled = false;
        if (!this.#x.isFinished) this.drain();
      })
    );
  }

  #run(batch: Gathered): void {
    const { fetcher } = batch.field.fetch as Fetch; // only batched fields are added
    const size = fetcher.maxBatchSize ?? Infinity;
    if (size >= batch.sources.length) return runBatch(this.#x, batch, batch.distinctSources);
    for (const part of partsOf(batch, size)) runBatch(this.#x, part, part.distinctSources);
  }
}

function runBatch(x: Execution, batch: Batch, asked: readonly unknown[]): void {
  const { fetcher } = batch.field.fetch as Fetch; // only batched fields are added
  try {
    x.budget.addCalls(1);
    // The array is the batch function's own: it may sort it.
    const values: unknown = fetcher.batch(asked.slice(), batch.args, new BatchEnvironment(x.request, batch));
    if (!isPromiseLike(values)) return distribute(x, batch, { asked, values });
    whenSettled(
      values,
      (settled) => distribute(x, batch, { asked, values: settled }),
      (error) => failAll(x, batch, error),
    );
  } catch (error) {
    failAll(x, batch, error);
  }
}
