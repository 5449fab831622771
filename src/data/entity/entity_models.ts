import { type Class, descriptionOf } from "../../kernel/mod.ts";
import { RowAccess } from "../query/row_access.ts";
import { EntityModel } from "./entity_model.ts";
import type { EmbeddedProperty } from "./property_model.ts";

/** The entity models of a database. Each is created by its first use. */
export class EntityModels {
  /** The rules of the rows of the entities. */
  readonly rowAccess: RowAccess = new RowAccess();
  readonly #models = new Map<Class, EntityModel>();
  readonly #embedded = new Map<EmbeddedProperty, EntityModel>();

  /**
   * Returns the model of an entity class.
   *
   * @param type the class, described with an id
   * @throws TypeError when the class is not described, or has no id
   */
  of<T>(type: Class<T>): EntityModel<T> {
    let model = this.#models.get(type);
    if (model === undefined) {
      model = new EntityModel(requireDescription(type));
      // Throws if the class has no id.
      void model.id;
      this.#models.set(type, model);
    }
    // The map holds the model of each class under that class.
    return model as EntityModel<T>;
  }

  /** The models that were created so far. */
  [Symbol.iterator](): Iterator<EntityModel> {
    return this.#models.values();
  }

  /**
   * Returns the model of an embedded value, whose columns have the prefix of the owner's property.
   *
   * @param property the property that holds the value
   */
  embedded(property: EmbeddedProperty): EntityModel {
    let model = this.#embedded.get(property);
    if (model === undefined) {
      model = new EntityModel(requireDescription(property.target), property.prefix);
      this.#embedded.set(property, model);
    }
    return model;
  }
}

function requireDescription(type: Class) {
  const description = descriptionOf(type);
  if (description !== undefined) return description;
  throw new TypeError(
    `Cannot store class "${type.name}" as it must be described: describeType(${type.name}, {…}, {…})`,
  );
}
