import { completeInstance } from "../../kernel/mod.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { emptyInstance, instantiate } from "../entity/instantiate.ts";
import type { CollectionProperty, ColumnProperty, ReferenceProperty } from "../entity/property_model.ts";
import type { ColumnRef } from "../query/resolved_criteria.ts";
import type { Selection } from "../query/selection.ts";
import { hydrationPlan, isIdAlone, plannedColumns, type PlannedProperty, type Wanted } from "./hydration_plan.ts";
import { classesReferredFrom, referencesIn } from "./json_references.ts";
import { fromJsonValue } from "./json_value.ts";
import type { TransactionFate } from "../store/transaction_fate.ts";
import { copiedValue } from "./copied_value.ts";
import { type EntityMaker, entityMaker, isPlain, type PositionedProperty, type SingleProperty } from "./entity_code.ts";
import { RowLayout, trackState } from "./read_state.ts";

/** A reference whose entity is not loaded yet. */
export interface PendingReference {
  readonly owner: Record<string, unknown>;
  readonly name: string;
  /** Builds the entity. */
  readonly hydrator: Hydrator;
  readonly id: unknown;
  /** Removes a dangling reference; absent if the database has a foreign key. */
  readonly remove?: () => void;
}

/** A list of entities that is loaded with its owner. */
export interface HydratedCollection {
  readonly property: CollectionProperty;
  /** Builds the elements; absent if only their ids are needed, which the link table holds. */
  readonly hydrator: Hydrator | undefined;
}

/** The hydrators of whole entities of a database. */
export interface EntityHydrators {
  /** The models of the database. */
  readonly models: EntityModels;
  /** Returns the hydrator of whole entities. */
  of(model: EntityModel): Hydrator;
}

/** Number of entities after which code is generated. Clients may send selections that are used only once. */
const minEntitiesForGeneration = 200;

/** Builds entities from rows. There is one per entity and selection. */
export class Hydrator {
  /** The entities' model. */
  readonly model: EntityModel;
  /** The columns that rows hold, in this order. */
  readonly columns: readonly ColumnRef[];
  /** Indexes of the id's columns in `columns`. */
  readonly idIndexes: readonly number[];
  readonly #layout: RowLayout;
  readonly #hydrators: EntityHydrators;
  readonly #models: EntityModels;
  readonly #plan: readonly PlannedProperty[];
  #builtEntities = 0;
  /** Generated after enough entities were built; absent if there are too many properties. */
  #generated: GeneratedMaker | undefined;
  readonly #targets = new Map<Selection, Hydrator>();
  #collections: readonly HydratedCollection[] | undefined;
  /** Whether values of JSON columns refer to entities. */
  readonly #referring = new Map<ColumnProperty, boolean>();

  /**
   * @param hydrators the hydrators of the database
   * @param model the entity's model
   * @param selection the properties that are needed; all when left out
   * @throws UnknownPropertyError when a selected property does not exist
   */
  constructor(hydrators: EntityHydrators, model: EntityModel, selection?: Selection) {
    this.#hydrators = hydrators;
    this.#models = hydrators.models;
    this.model = model;
    this.#plan = hydrationPlan(this.#models, model, selection);
    this.columns = plannedColumns(this.#models, this.#plan);
    this.#layout = new RowLayout(model, this.columns.map(({ column }) => column), selection === undefined);
    this.idIndexes = model.id.columns.map((id) => this.columns.findIndex(({ column }) => column === id));
    // Check nested selections now. Hydrators of whole entities are created lazily, as entities may refer to each other.
    for (const part of this.#plan) if ("wanted" in part && part.wanted !== "whole") this.#check(part);
  }

  /** The lists of entities that are loaded with their owner. */
  get collections(): readonly HydratedCollection[] {
    return this.#collections ??= this.#plan.flatMap((part) =>
      part.kind === "collection" ? [{ property: part.property, hydrator: this.#ofElements(part) }] : []
    );
  }

  /** Returns the id of a row as it was read. */
  idIn(row: readonly unknown[]): unknown {
    const [first] = this.idIndexes;
    return this.model.id.isComposite ? this.idIndexes.map((index) => row[index]) : row[first!];
  }

  /**
   * Builds the entity of a row, and stores the row as its read state.
   *
   * @param row begins with the values of the columns; becomes part of the entity's read state
   * @param pending receives the references that must be loaded
   * @param fate the outcome of the transaction that the row was read in
   */
  entity(
    row: unknown[],
    pending: PendingReference[],
    fate: TransactionFate | undefined,
  ): Record<string, unknown> {
    if (++this.#builtEntities === minEntitiesForGeneration) this.#generated = this.#generate();
    const entity = this.#generated === undefined
      ? this.#fill(emptyInstance(this.model.type), this.#plan, { row, next: 0, pending })
      : this.#construct(this.#generated, { row, next: 0, pending });
    trackState(entity, { layout: this.#layout, values: row, fate });
    return completeInstance(this.model.type, entity);
  }

  #generate(): GeneratedMaker | undefined {
    let start = 0;
    const properties = this.#plan.flatMap((part): PositionedProperty[] => {
      if (part.kind === "collection") return [];
      const positioned = { part, start };
      start += plannedColumns(this.#models, [part]).length;
      return [positioned];
    });
    const maker = entityMaker(this.model.type, properties);
    return maker && { maker, properties, isPlain: properties.every(({ part }) => isPlain(part)) };
  }

  #construct({ maker, properties, isPlain }: GeneratedMaker, cursor: Cursor): Record<string, unknown> {
    if (isPlain) return new maker(cursor.row, undefined);
    return new maker(cursor.row, (owner, index) => {
      const { part, start } = properties[index]!;
      cursor.next = start;
      // The generated constructor assigns the described properties.
      return this.#value(owner as Record<string, unknown>, part, cursor);
    });
  }

  #check(part: PlannedProperty): void {
    if (part.kind === "collection") this.#ofElements(part);
    if (part.kind === "reference" && part.wanted !== undefined) this.#target(part.property.target, part.wanted);
  }

  #fill(
    entity: Record<string, unknown>,
    plan: readonly PlannedProperty[],
    cursor: Cursor,
  ): Record<string, unknown> {
    for (const part of plan) {
      if (part.kind === "collection") continue;
      const value = this.#value(entity, part, cursor);
      if (value === null && part.property.optional) continue;
      entity[part.property.name] = value;
    }
    return entity;
  }

  #value(owner: Record<string, unknown>, part: SingleProperty, cursor: Cursor): unknown {
    if (part.kind === "embedded") return this.#embedded(part, cursor);
    const raw = part.kind === "column" ? cursor.row[cursor.next++] : this.#heldId(part.property, cursor);
    if (raw === null || raw === undefined) return null;
    if (part.kind === "column") return this.#single(part, raw, cursor);
    const { property, wanted } = part;
    if (wanted !== undefined) {
      const hydrator = this.#target(property.target, wanted);
      cursor.pending.push({ owner, name: property.name, hydrator, id: raw });
    }
    return this.stub(property, raw);
  }

