import process from "node:process";
import type { BatchLoaderEnvironment, FieldArguments, RequestContext } from "../../../wiring/mod.ts";
import { awaitField, failField, settleField } from "./await_field.ts";
import type { Execution } from "../run/execution.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import { failPosition } from "../run/failure.ts";
import { Position } from "../run/position.ts";
import type { Batches } from "../run/program.ts";
import { placeOf, Rows } from "../run/rows.ts";
import { writeField } from "../run/settle.ts";
import { isPromiseLike, whenSettled } from "../run/shapes.ts";

type Fetch = Extract<FieldPlan["fetch"], { kind: "batch" }>;

/** What one call of a batch function is asked for: objects, and where their values go. */
interface Batch {
  readonly field: FieldPlan;
  /** The same for all objects of one request. */
  readonly args: FieldArguments;
  sources: unknown[];
  /** The place of one source, or rows of as many sources, in the order of the sources. */
  readonly targets: (Position | Rows)[];
}

/** The sources of batched fields that were met and whose batches have not been run. */
export class BatchQueue implements Batches {
  readonly #x: Execution;
  #gathered: Map<FieldPlan, Batch> = new Map();
  /** The batch of the last added source: list items arrive one after the other and share it. */
  #latest: Batch | undefined;
  #isScheduled = false;

  constructor(x: Execution) {
    this.#x = x;
  }

  add(field: FieldPlan, source: unknown, prev: Position): null {
    const batch = this.#latest?.field === field ? this.#latest : this.#batchOf(field);
    this.#x.await(prev);
    batch.sources.push(source);
    batch.targets.push(prev);
    return null;
  }

  addRows(field: FieldPlan, rows: Rows, sources: unknown[]): void {
    const batch = this.#batchOf(field);
    rows.await();
    if (batch.sources.length === 0) batch.sources = sources;
    else for (const source of sources) batch.sources.push(source);
    batch.targets.push(rows);
  }

