import { assertEquals, assertRejects } from "@std/assert";
import { createApp, createContainer } from "@espalier/espalier";
import { applicationModule, ApplicationModuleInitializer, modulith } from "@espalier/espalier/modulith";
import { type Project, project } from "./project.ts";

const quiet = { logging: { level: "OFF" } } as const;

/** A module whose initializers note when they ran. */
function noting(shop: Project, name: string, ran: string[], ...initializers: { id?: string; order?: number }[]) {
  return applicationModule(new URL(`${name}/module.ts`, shop.root).href, {}, ({ bind }) => {
    for (const { id = name, ...order } of initializers) {
      const initialize = async () => {
        await Promise.resolve();
        ran.push(id);
      };
      bind(ApplicationModuleInitializer).toResolvedValue(() => ({ initialize, ...order }), []);
    }
  });
}

Deno.test("B2.1 initializers run in the order of modules, within a module by their order, and outside of modules last", async () => {
  using shop = project({
    "a/mod.ts": 'import "../c/mod.ts";',
    "b/mod.ts": "",
    "c/mod.ts": 'import type { X } from "../b/mod.ts";',
  });
  const ran: string[] = [];
  const container = createContainer(
    modulith({ root: shop.root }),
    noting(shop, "a", ran, {}),
    noting(shop, "c", ran, { id: "c late", order: 5 }, { id: "c" }, { id: "c early", order: -5 }),
    noting(shop, "b", ran, {}),
  );
  container.bind(ApplicationModuleInitializer).toConstantValue({
    initialize: () => void ran.push("outside"),
    order: -9,
  });
  await using app = await createApp(container, { root: shop.root, properties: quiet });
  assertEquals(ran, ["b", "c early", "c", "c late", "a", "outside"]);
  assertEquals((await app.fetch(new Request("http://localhost/"))).status, 404);
  assertEquals(ran.length, 6);
});

Deno.test("B2.1 an initializer that fails stops the start, named by its module, and those behind it don't run", async () => {
  using shop = project({ "a/mod.ts": "", "b/mod.ts": 'import "../a/mod.ts";' });
  const ran: string[] = [];
  const failing = applicationModule(new URL("a/module.ts", shop.root).href, {}, ({ bind }) => {
    bind(ApplicationModuleInitializer).toConstantValue({ initialize: () => Promise.reject(new Error("no stock")) });
  });
  await assertRejects(
    () =>
      createApp(createContainer(modulith({ root: shop.root }), noting(shop, "b", ran, {}), failing), {
        root: shop.root,
        properties: quiet,
      }),
    Error,
    'Cannot initialize module "a" as its initializer failed: no stock',
  );
  assertEquals(ran, []);
});

Deno.test("B2.1 an initializer without modulith() is refused at the start", async () => {
  const container = createContainer();
  container.bind(ApplicationModuleInitializer).toConstantValue({ initialize: () => {} });
  await assertRejects(
    () => createApp(container, { properties: quiet }),
    TypeError,
    "as an ApplicationModuleInitializer is bound, and nothing runs it: install modulith()",
  );
});
