import type { ValuePlan } from "../plan/field_plan.ts";
import { type Container, Position } from "./position.ts";

/** Counts what places wait for: the execution, which knows its program and so can't be named here. */
interface Waiting {
  await(position: Position): void;
  arrived(position: Position): void;
}

/** A list of the response whose items are objects. */
export interface RowList {
  readonly x: Waiting;
  /** The place of the list. */
  readonly position: Position;
  /** How items are completed. */
  readonly item: ValuePlan;
  /** The list of the response. */
  readonly content: unknown[];
}

/**
 * Neighbouring objects of a list that wait for the same batched fields. They have no places of their own: the list waits
 * once for all of them. A row gets a place when something of its own has to be waited for, or fails; from then on it
 * counts for itself.
 */
export class Rows {
  readonly #list: RowList;
  readonly #from: number;
  /** The objects that the service gave, in the order of the rows. */
  readonly sources: readonly unknown[];
  /** The row under work: functions that complete a value of it ask for its place. */
  current = 0;
  /** The number of batched fields that are awaited. */
  #pending = 0;
  /** The number of rows without a place. */
  #unplaced: number;
  #places: (Position | undefined)[] | undefined;
  #distinct: readonly unknown[] | undefined;

  /**
   * @param list the list
   * @param from the index of the first row in it
   * @param sources the objects that the service gave
   */
  constructor(list: RowList, from: number, sources: readonly unknown[]) {
    this.#list = list;
    this.#from = from;
    this.sources = sources;
    this.#unplaced = sources.length;
  }

  /** The number of rows. */
  get length(): number {
    return this.sources.length;
  }

  /** The objects that the service gave, each once: compared once for all batched fields. */
  get distinctSources(): readonly unknown[] {
    return this.#distinct ??= distinct(this.sources);
  }

  /** What the service's code left for the fetchers below the list. */
  get localContext(): unknown {
    return this.#list.position.localContext;
  }

  /** Counts one more batched field that all rows wait for. */
  await(): void {
    if (this.#pending++ === 0) this.#list.x.await(this.#list.position);
  }

  /** Counts that a batched field arrived for all rows without a place; the others count themselves. */
  arrived(): void {
    if (--this.#pending === 0 && this.#unplaced > 0) this.#list.x.arrived(this.#list.position);
  }

  /** The response's object of the current row. */
  get content(): Container {
    return this.#list.content[this.#from + this.current] as Container; // rows are objects
  }

  /** The place of the current row, if it has one. */
  get placed(): Position | undefined {
    return this.#places === undefined ? undefined : this.#places[this.current];
  }

  /** The place of the current row: the same whenever it is asked for. */
  place(): Position {
    const known = this.placed;
    if (known !== undefined) return known;
    const { x, position, item } = this.#list;
    const place = new Position(position, this.#from + this.current, item, position.source);
    place.content = this.content;
    x.await(place);
    place.pending = this.#pending;
    (this.#places ??= new Array(this.sources.length).fill(undefined))[this.current] = place;
    // The last row counts for itself now: the list does not wait for the others any more.
    if (--this.#unplaced === 0) x.arrived(position);
    return place;
  }
}

/**
 * The values of a list in their order, each once.
 *
 * @param values the list
 * @returns the list itself where no value is in it twice
 */
export function distinct(values: readonly unknown[]): readonly unknown[] {
  const unique = new Set(values);
  return unique.size === values.length ? values : [...unique];
}

/** The place of an object that another one is in: rows of lists have theirs made when it is asked for. */
export function placeOf(outer: Position | Rows): Position {
  return outer instanceof Rows ? outer.place() : outer;
}
