import type { EntityModel } from "../entity/entity_model.ts";
import type { TransactionFate } from "../store/transaction_fate.ts";

/** Stands for the value of a column that is not known. */
export const unread: unique symbol = Symbol("unread");

/** Where the columns of an entity stand in the values that were read. Made once per entity and selection. */
export class RowLayout {
  readonly #indexes = new Map<string, number>();

  /**
   * @param model the entity's model
   * @param columns the names of the columns in their sequence
   * @param isWhole whether these are all columns of the entity
   */
  constructor(readonly model: EntityModel, columns: readonly string[], readonly isWhole: boolean) {
    columns.forEach((column, i) => this.#indexes.set(column, i));
  }

  /** The names of the columns. */
  get columns(): string[] {
    return [...this.#indexes.keys()];
  }

  /** The value of a column; {@linkcode unread} where it is not known. */
  valueIn(values: readonly unknown[], column: string): unknown {
    const index = this.#indexes.get(column);
    return index === undefined ? unread : values[index];
  }
}

/** What the store held of an entity when it was read or saved. */
export interface ReadState {
  readonly layout: RowLayout;
  /** Values of columns: dates as their time, lists and objects that are not those of the entity. */
  readonly values: readonly unknown[];
  /** The transaction that it was read in. */
  readonly fate: TransactionFate | undefined;
  /** The ids of the elements of the lists that are kept in tables of their own, by property. */
  lists?: Map<string, readonly unknown[]>;
}

/** A constructor that returns its argument, so that the private field of a subclass is added to that. */
const Itself = function (entity: object) {
  return entity;
} as unknown as new (entity: object) => object;

/**
 * Keeps the state within the entity, where nobody sees it: it is no property, copies don't have it, and it goes with the
 * entity. A `WeakMap` does the same at three times the cost of making the entity.
 */
class Tracked extends Itself {
  #state: ReadState | undefined;

  constructor(entity: object, state: ReadState) {
    super(entity);
    this.#state = state;
  }

  static stateOf(entity: object): ReadState | undefined {
    return #state in entity ? entity.#state : undefined;
  }

  static replace(entity: object, state: ReadState | undefined): void {
    if (#state in entity) entity.#state = state;
  }
}

/** Remembers the state of an entity that was just made, before it has properties. */
export function trackState(entity: object, state: ReadState): void {
  // The field is added to the entity; nothing is to be done with the instance, which is the entity itself.
  new Tracked(entity, state);
}

/** Replaces the state of an entity that has one. */
export function replaceState(entity: object, state: ReadState | undefined): void {
  Tracked.replace(entity, state);
}

/** Returns the state of an entity that was read or returned by `save`; `undefined` for any other object. */
export function stateOf(entity: object): ReadState | undefined {
  return Tracked.stateOf(entity);
}

/** Remembers the elements of a list that is kept in a table of its own. */
export function trackList(entity: object, property: string, ids: readonly unknown[]): void {
  const state = stateOf(entity);
  if (state !== undefined) (state.lists ??= new Map()).set(property, ids);
}