  #batchOf(field: FieldPlan): Batch {
    let batch = this.#gathered.get(field);
    if (batch === undefined) {
      batch = { field, args: field.arguments(this.#x.variables), sources: [], targets: [] };
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

  #run(batch: Batch): void {
    const { fetcher } = batch.field.fetch as Fetch; // only batched fields are added
    const size = fetcher.maxBatchSize ?? batch.sources.length;
    if (size >= batch.sources.length) return runBatch(this.#x, fetcher, batch);
    for (const part of partsOf(batch, size)) runBatch(this.#x, fetcher, part);
  }
}

/** Cuts a batch into parts that ask for no more than so many sources; one that was met twice takes up one place. */
function partsOf({ field, args, sources, targets }: Batch, size: number): Iterable<Batch> {
  const parts: Batch[] = [];
  const partOf = new Map<unknown, Batch>();
  sources.forEach((source, i) => {
    let part = partOf.get(source);
    if (part === undefined) {
      if (partOf.size % size === 0) parts.push({ field, args, sources: [], targets: [] });
      partOf.set(source, part = parts.at(-1)!);
    }
    part.sources.push(source);
    part.targets.push(targets[i]!); // fields with a maximum size have no rows
  });
  return parts;
}

function runBatch(x: Execution, fetcher: Fetch["fetcher"], batch: Batch): void {
  const asked = distinct(batch.sources);
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

/** A source that was met at several places is asked for once. */
function distinct(sources: readonly unknown[]): readonly unknown[] {
  const unique = new Set(sources);
  return unique.size === sources.length ? sources : [...unique];
}

/**
 * What a batch function sees. A class, as V8 makes a hidden class of its own for every object literal with getters, and
 * keeps through it whatever the getters refer to until the next full collection.
 */
class BatchEnvironment implements BatchLoaderEnvironment {
  readonly #request: RequestContext;
  readonly #batch: Batch;

  constructor(request: RequestContext, batch: Batch) {
    this.#request = request;
    this.#batch = batch;
  }

  get graphQlContext(): BatchLoaderEnvironment["graphQlContext"] {
    return this.#request.graphQlContext;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  /** One for each source that is asked for: where it was met several times, that of the first place. */
  get keyContexts(): readonly unknown[] {
    const { sources, targets } = this.#batch;
    const contexts = new Map<unknown, unknown>();
    let i = 0;
    for (const target of targets) {
      for (const end = i + countOf(target); i < end; i++) {
        if (!contexts.has(sources[i])) contexts.set(sources[i], target.localContext);
      }
    }
    return [...contexts.values()];
  }
}

/** What a batch function was asked for, and what it answered. */
interface Answer {
  readonly asked: readonly unknown[];
  readonly values: unknown;
}

function distribute(x: Execution, batch: Batch, answer: Answer): void {
  const { field, sources, targets } = batch;
  const valueOf = lookup(batch, answer);
  if (valueOf === undefined) {
    x.forget(answer.values, field);
    return failAll(x, batch, new TypeError(unfit(field, answer)));
  }
  let i = 0;
  for (const target of targets) {
    if (target instanceof Rows) {
      const first = i;
      i += target.length;
      settleRows(x, field, target, { sources, first, valueOf });
    } else {
      settleOne(x, field, sources[i], target, valueOf(sources[i], i));
      i++;
    }
  }
  forgetOthers(x, batch, answer);
}

/** Puts the value for one source in place, or waits for it. */
// deno-lint-ignore house-rules/parameter-count -- runs for every value of a batch
function settleOne(x: Execution, field: FieldPlan, source: unknown, place: Position, value: unknown): void {
  if (!isAwaited(x, field, source, place, value)) settleField(x, field, source, place, value);
}

/** Waits for the value for one source, if it is a promise. */
// deno-lint-ignore house-rules/parameter-count -- runs for every value of a batch
function isAwaited(x: Execution, field: FieldPlan, source: unknown, target: Position | Rows, value: unknown): boolean {
  try {
    if (!isPromiseLike(value)) return false;
  } catch (error) {
    failField(x, field, source, placeOf(target), error);
    return true;
  }
  const place = placeOf(target);
  awaitField(x, field, source, place, value);
  x.arrived(place);
  return true;
}

/** The values of neighbouring rows, which follow each other. */
interface RowValues {
  readonly sources: readonly unknown[];
  /** The index of the first row's source. */
  readonly first: number;
  readonly valueOf: ValueLookup;
}

/** Puts the values for neighbouring rows in place. Most rows have no place and get none. */
function settleRows(x: Execution, field: FieldPlan, rows: Rows, { sources, first, valueOf }: RowValues): void {
  for (let row = 0; row < rows.length; row++) {
    const source = sources[first + row];
    const value = valueOf(source, first + row);
    rows.current = row;
    const place = rows.placed;
    if (place === undefined) settleRow(x, field, source, rows, value);
    else settleOne(x, field, source, place, value);
  }
  rows.arrived();
  x.drainLater();
}

/** Completes a value for a row that has no place. */
// deno-lint-ignore house-rules/parameter-count -- runs for every value of a batch
function settleRow(x: Execution, field: FieldPlan, source: unknown, rows: Rows, value: unknown): void {
  if (isAwaited(x, field, source, rows, value)) return;
  if (x.isFinished) return x.forget(value, field);
  let completed: unknown;
  try {
    completed = x.program.completeRow(x, field, value, rows, source);
  } catch (error) {
    x.forget(value, field);
    return failPosition(x, Position.ofField(field, rows.place(), source), error);
  }
  const { placed } = rows;
  writeField(x, field, rows.content, completed);
  if (placed !== undefined) x.arrived(placed);
}

function countOf(target: Position | Rows): number {
  return target instanceof Rows ? target.length : 1;
}

type ValueLookup = (source: unknown, index: number) => unknown;

/** A map may hold more than was asked for. */
function forgetOthers(x: Execution, { field }: Batch, { asked, values }: Answer): void {
  if (!(values instanceof Map)) return;
  const used = asked.reduce<number>((count, source) => count + Number(values.has(source)), 0);
  if (used === values.size) return;
  const wanted = new Set(asked);
  for (const [source, value] of values) if (!wanted.has(source)) x.forget(value, field);
}

function lookup(
  { sources }: Batch,
  { asked, values }: Answer,
): ValueLookup | undefined {
  if (values instanceof Map) return (source) => values.get(source) ?? null;
  if (!Array.isArray(values) || values.length !== asked.length) return undefined;
  if (asked === sources) return (_, index) => values[index];
  const bySource = new Map(asked.map((source, index) => [source, values[index]] as const));
  return (source) => bySource.get(source);
}

function unfit({ parentType, name }: FieldPlan, { asked, values }: Answer): string {
  const given = Array.isArray(values) ? `a list of ${values.length}` : typeof values;
  return `Cannot use the values of ${parentType}.${name} as they must be a map or a list as long as the list of ` +
    `sources, ${asked.length}: current value is "${given}"`;
}

function failAll(x: Execution, { field, sources, targets }: Batch, error: unknown): void {
  let i = 0;
  for (const target of targets) {
    if (!(target instanceof Rows)) {
      failField(x, field, sources[i++], target, error);
      continue;
    }
    for (target.current = 0; target.current < target.length; target.current++) {
      failField(x, field, sources[i++], target.place(), error);
    }
    target.arrived();
  }
}
