import type { ObjectPlan } from "../plan/field_plan.ts";
import type { Position } from "./position.ts";
import type { Execution } from "./execution.ts";
import { type RowList, Rows } from "./rows.ts";

/** A list with batched fields. */
interface GatheredList extends RowList {
  readonly x: Execution;
}

/**
 * Queues the objects of a list for its batched fields while generated code creates them. Batch functions receive
 * sources in the same order as with the interpreter: adjacent objects together, an object with a position separately.
 */
export class RowGathering {
  /** The source objects by index, copied because the service may sort its list. */
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

  /** Marks an index whose item is not a row. */
  skip(index: number): void {
    this.end(index);
    this.#from = index + 1;
  }

  /**
   * Adds an object with a position.
   *
   * @param place the position
   * @param executed the number of its fields that were executed
   */
  leave(place: Position, executed: number): void {
    const index = place.key as number; // an item of the list
    this.skip(index);
    for (const field of this.#plan.fields.slice(0, executed)) {
      if (field.fetch.kind === "batch") this.#list.x.batches.add(field, this.sources[index], place);
    }
  }

  /** Ends a sequence of rows before the index. */
  end(index: number): void {
    const from = this.#from;
    if (index <= from) return;
    const rows = new Rows(this.#list, from, this.sources.slice(from, index));
    for (const field of this.#plan.batched) this.#list.x.batches.addRows(field, rows);
  }
}
