import type { EntityModel } from "./entity_model.ts";
import type { EntityModels } from "./entity_models.ts";
import type { PropertyModel } from "./property_model.ts";
import { UnknownPropertyError } from "./unknown_property_error.ts";

/** Maximum number of properties in a path. */
const maxDepth = 1000;

/** A resolved property path. */
export interface PropertyPath {
  /** The path as text, for example `author.name`. */
  readonly text: string;
  /** The properties of the path. */
  readonly steps: readonly PropertyModel[];
}

/**
 * Follows a dotted path through entities and embedded values.
 *
 * @param models the models of the database
 * @param start where the path begins
 * @param path for example `author.name`
 * @throws UnknownPropertyError when a property of the path does not exist
 */
export function resolvePath(models: EntityModels, start: EntityModel, path: string): PropertyPath {
  const names = path.split(".");
  if (names.length > maxDepth) throw new RangeError(`Cannot follow a path as it must have at most ${maxDepth} steps`);
  const steps: PropertyModel[] = [];
  let model: EntityModel | undefined = start;
  for (const name of names) {
    const property: PropertyModel | undefined = model?.properties.get(name);
    if (property === undefined) throw unknownStep(start, { steps, name, model, path });
    steps.push(property);
    model = targetModel(models, property);
  }
  return { text: path, steps };
}

/**
 * Returns the model of the value of a property, in which a path continues.
 *
 * @returns `undefined` for single values
 */
export function targetModel(models: EntityModels, property: PropertyModel): EntityModel | undefined {
  switch (property.kind) {
    case "column":
      return undefined;
    case "embedded":
      return models.embedded(property);
    default:
      return models.of(property.target);
  }
}

interface MissingStep {
  readonly steps: readonly PropertyModel[];
  readonly name: string;
  readonly model: EntityModel | undefined;
  readonly path: string;
}

function unknownStep(start: EntityModel, { steps, name, model, path }: MissingStep): UnknownPropertyError {
  return new UnknownPropertyError({
    property: name,
    type: model?.name ?? "a single value",
    traversed: [start.name, ...steps.map((step) => step.name)].join("."),
    known: [...model?.properties.keys() ?? []],
    path,
  });
}
