import type { BatchLoaderEnvironment, FieldArguments, RequestContext } from "../../../wiring/mod.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import type { Position } from "../run/position.ts";
import { distinct, Rows } from "../run/rows.ts";

/** The input of one batch call: the sources, and the positions of their values. */
export interface Batch {
  readonly field: FieldPlan;
  /** The arguments, which are the same for all sources of one request. */
  readonly args: FieldArguments;
  readonly sources: readonly unknown[];
  /** Positions or rows, in the order of the sources: a position belongs to one source, rows to as many as they have. */
  readonly targets: readonly (Position | Rows)[];
}

/** A batch that collects sources. */
export class Gathered implements Batch {
  readonly field: FieldPlan;
  readonly args: FieldArguments;
  readonly targets: (Position | Rows)[] = [];
  readonly #sources: unknown[] = [];
  /** The rows, if the batch has no other sources: then their sources are not copied. */
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
    const rows = this.#alone!; // the caller has checked
    this.#alone = undefined;
    this.#push(rows);
  }

  #push({ sources }: Rows): void {
    for (const source of sources) this.#sources.push(source);
  }
}

/** Splits a batch into parts with at most `size` distinct sources each. */
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
 * The environment of a batch function. A class, because V8 creates a hidden class for every object literal with
 * getters, which retains the objects that the getters refer to until the next full collection.
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

  /** The local contexts, one for each distinct source: that of its first position. */
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
