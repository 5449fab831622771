import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { idKey } from "../../entity/id_key.ts";
import type { ReferenceProperty } from "../../entity/property_model.ts";
import type { ColumnRef, ResolvedIn, ResolvedText, ResolvedTuples } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import type { LinkTable } from "../row_store.ts";
import { WantedText } from "./wanted_text.ts";
import { WantedTuples, WantedValues } from "./wanted_values.ts";

/** A table: its rows by id, and the last generated id. */
export class MemoryTable {
  /** The rows by {@linkcode idKey}. */
  readonly rows: Map<unknown, Row> = new Map<unknown, Row>();
  /** The last generated id. */
  lastId = 0n;

  /** Continues the generated ids behind a given one. */
  passId(id: bigint): void {
    if (id > this.lastId) this.lastId = id;
  }
}

/** The link table of one property. */
interface MemoryLinks {
  /** The names of the tables of the owners and of the elements. */
  readonly owners: string;
  readonly elements: string;
  /** The ids of the elements by {@linkcode idKey} of the owner. */
  readonly lists: Map<unknown, readonly unknown[]>;
}

/** The tables of a store in memory. */
export class MemoryTables {
  readonly #models: EntityModels;
  readonly #tables = new Map<string, MemoryTable>();
  readonly #links = new Map<string, MemoryLinks>();
  readonly #wanted = new WeakMap<ResolvedText, WantedText>();
  readonly #wantedValues = new WeakMap<ResolvedIn, WantedValues>();
  readonly #wantedTuples = new WeakMap<ResolvedTuples, WantedTuples>();

  /** @param models the models of the database */
  constructor(models: EntityModels) {
    this.#models = models;
  }

  /** Returns the table of an entity. */
  of(model: EntityModel): MemoryTable {
    let table = this.#tables.get(model.table);
    if (table === undefined) this.#tables.set(model.table, table = new MemoryTable());
    return table;
  }

  /** Returns the lists of a property, by owner. */
  links({ owner, target, property }: LinkTable): Map<unknown, readonly unknown[]> {
    const name = `${owner.table}.${property.name}`;
    let links = this.#links.get(name);
    if (links === undefined) {
      this.#links.set(name, links = { owners: owner.table, elements: target.table, lists: new Map() });
    }
    return links.lists;
  }

  /**
   * Removes the lists of rows that are being deleted.
   *
   * @param model the model of what is deleted
   * @param deleted the rows by {@linkcode idKey}
   * @returns restores the lists
   */
  removeLists(model: EntityModel, deleted: ReadonlySet<unknown>): () => void {
    const undo: (() => void)[] = [];
    for (const { owners, lists } of this.#links.values()) {
      if (owners !== model.table) continue;
      for (const owner of deleted) {
        const ids = lists.get(owner);
        if (ids === undefined) continue;
        undo.push(() => void lists.set(owner, ids));
        lists.delete(owner);
      }
    }
    return () => undo.forEach((step) => step());
  }

  /**
   * Finds a list that contains a row that is being deleted, while the list's owner stays.
   *
   * @param model the model of what is deleted
   * @param deleted the rows by {@linkcode idKey}
   * @returns the list's name, or `undefined` when there is none
   */
  listHolding(model: EntityModel, deleted: ReadonlySet<unknown>): string | undefined {
    for (const [name, { owners, elements, lists }] of this.#links) {
      if (elements !== model.table) continue;
      for (const [owner, ids] of lists) {
        const stays = owners !== model.table || !deleted.has(owner);
        if (stays && ids.some((id) => deleted.has(idKey(id)))) return name;
      }
    }
    return undefined;
  }

  /** Follows references from a row; returns `undefined` if one of them is null. */
  follow(row: Row, via: readonly ReferenceProperty[]): Row | undefined {
    let current: Row | undefined = row;
    for (const step of via) {
      const target = this.#models.of(step.target);
      const id = current === undefined ? null : target.id.heldBy(step, current);
      if (id === null) return undefined;
      current = this.of(target).rows.get(idKey(id));
    }
    return current;
  }

  /** Returns the value of a column of a row, or of a row that it refers to. */
  value(row: Row, { via, column }: ColumnRef): unknown {
    return this.follow(row, via)?.[column] ?? null;
  }

  /** The text that a criterion searches for, prepared once for all rows. */
  wantedText(criteria: ResolvedText): WantedText {
    let wanted = this.#wanted.get(criteria);
    if (wanted === undefined) this.#wanted.set(criteria, wanted = new WantedText(criteria));
    return wanted;
  }

  /** The values that a criterion accepts, prepared once for all rows. */
  wantedValues(criteria: ResolvedIn): WantedValues {
    let wanted = this.#wantedValues.get(criteria);
    if (wanted === undefined) this.#wantedValues.set(criteria, wanted = new WantedValues(criteria));
    return wanted;
  }

  /** The tuples of values that a criterion accepts, prepared once for all rows. */
  wantedTuples(criteria: ResolvedTuples): WantedTuples {
    let wanted = this.#wantedTuples.get(criteria);
    if (wanted === undefined) this.#wantedTuples.set(criteria, wanted = new WantedTuples(criteria));
    return wanted;
  }
}