  /** Reads the id that a reference holds, from one column or from several. */
  #heldId({ target, parts }: ReferenceProperty, cursor: Cursor): unknown {
    if (parts === undefined) return cursor.row[cursor.next++];
    const values = cursor.row.slice(cursor.next, cursor.next += parts.length);
    return values.some((value) => value === null || value === undefined)
      ? null
      : this.#models.of(target).id.made(values);
  }

  /** Reads the value of a column. The read state keeps a copy of mutable values. */
  #single(part: PlannedProperty & { kind: "column" }, raw: unknown, cursor: Cursor): unknown {
    const { type } = part.property;
    if (type === "json") return this.#json(part, raw, cursor);
    // A number is cheaper than a copy of the date.
    if (raw instanceof Date) cursor.row[cursor.next - 1] = raw.getTime();
    return type === "bytes" ? copiedValue(raw) : raw;
  }

  #embedded({ property, members }: PlannedProperty & { kind: "embedded" }, cursor: Cursor): unknown {
    const start = cursor.next;
    const { type } = this.#models.embedded(property);
    const value = this.#fill(emptyInstance(type), members, cursor);
    const isAbsent = property.nullable && cursor.row.slice(start, cursor.next).every((raw) => raw === null);
    return isAbsent ? null : completeInstance(type, value);
  }

  #json({ property, wanted }: PlannedProperty & { kind: "column" }, raw: unknown, { pending }: Cursor): unknown {
    const value = fromJsonValue(property.descriptor, raw);
    if (wanted === undefined || !this.#refers(property)) return value;
    for (const { owner, name, path, target, remove } of referencesIn(property.descriptor, value)) {
      const selected = wantedAt(wanted, path);
      if (selected === undefined) continue;
      // The value at this position is an instance that has only its id.
      const id = this.#models.of(target).id.of(owner[name] as object);
      pending.push({ owner, name, hydrator: this.#target(target, selected), id, remove });
    }
    return value;
  }

  #refers(property: ColumnProperty): boolean {
    let refers = this.#referring.get(property);
    if (refers === undefined) {
      refers = classesReferredFrom(property.descriptor).length > 0;
      this.#referring.set(property, refers);
    }
    return refers;
  }

  #ofElements({ property, wanted }: PlannedProperty & { kind: "collection" }): Hydrator | undefined {
    const { target, options: { mappedBy } } = property;
    if (wanted === "whole") return this.#target(target, wanted);
    if (mappedBy === undefined) {
      return isIdAlone(this.#models.of(target), wanted) ? undefined : this.#target(target, wanted);
    }
    if (wanted.has(mappedBy)) return this.#target(target, wanted);
    // This property assigns each element to its owner.
    return new Hydrator(this.#hydrators, this.#models.of(target), new Map([...wanted, [mappedBy, backReference]]));
  }

  #target(type: PropertyModelTarget, wanted: Wanted): Hydrator {
    const model = this.#models.of(type);
    if (wanted === "whole") return this.#hydrators.of(model);
    let hydrator = this.#targets.get(wanted);
    if (hydrator === undefined) {
      this.#targets.set(wanted, hydrator = new Hydrator(this.#hydrators, model, wanted));
    }
    return hydrator;
  }

  /** Creates an instance of the referred class that has only its id. */
  stub(property: ReferenceProperty | CollectionProperty, id: unknown): unknown {
    const target = this.#models.of(property.target);
    return instantiate(target.type, target.id.stub(id));
  }
}

type PropertyModelTarget = ReferenceProperty["target"];

interface GeneratedMaker {
  readonly maker: EntityMaker;
  readonly properties: readonly PositionedProperty[];
  /** Whether all values are copied from the row unchanged. */
  readonly isPlain: boolean;
}

/** Selects only the id of the owner that elements refer back to: their own table holds it. */
const backReference: Selection = new Map();

interface Cursor {
  readonly row: unknown[];
  next: number;
  readonly pending: PendingReference[];
}

/** Returns the part that is read of the entity at a path within a value; `undefined` if the path is not selected. */
function wantedAt(wanted: Wanted, path: readonly string[]): Wanted | undefined {
  let at: Wanted = wanted;
  for (const name of path) {
    if (at === "whole") return at;
    if (!at.has(name)) return undefined;
    at = at.get(name) ?? "whole";
  }
  return at;
}
