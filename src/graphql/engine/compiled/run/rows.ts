import type { ValuePlan } from "../plan/field_plan.ts";
import { type Container, Position } from "./position.ts";

/** Counts the pending values of positions: the execution, which can't be imported here without a cycle. */
interface Waiting {
  addPending(position: Position): void;
  removePending(position: Position): void;
}

/** A list of the response whose items are objects. */
export interface RowList {
  readonly x: Waiting;
  /** The position of the list. */
  readonly position: Position;
  /** The plan of the items. */
  readonly item: ValuePlan;
  /** The list of the response. */
  readonly content: unknown[];
}

/**
 * Adjacent objects of a list that wait for the same batched fields. They have no positions: the list has one pending
 * value for all of them. A position is created for a row when another value of it is awaited or fails; from then on the
 * row counts its own pending values.
 */
export class Rows {
  readonly #list: RowList;
  readonly #from: number;
  /** The source objects, in the order of the rows. */
  readonly sources: readonly unknown[];
  /** The current row, whose position is created if completing a value needs it. */
  current = 0;
  /** The number of pending batched fields. */
  #pending = 0;
  /** The number of rows without a position. */
  #unplaced: number;
  #places: (Position | undefined)[] | undefined;
  #distinct: readonly unknown[] | undefined;

  /**
   * @param list the list
   * @param from the index of the first row in it
   * @param sources the source objects
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

  /** The distinct source objects, computed once for all batched fields. */
  get distinctSources(): readonly unknown[] {
    return this.#distinct ??= distinct(this.sources);
  }

  /** The local context of the fetchers below the list. */
  get localContext(): unknown {
    return this.#list.position.localContext;
  }

  /** Adds a pending batched field for all rows. */
  addPending(): void {
    if (this.#pending++ === 0) this.#list.x.addPending(this.#list.position);
  }

  /** Removes a pending batched field for all rows without a position; the other rows count themselves. */
  removePending(): void {
    if (--this.#pending === 0 && this.#unplaced > 0) this.#list.x.removePending(this.#list.position);
  }

  /** The response's object of the current row. */
  get content(): Container {
    return this.#list.content[this.#from + this.current] as Container; // rows are objects
  }

  /** The position of the current row, if it has one. */
  get placed(): Position | undefined {
    return this.#places === undefined ? undefined : this.#places[this.current];
  }

  /** The position of the current row, created on first use. */
  place(): Position {
    const known = this.placed;
    if (known !== undefined) return known;
    const { x, position, item } = this.#list;
    const place = new Position(position, this.#from + this.current, item, position.source);
    place.content = this.content;
    x.addPending(place);
    place.pending = this.#pending;
    (this.#places ??= new Array(this.sources.length).fill(undefined))[this.current] = place;
    // All rows count themselves now, so the shared pending value of the list is removed.
    if (--this.#unplaced === 0) x.removePending(position);
    return place;
  }
}

/**
 * Returns the distinct values of a list, in order.
 *
 * @param values the list
 * @returns the list itself if it has no duplicates
 */
export function distinct(values: readonly unknown[]): readonly unknown[] {
  const unique = new Set(values);
  return unique.size === values.length ? values : [...unique];
}

/** The parent position of an object; for a row of a list it is created on demand. */
export function placeOf(outer: Position | Rows): Position {
  return outer instanceof Rows ? outer.place() : outer;
}
