import { DataIntegrityError } from "../data_integrity_error.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { idKey } from "../entity/id_key.ts";
import { idColumns } from "../query/column_paths.ts";
import { refersToAny, rowIdsAreIn } from "../query/matching_ids.ts";
import type { ResolvedCriteria } from "../query/resolved_criteria.ts";
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
      for (const [model, own] of [...doomed].reverse()) {
        await this.#rows.delete(model, rowIdsAreIn(this.#models, model, own), signal);
      }
      return ids.length;
    }, signal === undefined ? {} : { signal });
  }

  /** Adds the entities whose description says that they are deleted with what they refer to. */
  async #withDependents(doomed: Doomed, signal: AbortSignal | undefined): Promise<Doomed> {
    const added: [EntityModel, unknown[]][] = [...doomed];
    for (let next = added.pop(); next !== undefined; next = added.pop()) {
      const [model, ids] = next;
      for (const { owner, onDelete, kept } of inboundReferences(this.#models, model)) {
        if (onDelete !== "cascade" || !("columns" in kept)) continue;
        const known = doomed.get(owner) ?? [];
        const matching = and(refersToAny(kept.columns, model, ids), not(rowIdsAreIn(this.#models, owner, known)));
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
        const matching = and(
          refersTo(this.#models, { reference, model }, ids),
          not(rowIdsAreIn(this.#models, owner, doomed.get(owner) ?? [])),
        );
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
        const cleared = "columns" in kept ? kept.columns : [];
        await this.#rows.clear(
          owner,
          { criteria: refersTo(this.#models, { reference, model }, ids), columns: cleared },
          signal,
        );
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
    const columns = idColumns(this.#models, model);
    const rows = await this.#rows.select({ model, columns, criteria, orders: [], offset: 0, limit, lock }, signal);
    const ids = rows.map((row) =>
      model.id.ofRow(Object.fromEntries(model.id.columns.map((name, i) => [name, row[i]])))
    );
    return [...new Map(ids.map((id) => [idKey(id), id])).values()];
  }
}

/** Whether the description says what becomes of a reference; the rest is refused, or left to the database. */
function isResolved({ onDelete, kept }: InboundReference): boolean {
  return onDelete === "cascade" || ("columns" in kept && (onDelete === "set null" || onDelete === "set default"));
}

function refersTo(
  models: EntityModels,
  { reference: { owner, kept }, model }: { readonly reference: InboundReference; readonly model: EntityModel },
  ids: readonly unknown[],
): ResolvedCriteria {
  if ("columns" in kept) return refersToAny(kept.columns, model, ids);
  const { target, property } = kept.link;
  return { kind: "some", via: [], collection: property, owner, target, criteria: rowIdsAreIn(models, target, ids) };
}

function and(...operands: readonly ResolvedCriteria[]): ResolvedCriteria {
  return { kind: "and", operands };
}

function not(operand: ResolvedCriteria): ResolvedCriteria {
  return operand.kind === "or" && operand.operands.length === 0 ? and() : { kind: "not", operand };
}
