import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { PropertyModel } from "../../entity/property_model.ts";
import { targetModel } from "../../entity/property_path.ts";
import { UnknownPropertyError } from "../../entity/unknown_property_error.ts";

/** Most steps of a path. */
const maxDepth = 1000;

/**
 * Finds the property path that a name in camel case means: the longest property from the left wins, so `UserName` is
 * `userName` where there is one and `user.name` otherwise. `_` and `.` force a step.
 *
 * @param models the models of the database
 * @param model where the path begins
 * @param name for example `AuthorName` or `author_name`
 * @returns the dotted path
 * @throws UnknownPropertyError when nothing fits, naming the farthest point reached
 */
export function propertyOfName(models: EntityModels, model: EntityModel, name: string): string {
  const segments = name.match(/(?<![_.])[_.]*[^_.]+/g)?.map((segment, i) => i === 0 ? segment : segment.slice(1)) ??
    [name];
  let place: Place = { models, model, path: [], whole: name, depth: 0, leaf: undefined };
  for (const segment of segments) place = { ...descend(place, segment), whole: segment };
  return place.path.join(".");
}

interface Place {
  readonly models: EntityModels;
  /** Where the next property is looked for; `undefined` behind a single value. */
  readonly model: EntityModel | undefined;
  readonly path: readonly string[];
  readonly whole: string;
  readonly depth: number;
  readonly leaf: PropertyModel | undefined;
}

// Tries the whole text as a property, then ever shorter beginnings with the rest as a path from there.
function descend(place: Place, text: string): Place {
  if (place.depth > maxDepth) {
    throw new RangeError(`Cannot follow "${place.whole}" as it must have at most ${maxDepth} steps`);
  }
  let deepest: UnknownPropertyError | undefined;
  let head = text;
  while (head !== "") {
    const property = propertyNamed(place.model, head);
    if (property !== undefined) {
      const next = stepTo(place, property);
      const rest = text.slice(head.length);
      if (rest === "") return next;
      try {
        return descend(next, rest);
      } catch (error) {
        if (!(error instanceof UnknownPropertyError)) throw error;
        deepest ??= error;
      }
    }
    const hump = /(?:\p{Lu}\p{Ll}*|(?<!\p{Nd})\p{Nd}+)$/u.exec(head);
    head = hump === null || hump.index === 0 ? "" : head.slice(0, hump.index);
  }
  throw deepest ?? unknown(place, text);
}

function stepTo(place: Place, property: PropertyModel): Place {
  return {
    ...place,
    model: targetModel(place.models, property),
    path: [...place.path, property.name],
    depth: place.depth + 1,
    leaf: property,
    whole: place.whole,
  };
}

function propertyNamed(model: EntityModel | undefined, text: string): PropertyModel | undefined {
  const lowered = text.charAt(0).toLowerCase() + text.slice(1);
  const candidates = /^\p{Lu}{2}/u.test(text) ? [text, lowered] : [lowered, text];
  return candidates.map((name) => model?.properties.get(name)).find((property) => property !== undefined);
}

function unknown(place: Place, text: string): UnknownPropertyError {
  const start = text.charAt(0).toLowerCase() + text.slice(1);
  return new UnknownPropertyError({
    property: start,
    type: place.model?.name ?? singleValueName(place.leaf),
    ...(place.path.length === 0 ? {} : { traversed: place.path.join(".") }),
    known: [...place.model?.properties.keys() ?? []],
    path: place.whole,
  });
}

function singleValueName(leaf: PropertyModel | undefined): string {
  const descriptor = leaf?.descriptor;
  return descriptor?.kind === "scalar" ? descriptor.name : descriptor?.kind ?? "a single value";
}
