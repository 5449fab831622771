import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { PropertyModel } from "../../entity/property_model.ts";
import { targetModel } from "../../entity/property_path.ts";
import { UnknownPropertyError } from "../../entity/unknown_property_error.ts";

/** Maximum number of properties in a path. */
const maxDepth = 1000;

/**
 * Finds the property path that a name in camel case means: the longest property from the left wins, so `UserName` is
 * `userName` where there is one and `user.name` otherwise. `_` and `.` force a step.
 *
 * @param models the models of the database
 * @param model where the path begins
 * @param name for example `AuthorName` or `author_name`
 * @returns the dotted path
 * @throws UnknownPropertyError when no path matches; it names the longest prefix that does
 */
export function propertyOfName(models: EntityModels, model: EntityModel, name: string): string {
  const segments = name.match(/(?<![_.])[_.]*[^_.]+/g)?.map((segment, i) => i === 0 ? segment : segment.slice(1)) ??
    [name];
  let place: Place = { models, model, path: [], whole: name, depth: 0, leaf: undefined };
  for (const segment of segments) place = { ...new Segment(segment).follow(place, 0), whole: segment };
  return place.path.join(".");
}

interface Place {
  readonly models: EntityModels;
  /** The model of the next property; `undefined` after a single value. */
  readonly model: EntityModel | undefined;
  readonly path: readonly string[];
  readonly whole: string;
  readonly depth: number;
  readonly leaf: PropertyModel | undefined;
}

/** Parses a part of a name as a path. Each end is tried once per model, as the time would else be exponential. */
class Segment {
  readonly #text: string;
  /** The positions where properties may end, ascending: before each word, and at the end. */
  readonly #ends: readonly number[];
  readonly #failures = new Map<EntityModel | undefined, Map<number, UnknownPropertyError>>();

  constructor(text: string) {
    this.#text = text;
    this.#ends = endsOfWords(text);
  }

  /** Tries the longest property name at a position, then shorter ones with the rest as a path from there. */
  follow(place: Place, start: number): Place {
    if (place.depth > maxDepth) {
      throw new RangeError(`Cannot follow "${place.whole}" as it must have at most ${maxDepth} steps`);
    }
    const known = this.#failures.get(place.model)?.get(start);
    if (known !== undefined) throw known;
    let deepest: UnknownPropertyError | undefined;
    for (const end of this.#endsAfter(start, longestName(place.model))) {
      const property = propertyNamed(place.model, this.#text.slice(start, end));
      if (property === undefined) continue;
      const next = stepTo(place, property);
      if (end === this.#text.length) return next;
      try {
        return this.follow(next, end);
      } catch (error) {
        if (!(error instanceof UnknownPropertyError)) throw error;
        deepest ??= error;
      }
    }
    const failure = deepest ?? unknown(place, this.#text.slice(start));
    this.#note(place.model, start, failure);
    throw failure;
  }

  /** Returns the ends of names up to a length, the longest first. */
  #endsAfter(start: number, maxLength: number): number[] {
    const found: number[] = [];
    for (let i = firstAbove(this.#ends, start); i < this.#ends.length; i++) {
      const end = this.#ends[i]!; // is in the list
      if (end - start > maxLength) break;
      found.push(end);
    }
    return found.reverse();
  }

  #note(model: EntityModel | undefined, start: number, failure: UnknownPropertyError): void {
    const failures = this.#failures.get(model);
    if (failures === undefined) this.#failures.set(model, new Map([[start, failure]]));
    else failures.set(start, failure);
  }
}

/** Words are an upper-case letter with the lower-case ones behind it, or digits; they are looked for from the end. */
function endsOfWords(text: string): number[] {
  const ends = [text.length];
  const words = [...text.matchAll(/\p{Lu}\p{Ll}*|\p{Nd}+/gu)].reverse();
  for (const { index, 0: word } of words) {
    if (index === 0 || index + word.length !== ends.at(-1)) break;
    ends.push(index);
  }
  return ends.reverse();
}

function firstAbove(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1; // is in the list
    else high = middle;
  }
  return low;
}

function longestName(model: EntityModel | undefined): number {
  let longest = 0;
  for (const name of model?.properties.keys() ?? []) longest = Math.max(longest, name.length);
  return longest;
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
