import process from "node:process";
import type { BatchLoaderEnvironment, FieldArguments, RequestContext } from "../../wiring/mod.ts";
import { awaitValue, positionAt, settle, settleWith } from "./complete.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "./field_plan.ts";
import { guardError } from "./guard.ts";
import type { Position } from "./position.ts";
import { isPromiseLike } from "./shapes.ts";

type Fetch = Extract<FieldPlan["fetch"], { kind: "batch" }>;

/** The places of the values of a field's batch; each knows its source. */
interface Gathering {
  readonly field: FieldPlan;
  /** The same for all sources of one request. */
  readonly args: FieldArguments;
  readonly positions: Position[];
}

/** What one call of a batch function is asked for. */
interface Batch {
  readonly field: FieldPlan;
  readonly args: FieldArguments;
  readonly positions: readonly Position[];
  readonly sources: readonly unknown[];
}

/** The sources of batched fields that were met and whose batches have not been run. */
export class BatchQueue {
  readonly #x: Execution;
  #gathered: Map<FieldPlan, Gathering> = new Map();
  /** To what was added last: items of a list follow each other. */
  #latest: Gathering | undefined;
  #isScheduled = false;

  constructor(x: Execution) {
    this.#x = x;
  }

  /**
   * Adds a source.
   *
   * @param field the field, whose fetcher is batched
   * @param source the object that the field belongs to
   * @param prev the object's place
   * @returns `null`, until the batch has run
   * @throws GraphQLError when the arguments are wrong
   */
  add(field: FieldPlan, source: unknown, prev: Position): null {
    const gathering = this.#latest?.field === field ? this.#latest : this.#gatheringOf(field);
    const position = positionAt(prev, field.key, field.value, source);
    this.#x.await(position);
    gathering.positions.push(position);
    return null;
  }

  #gatheringOf(field: FieldPlan): Gathering {
    let gathering = this.#gathered.get(field);
    if (gathering === undefined) {
      gathering = { field, args: field.arguments(this.#x), positions: [] };
      this.#gathered.set(field, gathering);
    }
    this.#latest = gathering;
    return gathering;
  }

  /** Runs what is gathered, and what that gathers at once in turn; nothing more is asked for after a cancellation. */
  drain(): void {
    while (this.#gathered.size > 0 && !this.#x.request.isCancelled) {
      const round = this.#gathered;
      this.#gathered = new Map();
      this.#latest = undefined;
      for (const gathering of round.values()) this.#run(gathering);
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

  #run({ field, args, positions }: Gathering): void {
    const { fetcher } = field.fetch as Fetch; // only batched fields are added
    const size = fetcher.maxBatchSize ?? positions.length;
    for (let start = 0; start < positions.length; start += size) {
      const places = size >= positions.length ? positions : positions.slice(start, start + size);
      runBatch(this.#x, fetcher, { field, args, positions: places, sources: places.map(({ source }) => source) });
    }
  }
}

function runBatch(x: Execution, fetcher: Fetch["fetcher"], batch: Batch): void {
  const asked = distinct(batch.sources);
  try {
    const values: unknown = fetcher.batch(asked, batch.args, new BatchEnvironment(x.request, batch.positions));
    if (!isPromiseLike(values)) return distribute(x, batch, { asked, values });
    Promise.resolve(values).then(
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
  readonly #positions: readonly Position[];

  constructor(request: RequestContext, positions: readonly Position[]) {
    this.#request = request;
    this.#positions = positions;
  }

  get graphQlContext(): BatchLoaderEnvironment["graphQlContext"] {
    return this.#request.graphQlContext;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get keyContexts(): readonly unknown[] {
    return this.#positions.map((position) => position.localContext);
  }
}

/** What a batch function was asked for, and what it answered. */
interface Answer {
  readonly asked: readonly unknown[];
  readonly values: unknown;
}

function distribute(x: Execution, batch: Batch, answer: Answer): void {
  const { positions, sources } = batch;
  const valueOf = lookup(batch, answer);
  if (valueOf === undefined) return failAll(x, batch, new TypeError(unfit(batch.field, answer)));
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const value = valueOf(sources[i], i);
    if (isPromiseLike(value)) {
      awaitValue(x, position, value);
      x.arrived(position);
    } else {
      settle(x, position, value);
    }
  }
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

function failAll(x: Execution, { positions }: Batch, error: unknown): void {
  for (const position of positions) {
    if (!x.isFinished) settleWith(x, position, () => guardError(x, error, position));
  }
}
