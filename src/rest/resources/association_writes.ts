import { type HttpExchange, problem } from "../../http/mod.ts";
import { shortened } from "../../kernel/mod.ts";
import { type Association, targetIds } from "../export/association.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { failedPrecondition, validatorHeaders, validatorsOf } from "../hal/entity_validators.ts";
import { loadTargets } from "../hal/target_loader.ts";
import { entitiesFromUris, mustBeUriOfItem } from "../write/entity_uri.ts";
import { linkBody } from "../write/link_body.ts";
import { UnreadableBodyError } from "../write/unreadable_body_error.ts";
import type { RestContext } from "./rest_context.ts";

/** An association of one item, or one target in it. */
export interface AssociationSubject {
  readonly owner: object;
  readonly association: Association;
  /** The id of one target, as it stands in the path. */
  readonly target: string | undefined;
}

/** Changes the associations of one collection's items. The owner is what is saved. */
export class AssociationWrites {
  readonly #context: RestContext;
  readonly #collection: ExportedCollection;

  /**
   * @param context configuration and collections
   * @param collection the owners' collection
   */
  constructor(context: RestContext, collection: ExportedCollection) {
    this.#context = context;
    this.#collection = collection;
  }

  /** Answers `PUT`, `POST`, `PATCH` and `DELETE`. */
  async handle(exchange: HttpExchange, subject: AssociationSubject): Promise<Response> {
    const { request } = exchange;
    const validators = validatorsOf(this.#collection, subject.owner);
    if (failedPrecondition(request, validators) !== undefined) {
      const headers = validatorHeaders(validators);
      return problem({ status: 412, detail: "The resource is not in the state that the request names", headers });
    }
    if (request.method === "DELETE") await this.#remove(subject);
    else await this.#link(request, subject);
    return new Response(null, { status: 204 });
  }

  async #link(request: Request, { owner, association }: AssociationSubject): Promise<void> {
    const uris = await linkBody(request, this.#context.bodies);
    if (!association.many && uris.length !== 1) {
      throw new UnreadableBodyError(
        `Cannot link "${association.name}" as it refers to one item: send only 1 link, not ${uris.length}`,
      );
    }
    const sent = await requireTargets(uris, association);
    const kept = association.many && request.method !== "PUT" ? await current(association, owner) : [];
    await this.#save("LinkSave", { owner, association }, { targets: [...kept, ...sent], linked: sent });
  }

  async #remove({ owner, association, target }: AssociationSubject): Promise<void> {
    const before = await current(association, owner);
    const id = target === undefined ? undefined : association.target.idFrom(target);
    // What is no id is that of no target.
    if (target !== undefined && id === undefined) return;
    const isRemoved = (entity: object) => target === undefined || association.target.hasId(entity, id);
    const linked = before.filter(isRemoved);
    if (linked.length === 0 && targetIds(association, owner).length === 0) return;
    await this.#save("LinkDelete", { owner, association }, {
      targets: before.filter((entity) => !isRemoved(entity)),
      linked,
    });
  }

  async #save(
    kind: "LinkSave" | "LinkDelete",
    { owner, association }: Pick<AssociationSubject, "owner" | "association">,
    { targets, linked }: { targets: readonly object[]; linked: readonly object[] },
  ): Promise<void> {
    const { many, holdsIds, target, property } = association;
    const values = holdsIds ? targets.map((entity) => target.idOf(entity)) : targets;
    const changed = Object.assign(Object.create(Object.getPrototypeOf(owner) as object), owner, {
      [property!]: many ? values : values[0] ?? null,
    }) as object;
    const subject = { entity: changed, linked: many ? (kind === "LinkSave" ? targets : linked) : linked[0] };
    await this.#context.events.around(kind, subject, () => this.#collection.repository.save!(changed));
  }
}

async function current(association: Association, owner: object): Promise<readonly object[]> {
  return (await loadTargets(association, [owner])).get(owner) ?? [];
}

async function requireTargets(uris: readonly string[], { name, target }: Association): Promise<object[]> {
  const found = await entitiesFromUris(uris, target);
  return found.map((entity, at) => {
    if (entity !== undefined) return entity;
    throw new UnreadableBodyError(
      `Cannot link "${name}" as each link ${mustBeUriOfItem(target)}: current value is "${shortened(uris[at]!)}"`,
    );
  });
}
