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
import { type EntityMaker, entityMaker, isPlain, type PlacedProperty, type SingleProperty } from "./entity_code.ts";
import { RowLayout, trackState } from "./read_state.ts";

/** A reference that is still to be read. */
export interface PendingReference {
  readonly owner: Record<string, unknown>;
  readonly name: string;
  /** Puts the entity together. */
  readonly hydrator: Hydrator;
  readonly id: unknown;
  /** Takes out what leads nowhere; absent where the database does not let that happen. */
  readonly remove?: () => void;
}

/** A list of entities that is read along. */
export interface HydratedCollection {
  readonly property: CollectionProperty;
  /** Puts the elements together; absent where their ids are all that is needed, which the list's own table holds. */
  readonly hydrator: Hydrator | undefined;
}

/** The hydrators of whole entities of one database. */
export interface EntityHydrators {
  /** The models of the database. */
  readonly models: EntityModels;
  /** The hydrator of whole entities. */
  of(model: EntityModel): Hydrator;
}

/** Number of entities from which generating code pays off: clients may ask for selections that come once. */
const fewEntities = 200;

/** Puts entities together from rows. Made once per entity and selection. */
export class Hydrator {
  /** The entities' model. */
  readonly model: EntityModel;
  /** The columns that rows have to hold, in this sequence. */
  readonly columns: readonly ColumnRef[];
  /** Where the columns of the id stand among the columns. */
  readonly idIndexes: readonly number[];
  readonly #layout: RowLayout;
  readonly #hydrators: EntityHydrators;
  readonly #models: EntityModels;
  readonly #plan: readonly PlannedProperty[];
  #made = 0;
  /** Generated once enough entities were made; absent where there are too many properties. */
  #generated: GeneratedMaker | undefined;
  readonly #targets = new Map<Selection, Hydrator>();
  #collections: readonly HydratedCollection[] | undefined;
  /** Whether values of JSON columns refer to entities. */
  readonly #referring = new Map<ColumnProperty, boolean>();

  /**
   * @param hydrators the hydrators of the database
   * @param model the entity's model
   * @param selection what is needed; everything when left out
   * @throws UnknownPropertyError when what is selected does not exist
   */
  constructor(hydrators: EntityHydrators, model: EntityModel, selection?: Selection) {
    this.#hydrators = hydrators;
    this.#models = hydrators.models;
    this.model = model;
    this.#plan = hydrationPlan(this.#models, model, selection);
    this.columns = plannedColumns(this.#models, this.#plan);
    this.#layout = new RowLayout(model, this.columns.map(({ column }) => column), selection === undefined);
    this.idIndexes = model.id.columns.map((id) => this.columns.findIndex(({ column }) => column === id));
    // What is selected of others is checked at once. Whole entities may refer to each other: they are made when needed.
    for (const part of this.#plan) if ("wanted" in part && part.wanted !== "whole") this.#check(part);
  }

  /** The lists of entities that are read along. */
  get collections(): readonly HydratedCollection[] {
    return this.#collections ??= this.#plan.flatMap((part) =>
      part.kind === "collection" ? [{ property: part.property, hydrator: this.#ofElements(part) }] : []
    );
  }

  /** The id of a row as it was read. */
  idIn(row: readonly unknown[]): unknown {
    const [first] = this.idIndexes;
    return this.model.id.isComposite ? this.idIndexes.map((index) => row[index]) : row[first!];
  }

  /**
   * Makes the entity of a row, which remembers what was read.
   *
   * @param row begins with the values of the columns; becomes a part of what the entity remembers
   * @param pending receives the references that are to be read
   * @param fate the transaction that the row was read in
   */
  entity(
    row: unknown[],
    pending: PendingReference[],
    fate: TransactionFate | undefined,
  ): Record<string, unknown> {
    if (++this.#made === fewEntities) this.#generated = this.#generate();
    const made = this.#generated === undefined
      ? this.#fill(emptyInstance(this.model.type), this.#plan, { row, next: 0, pending })
      : this.#construct(this.#generated, { row, next: 0, pending });
    trackState(made, { layout: this.#layout, values: row, fate });
    return completeInstance(this.model.type, made);
  }

  #generate(): GeneratedMaker | undefined {
    let start = 0;
    const properties = this.#plan.flatMap((part): PlacedProperty[] => {
      if (part.kind === "collection") return [];
      const placed = { part, start };
      start += plannedColumns(this.#models, [part]).length;
      return [placed];
    });
    const maker = entityMaker(this.model.type, properties);
    return maker && { maker, properties, isPlain: properties.every(({ part }) => isPlain(part)) };
  }

  #construct({ maker, properties, isPlain }: GeneratedMaker, cursor: Cursor): Record<string, unknown> {
    if (isPlain) return new maker(cursor.row, undefined);
    return new maker(cursor.row, (owner, index) => {
      const { part, start } = properties[index]!;
      cursor.next = start;
      // What is made has the described properties.
      return this.#value(owner as Record<string, unknown>, part, cursor);
    });
  }

  #check(part: PlannedProperty): void {
    if (part.kind === "collection") this.#ofElements(part);
    if (part.kind === "reference" && part.wanted !== undefined) this.#target(part.property.target, part.wanted);
  }

  #fill(
    made: Record<string, unknown>,
    plan: readonly PlannedProperty[],
    cursor: Cursor,
  ): Record<string, unknown> {
    for (const part of plan) {
      if (part.kind === "collection") continue;
      const value = this.#value(made, part, cursor);
      if (value === null && part.property.optional) continue;
      made[part.property.name] = value;
    }
    return made;
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

  /** The id that a reference holds, of one column or of several. */
  #heldId({ target, parts }: ReferenceProperty, cursor: Cursor): unknown {
    if (parts === undefined) return cursor.row[cursor.next++];
    const values = cursor.row.slice(cursor.next, cursor.next += parts.length);
    return values.some((value) => value === null || value === undefined)
      ? null
      : this.#models.of(target).id.made(values);
  }

  /** The value of a column. What can be changed in place is remembered in another form. */
  #single(part: PlannedProperty & { kind: "column" }, raw: unknown, cursor: Cursor): unknown {
    const { type } = part.property;
    if (type === "json") return this.#json(part, raw, cursor);
    // A number takes less time than a second date.
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
      // What stands there holds the id.
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
    // Elements tell by this property whose they are.
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

  /** An object of the referred class of which only the id is filled in. */
  stub(property: ReferenceProperty | CollectionProperty, id: unknown): unknown {
    const target = this.#models.of(property.target);
    return instantiate(target.type, target.id.stub(id));
  }
}

type PropertyModelTarget = ReferenceProperty["target"];

interface GeneratedMaker {
  readonly maker: EntityMaker;
  readonly properties: readonly PlacedProperty[];
  /** Whether nothing but positions is needed. */
  readonly isPlain: boolean;
}

/** Of the owner that elements refer back to nothing but the id is needed, which stands in their own table. */
const backReference: Selection = new Map();

interface Cursor {
  readonly row: unknown[];
  next: number;
  readonly pending: PendingReference[];
}

/** What is wanted of the entity that a path within a value leads to; `undefined` for nothing. */
function wantedAt(wanted: Wanted, path: readonly string[]): Wanted | undefined {
  let at: Wanted = wanted;
  for (const name of path) {
    if (at === "whole") return at;
    if (!at.has(name)) return undefined;
    at = at.get(name) ?? "whole";
  }
  return at;
}
