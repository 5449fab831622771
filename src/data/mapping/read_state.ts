import type { EntityModel } from "../entity/entity_model.ts";
import type { TransactionFate } from "../store/transaction_fate.ts";

/** Marks the value of a column that was not read. */
export const unread: unique symbol = Symbol("unread");

/** The index of each column in the values that were read. There is one per entity and selection. */
export class RowLayout {
  readonly #indexes = new Map<string, number>();

  /**
   * @param model the entity's model
   * @param columns the names of the columns in their order
   * @param isWhole whether these are all columns of the entity
   */
  constructor(readonly model: EntityModel, columns: readonly string[], readonly isWhole: boolean) {
    columns.forEach((column, i) => this.#indexes.set(column, i));
  }

  /** The names of the columns. */
  get columns(): string[] {
    return [...this.#indexes.keys()];
  }

  /** Returns the value of a column; {@linkcode unread} if it was not read. */
  valueIn(values: readonly unknown[], column: string): unknown {
    const index = this.#indexes.get(column);
    return index === undefined ? unread : values[index];
  }
}

/** The stored column values of an entity when it was read or saved. */
export interface ReadState {
  readonly layout: RowLayout;
  /** Values of columns: dates in milliseconds, lists and objects as copies. */
  readonly values: readonly unknown[];
  /** The outcome of the transaction that it was read in. */
  readonly fate: TransactionFate | undefined;
  /** The ids of the elements of lists in link tables, by property. */
  lists?: Map<string, readonly unknown[]>;
}

/** A constructor that returns its argument, so that the private field of a subclass is added to the argument. */
const Itself = function (entity: object) {
  return entity;
} as unknown as new (entity: object) => object;

/**
 * Stores the state in a private field of the entity: it is not a property, is not copied, and is collected with the
 * entity. A `WeakMap` would do the same at three times the cost of building the entity.
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

/** Sets the state of an entity that was just built. */
export function trackState(entity: object, state: ReadState): void {
  // The constructor adds the field to the entity and returns the entity itself.
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

/** Stores the ids of the elements of a list in a link table. */
export function trackList(entity: object, property: string, ids: readonly unknown[]): void {
  const state = stateOf(entity);
  if (state !== undefined) (state.lists ??= new Map()).set(property, ids);
}
