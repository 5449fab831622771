import { and, type Criteria, everything, or } from "../criteria.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type { PropertyModel } from "../entity/property_model.ts";
import { targetModel } from "../entity/property_path.ts";
import type { Example } from "../example.ts";
import type { ExampleMatcher } from "../example_matcher.ts";

/**
 * Compiles an example to criteria. Single values, JSON documents among them, embedded values and
 * references take part; lists and dictionaries do not.
 *
 * @param models the models of the database
 * @param model the entity's model
 * @param example the example; one without values matches everything
 * @throws TypeError when the example refers to itself
 */
export function exampleCriteria<T>(models: EntityModels, model: EntityModel, example: Example<T>): Criteria {
  const operands = criteriaOf(
    { models, model, matcher: example.matcher, path: "", above: [] },
    example.probe as object,
  );
  if (operands.length === 0) return everything;
  return example.matcher.isAllMatching ? and(...operands) : or(...operands);
}

interface Place {
  readonly models: EntityModels;
  readonly model: EntityModel;
  readonly matcher: ExampleMatcher;
  readonly path: string;
  readonly above: readonly object[];
}

function criteriaOf(place: Place, probe: object): Criteria[] {
  if (place.above.includes(probe)) {
    throw new TypeError(`Cannot search by an example as it must not refer to itself: it does at "${place.path}"`);
  }
  return [...place.model.properties.values()].flatMap((property) => {
    const path = place.path === "" ? property.name : `${place.path}.${property.name}`;
    if (place.matcher.ignoredPaths.has(path)) return [];
    // The described properties are properties of the class.
    const value = (probe as Record<string, unknown>)[property.name];
    return propertyCriteria({ ...place, path, above: [...place.above, probe] }, property, value);
  });
}

function propertyCriteria(place: Place, property: PropertyModel, value: unknown): Criteria[] {
  const { path, matcher } = place;
  if (value === undefined || property.kind === "collection") return [];
  if (property.descriptor.kind === "list" || property.descriptor.kind === "map") return [];
  const { match, ignoreCase, transform } = matcher.settingsFor(path);
  const wanted = transform(value);
  if (wanted === undefined) return [];
  if (wanted === null) return matcher.includesNullValues ? [{ kind: "null", path }] : [];
  const target = targetModel(place.models, property);
  if (target !== undefined) {
    if (typeof wanted !== "object") return [{ kind: "comparison", path, operator: "=", value: wanted }];
    return criteriaOf({ ...place, model: target }, wanted);
  }
  const isText = property.kind === "column" && property.type === "text";
  if (isText && match !== undefined) return [{ kind: "text", path, match, text: String(wanted), ignoreCase }];
  return [{ kind: "comparison", path, operator: "=", value: wanted, ignoreCase: ignoreCase && isText }];
}
