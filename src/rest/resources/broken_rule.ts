import type { DataIntegrityError, ReferringProperty } from "../../data/mod.ts";
import { problem } from "../../http/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";

/**
 * Responds to a change that breaks a rule of the store, with the properties as documents name them.
 *
 * @param error the error of the store
 * @param registry all collections
 * @returns 422 if the value itself is invalid, 409 if it conflicts with stored data
 */
export function brokenRule(error: DataIntegrityError, registry: CollectionRegistry): Response {
  const { references, entity, properties, isOfValue, requirement } = error;
  if (references.length > 0) return referredItem(references, registry);
  const status = isOfValue ? 422 : 409;
  const names = entity === undefined
    ? []
    : properties.flatMap((property) => shownProperty({ entity, property }, registry) ?? []);
  if (entity === undefined || names.length === 0) {
    const detail = isOfValue
      ? "The store does not accept a value, such as one that is too long or out of range"
      : "The change contradicts what is stored, such as a unique value or a reference";
    return problem({ status, detail });
  }
  const errors = names.map((property) => ({ entity: entity.name, property, message: requirement }));
  const subject = names.length === 1 ? "property" : "properties";
  const detail = `Cannot save "${entity.name}" as ${subject} ${
    names.map((name) => `"${name}"`).join(", ")
  } ${requirement}`;
  return problem({ status, detail, extensions: { errors } });
}

/** Returns the visible properties that refer to an item. */
function referredItem(references: readonly ReferringProperty[], registry: CollectionRegistry): Response {
  const names = [...new Set(references.map((reference) => shownName(reference, registry)))];
  const detail = `Cannot delete the item as nothing must refer to it: ${names.join(", ")} does`;
  return problem({ status: 409, detail, extensions: { references: names } });
}

function shownName(reference: ReferringProperty, registry: CollectionRegistry): string {
  const collection = registry.ofType(reference.entity);
  const name = shownProperty(reference, registry);
  return collection === undefined || name === undefined ? "what is not exported" : `${collection.rel}.${name}`;
}

/** Returns the name of a property in documents; `undefined` if it is hidden. */
function shownProperty({ entity, property }: ReferringProperty, registry: CollectionRegistry): string | undefined {
  const collection = registry.ofType(entity);
  const [first, ...others] = property.split(".");
  const field = collection?.fields.find((candidate) => candidate.property === first);
  if (collection === undefined || field === undefined || field.hidden) return undefined;
  const association = collection.associations.values().find((candidate) => candidate.property === first);
  return [association?.name ?? field.name, ...others].join(".");
}
