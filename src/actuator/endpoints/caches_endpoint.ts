import type { Container } from "../../../deps.ts";
import { problem } from "../../http/mod.ts";
import { type ActuatorEndpoint, type ActuatorRequest, ManagedCache } from "../../kernel/mod.ts";
import { afterOthers } from "./after_others.ts";

/** `/actuator/caches`: the caches with their fill; `DELETE` clears all of them, or one by its name. */
export class CachesEndpoint implements ActuatorEndpoint {
  readonly id = "caches";
  readonly order = afterOthers;
  readonly pathVariable = "cache";
  readonly methods = ["GET", "DELETE"];
  readonly #container: Container;

  /** @param container holds the caches */
  constructor(container: Container) {
    this.#container = container;
  }

  async handle({ request, path }: ActuatorRequest): Promise<Response | undefined> {
    const all = await this.#container.getAllAsync(ManagedCache);
    const manager = new URL(request.url).searchParams.get("cacheManager");
    const caches = all.filter((cache) =>
      (path === "" || cache.name === path) && (manager === null || cache.manager === manager)
    );
    if (request.method === "DELETE") return await clear(caches, path);
    if (path === "") return Response.json({ cacheManagers: byManager(caches) });
    if (caches.length > 1) return ambiguous(path, caches);
    const [cache] = caches;
    return cache && Response.json({ name: cache.name, cacheManager: cache.manager, ...shown(cache) });
  }
}

async function clear(caches: readonly ManagedCache[], name: string): Promise<Response | undefined> {
  if (name !== "" && caches.length === 0) return undefined;
  if (name !== "" && caches.length > 1) return ambiguous(name, caches);
  if (name !== "" && caches[0]!.clear === undefined) {
    return problem({ status: 409, detail: `Cache "${name}" cannot be cleared` });
  }
  for (const cache of caches) await cache.clear?.();
  return new Response(null, { status: 204 });
}

function ambiguous(name: string, caches: readonly ManagedCache[]): Response {
  const managers = caches.map(({ manager }) => `"${manager}"`).join(", ");
  return problem({
    status: 400,
    detail: `Several managers have a cache "${name}": choose one by ?cacheManager=, among ${managers}`,
  });
}

function byManager(caches: readonly ManagedCache[]): object {
  const managers: Record<string, { caches: Record<string, object> }> = {};
  for (const cache of caches) (managers[cache.manager] ??= { caches: {} }).caches[cache.name] = shown(cache);
  return managers;
}

function shown(cache: ManagedCache): object {
  return { target: cache.target ?? "Map", ...cache.statistics() };
}
