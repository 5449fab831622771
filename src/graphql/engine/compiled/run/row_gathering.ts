import type { ObjectPlan } from "../plan/field_plan.ts";
import type { Position } from "./position.ts";
import type { Execution } from "./execution.ts";
import { type RowList, Rows } from "./rows.ts";

/** A list whose batched fields are gathered. */
interface GatheredList extends RowList {
  readonly x: Execution;
}

/**
 * Gathers the objects of a list for its batched fields while generated code makes them. Sources reach the batch functions
 * in the order in which plans are interpreted: neighbouring objects together, one that needed a place by itself.
 */
export class RowGathering {
  /** The objects that the service gave, by their indexes: the list itself may be sorted by whoever gets it. */
  readonly sources: unknown[];
  readonly #list: GatheredList;
  readonly #plan: ObjectPlan;
  #from = 0;

  /**
   * @param list the list
   * @param plan the selection on its items
   */
  constructor(list: GatheredList, plan: ObjectPlan) {
    this.#list = list;
    this.#plan = plan;
    this.sources = new Array(list.content.length);
  }

  /** The item at an index is no row without a place. */
  skip(index: number): void {
    this.end(index);
    this.#from = index + 1;
  }

  /**
   * An object has a place of its own.
   *
   * @param place the place
   * @param executed the number of its fields that were executed
   */
  leave(place: Position, executed: number): void {
    const index = place.key as number; // an item of the list
    this.skip(index);
    for (const field of this.#plan.fields.slice(0, executed)) {
      if (field.fetch.kind === "batch") this.#list.x.batches.add(field, this.sources[index], place);
    }
  }

  /** No row follows before the index. */
  end(index: number): void {
    const from = this.#from;
    if (index <= from) return;
    const rows = new Rows(this.#list, from, this.sources.slice(from, index));
    for (const field of this.#plan.batched) this.#list.x.batches.addRows(field, rows);
  }
}
