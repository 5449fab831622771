import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { idKey } from "../entity/id_key.ts";
import type { CollectionProperty, ReferenceProperty } from "../entity/property_model.ts";
import { leafColumns } from "../query/column_paths.ts";
import { refersToAny, rowIdsAreIn } from "../query/matching_ids.ts";
import type { ResolvedCriteria } from "../query/resolved_criteria.ts";
import { CriteriaResolver } from "../query/resolve_criteria.ts";
import { resolveSort } from "../query/resolve_sort.ts";
import { Sort } from "../sort.ts";
import type { RowStore } from "../store/row_store.ts";
import { trackList } from "./read_state.ts";
import type { HydratedCollection, Hydrator, PendingReference } from "./hydrator.ts";
import { instantiate } from "../entity/instantiate.ts";

type Entity = Record<string, unknown>;

/**
 * Loads the entities that others refer to: all references of one level with one query per class, each entity once.
 * Several references to an entity, also in a cycle, lead to the same object.
 */
export class ReferenceLoader {
  readonly #store: RowStore;
  readonly #models: EntityModels;
  readonly #signal: AbortSignal | undefined;
  /** The loaded entities by {@linkcode idKey}, per hydrator: a partly selected entity must not replace a whole one. */
  readonly #known = new Map<Hydrator, Map<unknown, Entity>>();
  #pending: PendingReference[] = [];
  #lists: OwnedList[] = [];

  /**
   * @param store the store to read from
   * @param models the models of the database
   * @param signal aborts reading
   */
  constructor(store: RowStore, models: EntityModels, signal?: AbortSignal) {
    this.#store = store;
    this.#models = models;
    this.#signal = signal;
  }

  /**
   * Builds the entities of rows, and loads the selected entities that they refer to.
   *
   * @param hydrator builds the entities
   * @param rows begin with the hydrator's columns
   */
  async load(hydrator: Hydrator, rows: readonly unknown[][]): Promise<Entity[]> {
    const { fate } = this.#store.transactions;
    const entities = rows.map((row) => hydrator.entity(row, this.#pending, fate));
    this.#expectLists(hydrator, entities);
    if (this.#pending.length === 0 && this.#lists.length === 0) return entities;
    entities.forEach((entity) => this.#remember(hydrator, entity));
    while (this.#pending.length > 0 || this.#lists.length > 0) {
      await this.#loadReferences();
      await this.#loadLists();
    }
    return entities;
  }

  async #loadReferences(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    const byHydrator = Map.groupBy(pending, ({ hydrator }) => hydrator);
    for (const [hydrator, references] of byHydrator) {
      const found = await this.#byIds(hydrator, references.map(({ id }) => id));
      // Backwards, as a removal shifts the following elements.
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
    for (const list of lists) {
      if (list.collection.property.options.mappedBy === undefined) await this.#loadLinked(list);
      else await this.#loadMapped(list);
    }
  }

  async #loadLinked({ owners, model: owner, collection: { property, hydrator } }: OwnedList): Promise<void> {
    const target = this.#models.of(property.target);
    const ids = owners.map((entity) => owner.id.of(entity));
    const links = await this.#store.selectLinks({ owner, target, property }, ids, this.#signal);
    const found = hydrator && await this.#byIds(hydrator, links.map(([, id]) => id));
    // Instances of the class have its described properties.
    const stub = (id: unknown) => instantiate(target.type, target.id.stub(id)) as Entity;
    const byOwner = Map.groupBy(links, ([id]) => idKey(id));
    for (const entity of owners) {
      const own = byOwner.get(idKey(owner.id.of(entity))) ?? [];
      entity[property.name] = own.map(([, id]) => found === undefined ? stub(id) : found.get(idKey(id)))
        .filter((element) => element !== undefined);
      trackList(entity, property.name, own.map(([, id]) => id));
    }
  }

  async #loadMapped({ owners, model: owner, collection: { property, hydrator } }: OwnedList): Promise<void> {
    const target = this.#models.of(property.target);
    const back = backReference(target, property);
    const columns = leafColumns(this.#models, back, { via: [], path: back.name, nullable: false });
    const ids = owners.map((entity) => owner.id.of(entity));
    const elements = await this.#read(hydrator!, refersToAny(columns, owner, ids));
    const ownerOf = (element: Entity) => element[back.name] as Entity | null;
    const byOwner = Map.groupBy(elements, (element) => idKey(owner.id.of(ownerOf(element) ?? {})));
    for (const entity of owners) entity[property.name] = byOwner.get(idKey(owner.id.of(entity))) ?? [];
  }

  async #byIds(hydrator: Hydrator, ids: readonly unknown[]): Promise<Map<unknown, Entity>> {
    const known = this.#knownOf(hydrator);
    const byKey = new Map(ids.map((id) => [idKey(id), id]));
    const missing = [...byKey].flatMap(([key, id]) => known.has(key) ? [] : [id]);
    if (missing.length > 0) await this.#read(hydrator, rowIdsAreIn(this.#models, hydrator.model, missing));
    return known;
  }

  async #read(hydrator: Hydrator, criteria: ResolvedCriteria): Promise<Entity[]> {
    const { model, columns } = hydrator;
    const orders = resolveSort(this.#models, model, Sort.unsorted());
    const rows = await this.#store.select(
      { model, columns, criteria: this.#allowed(model, criteria), orders, offset: 0, limit: undefined },
      this.#signal,
    );
    const { fate } = this.#store.transactions;
    const fresh: Entity[] = [];
    const entities = rows.map((row) => {
      const known = this.#knownOf(hydrator).get(idKey(hydrator.idIn(row)));
      if (known !== undefined) return known;
      const entity = hydrator.entity(row, this.#pending, fate);
      this.#remember(hydrator, entity);
      fresh.push(entity);
      return entity;
    });
    this.#expectLists(hydrator, fresh);
    return entities;
  }

  /** References to rows that the client may not see are not loaded. */
  #allowed(model: EntityModel, criteria: ResolvedCriteria): ResolvedCriteria {
    const rows = this.#models.rowAccess.criteriaOf(model.type);
    if (rows === undefined) return criteria;
    return { kind: "and", operands: [new CriteriaResolver(this.#models, model).resolve(rows), criteria] };
  }

  #expectLists(hydrator: Hydrator, owners: readonly Entity[]): void {
    if (owners.length === 0) return;
    for (const collection of hydrator.collections) this.#lists.push({ owners, model: hydrator.model, collection });
  }

  #remember(hydrator: Hydrator, entity: Entity): void {
    this.#knownOf(hydrator).set(idKey(hydrator.model.id.of(entity)), entity);
  }

  #knownOf(hydrator: Hydrator): Map<unknown, Entity> {
    let known = this.#known.get(hydrator);
    if (known === undefined) this.#known.set(hydrator, known = new Map());
    return known;
  }
}

/** A list that is loaded for several owners. */
interface OwnedList {
  readonly owners: readonly Entity[];
  readonly model: EntityModel;
  readonly collection: HydratedCollection;
}

/**
 * Returns the property by which the elements of a list refer back to its owner.
 *
 * @throws TypeError when `mappedBy` is not the name of a reference
 */
function backReference(target: EntityModel, property: CollectionProperty): ReferenceProperty {
  const back = target.properties.get(property.options.mappedBy ?? "");
  if (back?.kind === "reference") return back;
  throw new TypeError(
    `Cannot read list "${property.name}" as mappedBy must name a property of ${target.name} that refers ` +
      `back: current value is "${property.options.mappedBy}"`,
  );
}
