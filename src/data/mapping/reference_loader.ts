import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { idKey } from "../entity/id_key.ts";
import type { CollectionProperty, ReferenceProperty } from "../entity/property_model.ts";
import type { ColumnRef, ResolvedCriteria } from "../query/resolved_criteria.ts";
import { resolveSort } from "../query/resolve_sort.ts";
import { Sort } from "../sort.ts";
import type { RowStore } from "../store/row_store.ts";
import { Hydrator, type PendingReference } from "./hydrator.ts";

type Entity = Record<string, unknown>;

/**
 * Reads what entities refer to: all references of one level with one query per class, each entity once. An entity that
 * is met again, also in a cycle, is the same object.
 */
export class ReferenceLoader {
  readonly #store: RowStore;
  readonly #models: EntityModels;
  readonly #signal: AbortSignal | undefined;
  /** The entities by {@linkcode idKey}. */
  readonly #known = new Map<EntityModel, Map<unknown, Entity>>();
  readonly #hydrators = new Map<EntityModel, Hydrator>();
  #pending: PendingReference[] = [];
  #lists: { readonly owners: readonly Entity[]; readonly model: EntityModel; readonly property: CollectionProperty }[] =
    [];

  /**
   * @param store where to read
   * @param models the models of the database
   * @param signal stops reading
   */
  constructor(store: RowStore, models: EntityModels, signal?: AbortSignal) {
    this.#store = store;
    this.#models = models;
    this.#signal = signal;
  }

  /**
   * Makes the entities of rows and everything that they refer to.
   *
   * @param model the entities' model
   * @param hydrator puts them together
   * @param rows begin with the hydrator's columns
   */
  async load(model: EntityModel, hydrator: Hydrator, rows: readonly unknown[][]): Promise<Entity[]> {
    const entities = rows.map((row) => hydrator.entity(row, this.#pending));
    // What is only partly selected must not stand in for the whole entity.
    if (hydrator.isWhole) entities.forEach((entity) => this.#remember(model, entity));
    this.#expectLists(model, hydrator, entities);
    while (this.#pending.length > 0 || this.#lists.length > 0) {
      await this.#loadReferences();
      await this.#loadLists();
    }
    return entities;
  }

  async #loadReferences(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    const byTarget = Map.groupBy(pending, ({ target }) => this.#models.of(target));
    for (const [target, references] of byTarget) {
      const found = await this.#byIds(target, references.map(({ id }) => id));
      // Backwards, as what is removed moves the elements behind it.
      for (const { owner, name, id, remove } of references.toReversed()) {
        const entity = found.get(idKey(id));
        if (entity !== undefined) owner[name] = entity;
        else remove?.();
      }
    }
  }

  async #loadLists(): Promise<void> {
    const lists = this.#lists;
    this.#lists = [];
    for (const { owners, model, property } of lists) {
      if (property.options.mappedBy === undefined) await this.#loadLinked(owners, model, property);
      else await this.#loadMapped(owners, model, property);
    }
  }

  async #loadLinked(owners: readonly Entity[], owner: EntityModel, property: CollectionProperty): Promise<void> {
    const target = this.#models.of(property.target);
    const ids = owners.map((entity) => entity[owner.id.name]);
    const links = await this.#store.selectLinks({ owner, target, property }, ids, this.#signal);
    const found = await this.#byIds(target, links.map(([, id]) => id));
    const byOwner = Map.groupBy(links, ([id]) => idKey(id));
    for (const entity of owners) {
      const own = byOwner.get(idKey(entity[owner.id.name])) ?? [];
      entity[property.name] = own.map(([, id]) => found.get(idKey(id))).filter((element) => element !== undefined);
    }
  }

  async #loadMapped(owners: readonly Entity[], owner: EntityModel, property: CollectionProperty): Promise<void> {
    const target = this.#models.of(property.target);
    const back = backReference(target, property);
    const type = owner.id.type;
    const column: ColumnRef = { path: back.name, via: [], column: back.column, type, nullable: back.nullable };
    const ids = owners.map((entity) => entity[owner.id.name]);
    const elements = await this.#read(target, { kind: "in", column, values: ids, ignoreCase: false });
    const byOwner = Map.groupBy(elements, (element) => idKey((element[back.name] as Entity | null)?.[owner.id.name]));
    for (const entity of owners) entity[property.name] = byOwner.get(idKey(entity[owner.id.name])) ?? [];
  }

  async #byIds(model: EntityModel, ids: readonly unknown[]): Promise<Map<unknown, Entity>> {
    const known = this.#knownOf(model);
    const byKey = new Map(ids.map((id) => [idKey(id), id]));
    const missing = [...byKey].flatMap(([key, id]) => known.has(key) ? [] : [id]);
    const { name: path, column: name, type } = model.id;
    const column: ColumnRef = { path, via: [], column: name, type, nullable: false };
    if (missing.length > 0) await this.#read(model, { kind: "in", column, values: missing, ignoreCase: false });
    return known;
  }

  async #read(model: EntityModel, criteria: ResolvedCriteria): Promise<Entity[]> {
    const hydrator = this.#hydratorOf(model);
    const orders = resolveSort(this.#models, model, Sort.unsorted());
    const query = { model, columns: hydrator.columns, criteria, orders, offset: 0, limit: undefined };
    const rows = await this.#store.select(query, this.#signal);
    const fresh: Entity[] = [];
    const entities = rows.map((row) => {
      const known = this.#knownOf(model).get(idKey(row[hydrator.idIndex]));
      if (known !== undefined) return known;
      const entity = hydrator.entity(row, this.#pending);
      this.#remember(model, entity);
      fresh.push(entity);
      return entity;
    });
    this.#expectLists(model, hydrator, fresh);
    return entities;
  }

  #expectLists(model: EntityModel, hydrator: Hydrator, owners: readonly Entity[]): void {
    if (owners.length === 0) return;
    this.#lists.push(...hydrator.collections.map((property) => ({ owners, model, property })));
  }

  #remember(model: EntityModel, entity: Entity): void {
    this.#knownOf(model).set(idKey(entity[model.id.name]), entity);
  }

  #knownOf(model: EntityModel): Map<unknown, Entity> {
    let known = this.#known.get(model);
    if (known === undefined) this.#known.set(model, known = new Map());
    return known;
  }

  #hydratorOf(model: EntityModel): Hydrator {
    let hydrator = this.#hydrators.get(model);
    if (hydrator === undefined) this.#hydrators.set(model, hydrator = new Hydrator(this.#models, model));
    return hydrator;
  }
}

/**
 * The property by which the elements of a list refer back to its owner.
 *
 * @throws TypeError when `mappedBy` names no reference
 */
function backReference(target: EntityModel, property: CollectionProperty): ReferenceProperty {
  const back = target.properties.get(property.options.mappedBy ?? "");
  if (back?.kind === "reference") return back;
  throw new TypeError(
    `Cannot read list "${property.name}" as mappedBy must name a property of ${target.name} that refers ` +
      `back: current value is "${property.options.mappedBy}"`,
  );
}
