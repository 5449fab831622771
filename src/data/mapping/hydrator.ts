import type { Class } from "../../kernel/mod.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { instantiate } from "../entity/instantiate.ts";
import type { CollectionProperty, ColumnProperty, PropertyModel, ReferenceProperty } from "../entity/property_model.ts";
import { leafColumns } from "../query/column_paths.ts";
import type { ColumnRef } from "../query/resolved_criteria.ts";
import { classesReferredFrom, referencesIn } from "./json_references.ts";
import { fromJsonValue } from "./json_value.ts";

/** A reference that is still to be read. */
export interface PendingReference {
  readonly owner: Record<string, unknown>;
  readonly name: string;
  readonly target: Class;
  readonly id: unknown;
  /** Takes out what leads nowhere; absent where the database does not let that happen. */
  readonly remove?: () => void;
}

/** Puts entities together from rows. Made once per entity and selection. */
export class Hydrator {
  /** The columns that rows have to hold, in this sequence. */
  readonly columns: readonly ColumnRef[];
  /** The lists of entities that are read along. */
  readonly collections: readonly CollectionProperty[];
  /** Whether entities come out whole, rather than with what was selected. */
  readonly isWhole: boolean;
  /** Where the id stands among the columns. */
  readonly idIndex: number;
  readonly #models: EntityModels;
  readonly #model: EntityModel;
  readonly #properties: readonly PropertyModel[];
  /** Whether values of JSON columns refer to entities. */
  readonly #referring = new Map<ColumnProperty, boolean>();

  /**
   * @param models the models of the database
   * @param model the entity's model
   * @param select the property paths that are needed; everything when left out
   */
  constructor(models: EntityModels, model: EntityModel, select?: readonly string[]) {
    this.#models = models;
    this.#model = model;
    this.#properties = selected(model, select);
    this.isWhole = this.#properties.length === model.properties.size;
    this.columns = this.#properties.flatMap((property) =>
      leafColumns(models, property, { via: [], path: property.name, nullable: false })
    );
    this.idIndex = this.columns.findIndex(({ column }) => column === model.id.column);
    this.collections = this.#properties.filter((property): property is CollectionProperty =>
      property.kind === "collection" && property.options.fetch !== "reference"
    );
  }

  /**
   * Makes the entity of a row.
   *
   * @param row begins with the values of the columns
   * @param pending receives the references that are to be read
   */
  entity(row: readonly unknown[], pending: PendingReference[]): Record<string, unknown> {
    return this.#object(this.#model, this.#properties, { row, next: 0, pending });
  }

  #object(model: EntityModel, properties: readonly PropertyModel[], cursor: Cursor): Record<string, unknown> {
    const made = instantiate(model.type, {}) as Record<string, unknown>;
    for (const property of properties) {
      if (property.kind === "collection") continue;
      const value = this.#value(made, property, cursor);
      if (value === null && property.optional) continue;
      made[property.name] = value;
    }
    return made;
  }

  #value(owner: Record<string, unknown>, property: PropertyModel, cursor: Cursor): unknown {
    if (property.kind === "embedded") return this.#embedded(property, cursor);
    const raw = cursor.row[cursor.next++];
    if (raw === null || raw === undefined) return null;
    if (property.kind === "column") return property.type === "json" ? this.#json(property, raw, cursor) : raw;
    const reference = property as ReferenceProperty;
    const { name, target, options } = reference;
    if (options.fetch !== "reference") cursor.pending.push({ owner, name, target, id: raw });
    return this.stub(reference, raw);
  }

  #embedded(property: PropertyModel & { kind: "embedded" }, cursor: Cursor): unknown {
    const model = this.#models.embedded(property);
    const properties = [...model.properties.values()];
    const start = cursor.next;
    const value = this.#object(model, properties, cursor);
    const isAbsent = cursor.row.slice(start, cursor.next).every((raw) => raw === null);
    return isAbsent && property.nullable ? null : value;
  }

  #json(property: ColumnProperty, raw: unknown, { pending }: Cursor): unknown {
    const value = fromJsonValue(property.descriptor, raw);
    if (!this.#refers(property)) return value;
    for (const { owner, name, target, remove } of referencesIn(property.descriptor, value)) {
      // What stands there holds the id.
      const id = (owner[name] as Record<string, unknown>)[this.#models.of(target).id.name];
      pending.push({ owner, name, target, id, remove });
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

  /** An object of the referred class of which only the id is filled in. */
  stub(property: ReferenceProperty, id: unknown): unknown {
    const target = this.#models.of(property.target);
    return instantiate(target.type, { [target.id.name]: id });
  }
}

interface Cursor {
  readonly row: readonly unknown[];
  next: number;
  readonly pending: PendingReference[];
}

function selected(model: EntityModel, select?: readonly string[]): PropertyModel[] {
  const all = [...model.properties.values()];
  if (select === undefined) return all;
  const names = new Set(select.map((path) => path.split(".", 1)[0]!));
  names.add(model.id.name);
  if (model.version !== undefined) names.add(model.version.name);
  return all.filter(({ name }) => names.has(name));
}
