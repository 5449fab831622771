import process from "node:process";
import type { BatchLoaderEnvironment, FieldArguments, RequestContext } from "../../../wiring/mod.ts";
import { awaitField, failField, settleField } from "./await_field.ts";
import type { Execution } from "../run/execution.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import type { Position } from "../run/position.ts";
import type { Batches } from "../run/program.ts";
import { isPromiseLike, whenSettled } from "../run/shapes.ts";

type Fetch = Extract<FieldPlan["fetch"], { kind: "batch" }>;

/** What one call of a batch function is asked for: objects, and their places. */
interface Batch {
  readonly field: FieldPlan;
  /** The same for all objects of one request. */
  readonly args: FieldArguments;
  readonly sources: unknown[];
  readonly places: Position[];
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
    batch.places.push(prev);
    return null;
  }

  #batchOf(field: FieldPlan): Batch {
    let batch = this.#gathered.get(field);
    if (batch === undefined) {
      batch = { field, args: field.arguments(this.#x.variables), sources: [], places: [] };
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
function partsOf({ field, args, sources, places }: Batch, size: number): Iterable<Batch> {
  const parts: Batch[] = [];
  const partOf = new Map<unknown, Batch>();
  sources.forEach((source, i) => {
    let part = partOf.get(source);
    if (part === undefined) {
      if (partOf.size % size === 0) parts.push({ field, args, sources: [], places: [] });
      partOf.set(source, part = parts.at(-1)!);
    }
    part.sources.push(source);
    part.places.push(places[i]!);
  });
  return parts;
}

function runBatch(x: Execution, fetcher: Fetch["fetcher"], batch: Batch): void {
  const asked = distinct(batch.sources);
  try {
    x.budget.addCalls(1);
    const values: unknown = fetcher.batch(asked, batch.args, new BatchEnvironment(x.request, batch));
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
    const { sources, places } = this.#batch;
    const contexts = new Map<unknown, unknown>();
    sources.forEach((source, i) => {
      if (!contexts.has(source)) contexts.set(source, places[i]!.localContext);
    });
    return [...contexts.values()];
  }
}

/** What a batch function was asked for, and what it answered. */
interface Answer {
  readonly asked: readonly unknown[];
  readonly values: unknown;
}

function distribute(x: Execution, batch: Batch, answer: Answer): void {
  const { field, sources, places } = batch;
  const valueOf = lookup(batch, answer);
  if (valueOf === undefined) {
    x.forget(answer.values, field);
    return failAll(x, batch, new TypeError(unfit(field, answer)));
  }
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!;
    const value = valueOf(sources[i], i);
    if (isPromiseLike(value)) {
      awaitField(x, field, sources[i], place, value);
      x.arrived(place);
    } else {
      settleField(x, field, sources[i], place, value);
    }
  }
  forgetOthers(x, batch, answer);
}

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
): ((source: unknown, index: number) => unknown) | undefined {
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

function failAll(x: Execution, { field, sources, places }: Batch, error: unknown): void {
  for (let i = 0; i < places.length; i++) failField(x, field, sources[i], places[i]!, error);
}
