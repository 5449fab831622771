import { descriptionOf } from "../../kernel/mod.ts";
import { argumentBinding } from "../controllers/handlers.ts";
import type { GraphQlRepository } from "../repositories/mod.ts";
import type { EntityHandler } from "./entity_handler.ts";
import type { EntityKey, EntityType } from "./entity_types.ts";

/**
 * Resolves an entity from the repository of its type, where a key is the id of the repository's entities: all
 * representations of a request in one search.
 *
 * @param type the entity
 * @param repository of the type
 * @returns `undefined` if no key is the id
 */
export function repositoryHandler(type: EntityType, { builder }: GraphQlRepository): EntityHandler | undefined {
  const { names, find, description, entityType } = builder.byIds();
  if (!type.keys.some((key) => isIdKey(key, names))) return undefined;
  const properties = descriptionOf(entityType)?.properties;
  const bindings = names.map((name) => ({ name, bind: argumentBinding(properties!.get(name)!, name) })); // an id is described
  return {
    typeName: type.name,
    description,
    isBatch: true,
    reads: new Set(names),
    resolve: async (representations, { signal }) => {
      // An invalid id fails only its own representation.
      const ids = await Promise.allSettled(
        representations.map((each) => Promise.all(bindings.map(async ({ name, bind }) => await bind(each[name])))),
      );
      const found = await find(ids.flatMap((id) => id.status === "fulfilled" ? [id.value] : []), signal);
      let next = 0;
      return ids.map((id) => id.status === "fulfilled" ? found[next++] : id.reason);
    },
  };
}

function isIdKey({ fields }: EntityKey, names: readonly string[]): boolean {
  return fields.length === names.length &&
    fields.every(({ name, fields }) => fields.length === 0 && names.includes(name));
}
