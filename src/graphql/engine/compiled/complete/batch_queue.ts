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

/** Queues the sources of batched fields until their batches run. */
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
    this.#x.addPending(prev);
    batch.add(source, prev);
    return null;
  }

  addRows(field: FieldPlan, rows: Rows): void {
    const batch = this.#latest?.field === field ? this.#latest : this.#batchOf(field);
    rows.addPending();
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

  /** Runs the queued batches, and those that they queue synchronously; runs nothing after a cancellation. */
  drain(): void {
    while (this.#gathered.size > 0 && !this.#x.request.isCancelled && !this.#x.isFinished) {
      const round = this.#gathered;
      this.#gathered = new Map();
      this.#latest = undefined;
      for (const batch of round.values()) this.#run(batch);
    }
  }

  /**
   * Runs the queued batches after the pending microtasks, as DataLoader does, so that fields whose sources settle in
   * the same turn share a batch.
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
    // Passes a copy, because the batch function may sort the array.
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
