import { problem } from "../../../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest } from "../../../kernel/mod.ts";
import { type EventPublication, eventPublicationStatuses } from "./event_publication.ts";
import type { EventPublicationFilter } from "./event_publication_store.ts";
import type { EventPublications } from "./event_publications.ts";

/**
 * `/actuator/eventpublications`: lists publications without their events, shows one (`GET …/{id}`), delivers one again
 * (`POST …/{id}/resubmit`), or abandons one (`DELETE …/{id}`).
 */
export class EventPublicationsEndpoint implements ActuatorEndpoint {
  readonly id = "eventpublications";
  // The endpoint exists only if the option `endpoint` is set, so it needs no second opt-in.
  readonly isExposedByDefault = true;
  readonly pathVariable = "publication";
  readonly methods = ["GET", "POST", "DELETE"];
  readonly #publications: EventPublications;

  /** @param publications the stored publications */
  constructor(publications: EventPublications) {
    this.#publications = publications;
  }

  async handle({ request, path }: ActuatorRequest): Promise<Response | undefined> {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (path === "") return isRead ? await this.#list(new URL(request.url)) : notAllowed("GET, HEAD");
    const [id, action, ...rest] = path.split("/");
    if (isRead && action === undefined) return await this.#show(id!);
    if (rest.length > 0 || (action !== undefined && action !== "resubmit")) return undefined;
    if (action === "resubmit") {
      if (request.method !== "POST") return notAllowed("POST");
      return changed(await this.#publications.resubmit(id!), id!, "failed or abandoned");
    }
    if (request.method !== "DELETE") return notAllowed("GET, HEAD, DELETE");
    return changed(await this.#publications.giveUp(id!), id!, "failed");
  }

  async #show(id: string): Promise<Response | undefined> {
    const publication = await this.#publications.get(id);
    return publication === undefined ? undefined : Response.json(shown(publication));
  }

  async #list({ searchParams }: URL): Promise<Response> {
    const filter = filterFrom(searchParams);
    if (typeof filter === "string") return problem({ status: 400, detail: filter });
    const [counts, publications] = await Promise.all([
      this.#publications.counts(),
      this.#publications.find(filter),
    ]);
    return Response.json({ counts, publications: publications.map(shown) });
  }
}

function filterFrom(parameters: URLSearchParams): EventPublicationFilter | string {
  const [status, listenerId, limit] = ["status", "listener", "limit"].map((name) => parameters.get(name) ?? undefined);
  const known = eventPublicationStatuses.find((name) => name === status);
  if (status !== undefined && known === undefined) {
    return `Cannot use parameter "status" as it must be one of ${eventPublicationStatuses.join(", ")}: current value ` +
      `is "${status}"`;
  }
  if (limit !== undefined && !/^[1-9]\d{0,3}$/.test(limit)) {
    return `Cannot use parameter "limit" as it must be an integer from 1 to 9999: current value is "${limit}"`;
  }
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(listenerId === undefined ? {} : { listenerId }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}

/** Omits the event, which may contain confidential data. */
function shown({ serializedEvent: _, ...publication }: EventPublication): object {
  return publication;
}

function changed(count: number, id: string, needed: string): Response {
  if (count > 0) return new Response(null, { status: 204 });
  return problem({ status: 409, detail: `There is no publication "${id}" that is ${needed}` });
}

function notAllowed(allow: string): Response {
  return problem({ status: 405, headers: { allow } });
}
