import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { idKey } from "../entity/id_key.ts";
import type { CollectionProperty } from "../entity/property_model.ts";
import { idOfReferred } from "../mapping/row_of.ts";
import type { LinkTable } from "./row_store.ts";

/** The new content of a list of entities that is stored in a link table. */
export interface EntityList {
  readonly link: LinkTable;
  readonly targets: readonly unknown[];
}

/** Collects the lists of entities that are stored in link tables. */
export class EntityLists {
  readonly #models: EntityModels;
  readonly #model: EntityModel;

  /**
   * @param models the models of the database
   * @param model the model of the lists' owners
   */
  constructor(models: EntityModels, model: EntityModel) {
    this.#models = models;
    this.#model = model;
  }

  /** The lists of entities that are stored in link tables. */
  get links(): LinkTable[] {
    return [...this.#model.properties.values()]
      .filter((property): property is CollectionProperty =>
        property.kind === "collection" && property.options.mappedBy === undefined
      )
      .map((property) => ({ owner: this.#model, target: this.#models.of(property.target), property }));
  }

  /** Returns the ids of the elements of each list that the entity has. */
  of(values: Record<string, unknown>): EntityList[] {
    return this.links.flatMap((link) => {
      const { target, property: { name } } = link;
      const elements = values[name];
      if (!Array.isArray(elements)) return [];
      const label = `${this.#model.name}.${name}`;
      return [{ link, targets: Array.from(elements, (element, i) => idOfReferred(target, `${label}[${i}]`, element)) }];
    });
  }

  /** Returns the ids of the elements by property. */
  idsOf(values: Record<string, unknown>): Map<string, readonly unknown[]> {
    return new Map(this.of(values).map(({ link, targets }) => [link.property.name, targets]));
  }
}

/** Whether a list has the same elements in the same order. */
export function isSameList(before: readonly unknown[] | undefined, after: readonly unknown[]): boolean {
  return before?.length === after.length && before.every((id, i) => idKey(id) === idKey(after[i]));
}
