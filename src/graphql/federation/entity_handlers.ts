import { closestName } from "../../kernel/mod.ts";
import type { EntityHandler } from "./entity_handler.ts";
import type { EntityKey, EntityType } from "./entity_types.ts";
import { hasFields } from "./field_set.ts";
import type { Representation } from "./request_entities.ts";

/** The handlers of each entity. */
export class EntityHandlers {
  readonly #byType = new Map<string, readonly EntityHandler[]>();
  readonly #types: ReadonlyMap<string, EntityType>;

  /**
   * @param types the entities of the schema
   * @param handlers of the application's methods
   * @param byDefault the handler of an entity without a method
   * @throws TypeError when an entity has no code, or no code reads a key
   */
  constructor(
    types: ReadonlyMap<string, EntityType>,
    handlers: readonly EntityHandler[],
    byDefault: (type: EntityType) => EntityHandler | undefined,
  ) {
    this.#types = types;
    const own = Map.groupBy(handlers, ({ typeName }) => typeName);
    for (const type of types.values()) {
      const found = [type.name, ...type.interfaces].map((name) => own.get(name)).find((each) => each !== undefined);
      const repository = found === undefined ? byDefault(type) : undefined;
      const all = found ?? (repository === undefined ? [] : [repository]);
      // The handler that reads the most fields comes first: one that may read any field matches every representation.
      this.#byType.set(type.name, all.toSorted((a, b) => (b.reads?.size ?? 0) - (a.reads?.size ?? 0)));
    }
    this.#requireAll();
  }

  /** The entities that other subgraphs may request. */
  get resolvable(): readonly EntityType[] {
    return [...this.#types.values()].filter(({ keys }) => keys.length > 0);
  }

  /** Names of the entities with the code behind each. */
  get described(): readonly (readonly [typeName: string, description: string])[] {
    return [...this.#byType].flatMap(([name, handlers]) =>
      handlers.map(({ description }) => [name, description] as const)
    );
  }

  /** The type of a resolvable entity. */
  type(typeName: string): EntityType {
    return this.#types.get(typeName)!;
  }

  /** The code for a representation that has the fields of a key; `undefined` where it has no key's. */
  handlerOf(typeName: string, representation: Representation): EntityHandler | undefined {
    const keys = this.type(typeName).keys.filter(({ fields }) => hasFields(fields, representation));
    if (keys.length === 0) return undefined;
    const handlers = this.#byType.get(typeName)!;
    if (handlers.length === 1 && keys.length === this.type(typeName).keys.length) return handlers[0];
    return handlers.find((handler) => keys.some((key) => fits(handler, key, this.type(typeName))));
  }

  #requireAll(): void {
    const unmapped = this.resolvable.filter(({ name }) => this.#byType.get(name)!.length === 0);
    if (unmapped.length > 0) {
      throw new TypeError(
        `Unmapped entity types: ${unmapped.map(({ name }) => `'${name}'`).join(", ")}. Add a method with ` +
          "@EntityMapping, a graphQlRepository() whose id is the @key, or resolvable: false to the @key",
      );
    }
    for (const type of this.resolvable) for (const key of type.keys) this.#requireKey(type, key);
  }

  #requireKey(type: EntityType, key: EntityKey): void {
    const handlers = this.#byType.get(type.name)!;
    const names = handlers.map(({ description }) => description).join(", ");
    const needed = `Cannot resolve entity "${type.name}" by @key(fields: "${key.text}")`;
    const fitting = handlers.filter((handler) => fits(handler, key, type));
    if (fitting.length === 0) {
      throw new TypeError(`${needed} as a mapping must need no other key: ${names} reads fields that it lacks`);
    }
    for (const { name } of key.fields) {
      if (fitting.some(({ reads }) => reads === undefined || reads.has(name))) continue;
      const read = [...new Set(handlers.flatMap(({ reads }) => [...reads ?? []]))];
      const meant = closestName(name, read);
      const hint = meant === undefined ? "" : ` (did "${meant}" mean it?)`;
      throw new TypeError(`${needed} as an argument must take the key field "${name}"${hint}: ${names} has none`);
    }
  }
}

/** Whether a mapping reads only key fields of this key. */
function fits({ reads }: EntityHandler, key: EntityKey, type: EntityType): boolean {
  if (reads === undefined) return true;
  const ofKeys = new Set(type.keys.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const own = new Set(key.fields.map(({ name }) => name));
  return [...reads].every((name) => own.has(name) || !ofKeys.has(name));
}
