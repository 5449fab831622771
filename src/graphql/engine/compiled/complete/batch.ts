import type { BatchLoaderEnvironment, FieldArguments, RequestContext } from "../../../wiring/mod.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import type { Position } from "../run/position.ts";
import { distinct, Rows } from "../run/rows.ts";

/** What one call of a batch function is asked for: objects, and where their values go. */
export interface Batch {
  readonly field: FieldPlan;
  /** The same for all objects of one request. */
  readonly args: FieldArguments;
  readonly sources: readonly unknown[];
  /** The place of one source, or rows of as many sources, in the order of the sources. */
  readonly targets: readonly (Position | Rows)[];
}

/** A batch that gathers. */
export class Gathered implements Batch {
  readonly field: FieldPlan;
  readonly args: FieldArguments;
  readonly targets: (Position | Rows)[] = [];
  readonly #sources: unknown[] = [];
  /** Rows that are all that was gathered: their sources are not copied then. */
  #alone: Rows | undefined;

  constructor(field: FieldPlan, args: FieldArguments) {
    this.field = field;
    this.args = args;
  }

  get sources(): readonly unknown[] {
    return this.#alone === undefined ? this.#sources : this.#alone.sources;
  }

  /** The sources, each once. */
  get distinctSources(): readonly unknown[] {
    return this.#alone === undefined ? distinct(this.#sources) : this.#alone.distinctSources;
  }

  add(source: unknown, place: Position): void {
    if (this.#alone !== undefined) this.#copyRows();
    this.#sources.push(source);
    this.targets.push(place);
  }

  addRows(rows: Rows): void {
    if (this.targets.length === 0) this.#alone = rows;
    else if (this.#alone !== undefined) this.#copyRows();
    this.targets.push(rows);
    if (this.#alone === undefined) this.#push(rows);
  }

  #copyRows(): void {
    const rows = this.#alone!; // the caller looked
    this.#alone = undefined;
    this.#push(rows);
  }

  #push({ sources }: Rows): void {
    for (const source of sources) this.#sources.push(source);
  }
}

/** Cuts a batch into parts that ask for no more than so many sources; one that was met twice takes up one place. */
export function partsOf({ field, args, sources, targets }: Batch, size: number): readonly Gathered[] {
  const parts: Gathered[] = [];
  const partOf = new Map<unknown, Gathered>();
  sources.forEach((source, i) => {
    let part = partOf.get(source);
    if (part === undefined) {
      if (partOf.size % size === 0) parts.push(new Gathered(field, args));
      partOf.set(source, part = parts.at(-1)!);
    }
    part.add(source, targets[i] as Position); // fields with a maximum size have no rows
  });
  return parts;
}

/**
 * What a batch function sees. A class, as V8 makes a hidden class of its own for every object literal with getters, and
 * keeps through it whatever the getters refer to until the next full collection.
 */
export class BatchEnvironment implements BatchLoaderEnvironment {
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
      for (const end = i + (target instanceof Rows ? target.length : 1); i < end; i++) {
        if (!contexts.has(sources[i])) contexts.set(sources[i], target.localContext);
      }
    }
    return [...contexts.values()];
  }
}
