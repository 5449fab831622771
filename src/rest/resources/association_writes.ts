import { type HttpExchange, problem } from "../../http/mod.ts";
import { type Class, completeInstance, shortened } from "../../kernel/mod.ts";
import { targetIds } from "../export/association.ts";
import { type Association, type ExportedCollection } from "../export/exported_collection.ts";
import { failedPrecondition, validatorHeaders, validatorsOf } from "../hal/entity_validators.ts";
import { loadTargets } from "../hal/target_loader.ts";
import { entitiesFromUris, itemUriRequirement } from "../write/entity_uri.ts";
import { linkBody } from "../write/link_body.ts";
import { receiveBody, type RequestBody } from "../write/request_body.ts";
import { isSameState } from "../write/same_state.ts";
import type { UnitOfWork, UnitsOfWork } from "../write/unit_of_work.ts";
import { UnreadableBodyError } from "../write/unreadable_body_error.ts";
import { notFound } from "./not_found.ts";
import type { RestContext } from "./rest_context.ts";

/** An association of one item, or one target in it. */
export interface AssociationSubject {
  readonly owner: object;
  readonly association: Association;
  /** The id of one target in the path. */
  readonly target: string | undefined;
}

/** Where an association is changed. */
export interface AssociationAddress extends Omit<AssociationSubject, "owner"> {
  /** The owner's id. */
  readonly id: unknown;
}

/** Changes the associations of a collection's items, by saving the owner. */
export class AssociationWrites {
  readonly #context: RestContext;
  readonly #collection: ExportedCollection;
  readonly #units: UnitsOfWork;

  /**
   * @param context configuration and collections
   * @param collection the owners' collection
   * @param units runs the writes to the owners
   */
  constructor(context: RestContext, collection: ExportedCollection, units: UnitsOfWork) {
    this.#units = units;
    this.#context = context;
    this.#collection = collection;
  }

  /**
   * Responds to `PUT`, `POST`, `PATCH` and `DELETE`.
   *
   * @param exchange the request
   * @param address the owner and the association
   */
  async handle(exchange: HttpExchange, { id, association, target }: AssociationAddress): Promise<Response> {
    const { request } = exchange;
    const body = request.method === "DELETE" ? undefined : await receiveBody(request, this.#context.bodies);
    const audit = this.#context.auditOf(this.#collection);
    const response = await this.#units.run(id, async (unit) => {
      const owner = await this.#collection.items.findById!(id, unit.lock);
      if (owner === null) return notFound(exchange);
      const validators = validatorsOf(this.#collection, owner);
      if (failedPrecondition(request, validators) !== undefined) {
        const headers = validatorHeaders(validators);
        return problem({ status: 412, detail: "The resource is not in the state that the request names", headers });
      }
      const subject = { owner, association, target };
      if (body === undefined) await this.#remove(subject, unit);
      else await this.#link({ body, replaces: request.method === "PUT" }, subject, unit);
      const change = body === undefined ? "unlink" as const : "link" as const;
      await audit?.changed(exchange, { change, id, association: association.name, status: 204 });
      return new Response(null, { status: 204 });
    });
    if (response.ok) audit?.kept(exchange);
    return response;
  }

  async #link(
    { body, replaces }: { readonly body: RequestBody; readonly replaces: boolean },
    { owner, association }: AssociationSubject,
    unit: UnitOfWork,
  ): Promise<void> {
    const uris = linkBody(body, this.#context.rest);
    if (!association.many && uris.length !== 1) {
      throw new UnreadableBodyError(
        `Cannot link "${association.name}" as it refers to one item: send only 1 link, not ${uris.length}`,
      );
    }
    const sent = await requireTargets(uris, association);
    const kept = association.many && !replaces ? await current(association, owner) : [];
    await this.#save({ kind: "LinkSave", owner, association, targets: [...kept, ...sent], linked: sent }, unit);
  }

  async #remove({ owner, association, target }: AssociationSubject, unit: UnitOfWork): Promise<void> {
    const before = await current(association, owner);
    const id = target === undefined ? undefined : association.target.idFrom(target);
    // An invalid id does not match any target.
    if (target !== undefined && id === undefined) return;
    const isRemoved = (entity: object) => target === undefined || association.target.hasId(entity, id);
    const linked = before.filter(isRemoved);
    if (linked.length === 0 && targetIds(association, owner).length === 0) return;
    const targets = before.filter((entity) => !isRemoved(entity));
    await this.#save({ kind: "LinkDelete", owner, association, targets, linked }, unit);
  }

  async #save({ kind, owner, association, targets, linked }: LinkChange, unit: UnitOfWork): Promise<void> {
    const { many, holdsIds, target, property } = association;
    const values = holdsIds ? targets.map((entity) => target.idOf(entity)) : targets;
    const changed = completeInstance(
      owner.constructor as Class,
      Object.assign(Object.create(Object.getPrototypeOf(owner) as object), owner, {
        [property!]: many ? values : values[0] ?? null,
      }) as object,
    );
    // Linking existing targets again does not change the owner's version.
    if (isSameState(this.#collection.type, owner, changed)) return;
    const subject = { kind, entity: changed, linked: many ? (kind === "LinkSave" ? targets : linked) : linked[0] };
    await this.#context.events.around(subject, unit, () => this.#collection.items.save!(changed, { original: owner }));
  }
}

interface LinkChange {
  readonly kind: "LinkSave" | "LinkDelete";
  readonly owner: object;
  readonly association: Association;
  /** All targets afterwards. */
  readonly targets: readonly object[];
  /** Those that are added or removed. */
  readonly linked: readonly object[];
}

async function current(association: Association, owner: object): Promise<readonly object[]> {
  return (await loadTargets(association, [owner])).get(owner) ?? [];
}

async function requireTargets(uris: readonly string[], { name, target }: Association): Promise<object[]> {
  const found = await entitiesFromUris(uris, target);
  return found.map((entity, at) => {
    if (entity !== undefined) return entity;
    throw new UnreadableBodyError(
      `Cannot link "${name}" as each link ${itemUriRequirement(target)}: current value is "${shortened(uris[at]!)}"`,
    );
  });
}
