import type { ContainerModule } from "../../deps.ts";

/** Returns the container modules of a feature's module to install for the warm-up. */
type Warming<M> = (module: M) => ContainerModule | readonly ContainerModule[] | Promise<ContainerModule[]>;

/**
 * Starts and stops a small in-memory service with the features that a service uses. The functions of the framework are
 * compiled then, which otherwise takes half of the start-up time of the service.
 *
 * @param modules the modules that the service loaded before; unused features are not loaded here either
 */
export async function warmUp(modules: readonly string[]): Promise<void> {
  const loaded = new Set(modules);
  const features: ContainerModule[] = [];
  const add = async <M>(path: string, load: () => Promise<M>, install: Warming<M>) => {
    if (loaded.has(new URL(path, import.meta.url).href)) features.push(...[await install(await load())].flat());
  };
  await add("../data/feature.ts", () => import("../data/feature.ts"), async ({ data }) => {
    const { entity, t } = await import("../kernel/mod.ts");
    class Thing extends entity({ id: t.generatedId, name: t.string }, { id: "id" }) {}
    const isSqlite = loaded.has(new URL("../data/store/sql/sqlite_connections.ts", import.meta.url).href);
    return [data({ url: isSqlite ? "sqlite::memory:" : "memory:", entities: [Thing] })];
  });
  await add("../graphql/feature.ts", () => import("../graphql/mod.ts"), ({ graphql, Resource }) => {
    return graphql({ schema: [Resource.text("warm-up", "type Query { thing: Thing } type Thing { name: String! }")] });
  });
  await add("../rest/mod.ts", () => import("../rest/mod.ts"), ({ rest }) => rest());
  await add("../actuator/mod.ts", () => import("../actuator/mod.ts"), ({ actuator }) => actuator());
  await add("../modulith/mod.ts", () => import("../modulith/mod.ts"), ({ modulith }) => modulith());
  const { createApp, createContainer } = await import("../app/mod.ts");
  const properties = { preset: "development", logging: { level: "OFF" } } as const;
  await using app = await createApp(createContainer(...features), { properties });
  await (await app.fetch(new Request("http://localhost/actuator/health"))).body?.cancel();
}
