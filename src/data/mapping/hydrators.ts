import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { selectionOf } from "../query/selection.ts";
import { type EntityHydrators, Hydrator } from "./hydrator.ts";

/** Maximum number of cached selections per entity. */
const maxSelections = 100;

/** The hydrators of a database. Each is created by its first use. */
export class Hydrators implements EntityHydrators {
  /** The models of the database. */
  readonly models: EntityModels;
  readonly #whole = new Map<EntityModel, Hydrator>();
  readonly #selected = new Map<EntityModel, Map<string, Hydrator>>();

  /** @param models the models of the database */
  constructor(models: EntityModels) {
    this.models = models;
  }

  /** Returns the hydrator of whole entities. */
  of(model: EntityModel): Hydrator {
    let hydrator = this.#whole.get(model);
    if (hydrator === undefined) this.#whole.set(model, hydrator = new Hydrator(this, model));
    return hydrator;
  }

  /**
   * Returns the hydrator of a selection.
   *
   * @param model the entity's model
   * @param paths the property paths that are needed
   * @throws UnknownPropertyError when a path does not exist
   */
  selecting(model: EntityModel, paths: readonly string[]): Hydrator {
    let known = this.#selected.get(model);
    if (known === undefined) this.#selected.set(model, known = new Map());
    const key = paths.join();
    let hydrator = known.get(key);
    if (hydrator === undefined) {
      const selection = selectionOf(paths);
      const isWhole = [...model.properties.keys()].every((name) => selection.has(name) && !selection.get(name));
      hydrator = isWhole && selection.size === model.properties.size
        ? this.of(model)
        : new Hydrator(this, model, selection);
      if (known.size >= maxSelections) known.clear();
      known.set(key, hydrator);
    }
    return hydrator;
  }
}
