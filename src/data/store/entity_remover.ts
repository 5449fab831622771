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

/** The ids of the entities that are deleted, by model. */
type DeletedIds = Map<EntityModel, unknown[]>;

/**
 * Deletes the entities of one class, and applies `onDelete` of the references to them: sets references to null or to
 * their default, removes entries from lists, deletes the referring entities. Without `onDelete`, the deletion of a
 * referenced entity is rejected with the names of the references.
 */
export class EntityRemover {
  readonly #rows: RowStore;
  readonly #models: EntityModels;
  readonly #model: EntityModel;

  /**
   * @param rows the store of rows
   * @param models the models of the database
   * @param model the model of the class
   */
  constructor(rows: RowStore, models: EntityModels, model: EntityModel) {
    this.#rows = rows;
    this.#models = models;
    this.#model = model;
  }

  /**
   * Deletes the entities that match.
   *
   * @param criteria the condition
   * @param signal aborts the operation
   * @returns their number, without the entities that were deleted by cascade
   * @throws DataIntegrityError when a reference without `onDelete` refers to one of them
   */
  async remove(criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    const inbound = inboundReferences(this.#models, this.#model);
    if (inbound.length === 0) return await this.#rows.delete(this.#model, criteria, signal);
    return await this.#rows.transactions.run(async () => {
      // The lock makes transactions that add a reference to one of these rows wait; they fail after the deletion.
      const ids = await this.#idsOf(this.#model, criteria, { lock: "delete", signal });
      if (ids.length === 0) return 0;
      const deleted = await this.#withDependents(new Map([[this.#model, ids]]), signal);
      await this.#refuseReferred(deleted, signal);
      await this.#unlink(deleted, signal);
      await this.#removeLists(deleted, signal);
      for (const [model, own] of [...deleted].reverse()) {
        await this.#rows.delete(model, rowIdsAreIn(this.#models, model, own), signal);
      }
      return ids.length;
    }, signal === undefined ? {} : { signal });
  }

  /** Adds the entities that `onDelete: "cascade"` deletes with the entities that they refer to. */
  async #withDependents(deleted: DeletedIds, signal: AbortSignal | undefined): Promise<DeletedIds> {
    const added: [EntityModel, unknown[]][] = [...deleted];
    for (let next = added.pop(); next !== undefined; next = added.pop()) {
      const [model, ids] = next;
      for (const { owner, onDelete, kept } of inboundReferences(this.#models, model)) {
        if (onDelete !== "cascade" || !("columns" in kept)) continue;
        const known = deleted.get(owner) ?? [];
        const matching = and(refersToAny(kept.columns, model, ids), not(rowIdsAreIn(this.#models, owner, known)));
        const found = await this.#idsOf(owner, matching, { lock: "delete", signal });
        if (found.length === 0) continue;
        deleted.set(owner, [...known, ...found]);
        added.push([owner, found]);
      }
    }
    return deleted;
  }

  async #refuseReferred(deleted: DeletedIds, signal: AbortSignal | undefined): Promise<void> {
    const referring: InboundReference[] = [];
    for (const [model, ids] of deleted) {
      for (const reference of inboundReferences(this.#models, model)) {
        if (isResolved(reference)) continue;
        const { owner } = reference;
        const matching = and(
          refersTo(this.#models, { reference, model }, ids),
          not(rowIdsAreIn(this.#models, owner, deleted.get(owner) ?? [])),
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

  /** Clears the references to deleted entities, and increments the versions of the referring entities. */
  async #unlink(deleted: DeletedIds, signal: AbortSignal | undefined): Promise<void> {
    for (const [model, ids] of deleted) {
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

  /** Removes lists first: the database checks each deleted owner alone, while another owner's list may refer to it. */
  async #removeLists(deleted: DeletedIds, signal: AbortSignal | undefined): Promise<void> {
    for (const model of deleted.keys()) {
      for (const { owner, kept } of inboundReferences(this.#models, model)) {
        const owners = deleted.get(owner);
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

/** Whether `onDelete` resolves the reference; otherwise the deletion is rejected, or left to the database. */
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
