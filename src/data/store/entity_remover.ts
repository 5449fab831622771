import { DataIntegrityError } from "../data_integrity_error.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { idKey } from "../entity/id_key.ts";
import type { ColumnRef, ResolvedCriteria } from "../query/resolved_criteria.ts";
import type { LockMode } from "../repository.ts";
import { type InboundReference, inboundReferences } from "./inbound_references.ts";
import type { RowStore } from "./row_store.ts";

/** The ids of what is deleted, by entity. */
type Doomed = Map<EntityModel, unknown[]>;

/**
 * Deletes the entities of one class. What others refer to is refused, with the names of those who do, unless their
 * description says what becomes of them: references that become null, entries that leave their list, entities that are
 * deleted as well.
 */
export class EntityRemover {
  readonly #rows: RowStore;
  readonly #models: EntityModels;
  readonly #model: EntityModel;

  /**
   * @param rows where rows are kept
   * @param models the models of the database
   * @param model how the class is stored
   */
  constructor(rows: RowStore, models: EntityModels, model: EntityModel) {
    this.#rows = rows;
    this.#models = models;
    this.#model = model;
  }

  /**
   * Deletes what matches.
   *
   * @param criteria what has to match
   * @param signal gives up
   * @returns how many, without those that were deleted because of them
   * @throws DataIntegrityError when others refer to one of them
   */
  async remove(criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    const inbound = inboundReferences(this.#models, this.#model);
    if (inbound.length === 0) return await this.#rows.delete(this.#model, criteria, signal);
    return await this.#rows.transactions.run(async () => {
      // Whoever is about to refer to one of them waits until they are gone, and is refused.
      const ids = await this.#idsOf(this.#model, criteria, { lock: "delete", signal });
      if (ids.length === 0) return 0;
      const doomed = await this.#withDependents(new Map([[this.#model, ids]]), signal);
      await this.#refuseReferred(doomed, signal);
      await this.#unlink(doomed, signal);
      await this.#removeLists(doomed, signal);
      for (const [model, own] of [...doomed].reverse()) await this.#rows.delete(model, hasId(model, own), signal);
      return ids.length;
    }, signal === undefined ? {} : { signal });
  }

  /** Adds the entities whose description says that they are deleted with what they refer to. */
  async #withDependents(doomed: Doomed, signal: AbortSignal | undefined): Promise<Doomed> {
    const added: [EntityModel, unknown[]][] = [...doomed];
    for (let next = added.pop(); next !== undefined; next = added.pop()) {
      const [model, ids] = next;
      for (const { owner, onDelete, kept } of inboundReferences(this.#models, model)) {
        if (onDelete !== "cascade" || !("column" in kept)) continue;
        const known = doomed.get(owner) ?? [];
        const matching = and(isIn(kept.column, ids), not(hasId(owner, known)));
        const found = await this.#idsOf(owner, matching, { lock: "delete", signal });
        if (found.length === 0) continue;
        doomed.set(owner, [...known, ...found]);
        added.push([owner, found]);
      }
    }
    return doomed;
  }

  async #refuseReferred(doomed: Doomed, signal: AbortSignal | undefined): Promise<void> {
    const referring: InboundReference[] = [];
    for (const [model, ids] of doomed) {
      for (const reference of inboundReferences(this.#models, model)) {
        if (isResolved(reference)) continue;
        const { owner } = reference;
        const matching = and(refersTo(reference, ids), not(hasId(owner, doomed.get(owner) ?? [])));
        if ((await this.#idsOf(owner, matching, { limit: 1, signal })).length > 0) referring.push(reference);
      }
    }
    if (referring.length === 0) return;
    const references = referring.map(({ owner, path }) => ({ entity: owner.type, property: path }));
    const names = references.map(({ entity, property }) => `${entity.name}.${property}`).join(", ");
    throw new DataIntegrityError(
      "reference",
      `Cannot delete ${this.#model.name} as nothing must refer to it: ${names} does. Change what refers to it first, ` +
        'or describe the reference with onDelete: "set null", of a list with onDelete: "cascade"',
      { references },
    );
  }

  /** Takes what is deleted out of the references that outlive it; who holds them has another version then. */
  async #unlink(doomed: Doomed, signal: AbortSignal | undefined): Promise<void> {
    for (const [model, ids] of doomed) {
      for (const reference of inboundReferences(this.#models, model)) {
        const { owner, onDelete, kept } = reference;
        if ("link" in kept ? onDelete !== "cascade" : onDelete !== "set null") continue;
        const cleared = "column" in kept ? [kept.column] : [];
        await this.#rows.clear(owner, { criteria: refersTo(reference, ids), columns: cleared }, signal);
        if ("link" in kept) await this.#rows.removeLinks(kept.link, { end: "target", ids }, signal);
      }
    }
  }

  /** The database removes lists with their owner, but looks at each owner by itself: others may be on their list still. */
  async #removeLists(doomed: Doomed, signal: AbortSignal | undefined): Promise<void> {
    for (const model of doomed.keys()) {
      for (const { owner, kept } of inboundReferences(this.#models, model)) {
        const owners = doomed.get(owner);
        if (owners === undefined || !("link" in kept)) continue;
        await this.#rows.removeLinks(kept.link, { end: "owner", ids: owners }, signal);
      }
    }
  }

  async #idsOf(
    model: EntityModel,
    criteria: ResolvedCriteria,
    { limit, lock, signal }: { limit?: number; lock?: LockMode | "delete"; signal: AbortSignal | undefined },
  ): Promise<unknown[]> {
    const rows = await this.#rows.select(
      { model, columns: [idColumn(model)], criteria, orders: [], offset: 0, limit, lock },
      signal,
    );
    return [...new Map(rows.map(([id]) => [idKey(id), id])).values()];
  }
}

/** Whether the description says what becomes of a reference; the rest is refused, or left to the database. */
function isResolved({ onDelete, kept }: InboundReference): boolean {
  return onDelete === "cascade" || ("column" in kept && (onDelete === "set null" || onDelete === "set default"));
}

function refersTo({ owner, kept }: InboundReference, ids: readonly unknown[]): ResolvedCriteria {
  if ("column" in kept) return isIn(kept.column, ids);
  const { target, property } = kept.link;
  return { kind: "some", via: [], collection: property, owner, target, criteria: hasId(target, ids) };
}

function idColumn({ id: { name: path, column, type, stored } }: EntityModel): ColumnRef {
  return { path, column, type, stored, via: [], nullable: false };
}

function hasId(model: EntityModel, ids: readonly unknown[]): ResolvedCriteria {
  return isIn(idColumn(model), ids);
}

function isIn(column: ColumnRef, values: readonly unknown[]): ResolvedCriteria {
  if (values.length === 0) return { kind: "or", operands: [] };
  return { kind: "in", column, values, ignoreCase: false };
}

function and(...operands: readonly ResolvedCriteria[]): ResolvedCriteria {
  return { kind: "and", operands };
}

function not(operand: ResolvedCriteria): ResolvedCriteria {
  return operand.kind === "or" && operand.operands.length === 0 ? and() : { kind: "not", operand };
}
