import { assertEquals, assertRejects } from "@std/assert";
import { ApplicationModules } from "@espalier/espalier/modulith";
import { UNNAMED_INTERFACE } from "../../src/modulith/model/module_interfaces.ts";
import { declaration, project } from "./project.ts";

Deno.test("B2.2 the interface of a module is the exports of its mod.ts, re-exports included (C-233)", async () => {
  using shop = project({
    "orders/mod.ts": `
export { place, hidden } from "./internal/place.ts";
export * from "./events.ts";
import { Local } from "./internal/local.ts";
export { Local as Renamed };
/** @internal */
export function secret() {}`,
    "orders/internal/place.ts": "export const place = 1;\n/** @internal */\nexport const hidden = 2;",
    "orders/internal/local.ts": "export class Local {}",
    "orders/events.ts":
      "/** @namedInterface events */\nexport class Placed {}\nexport class Canceled {}\nexport default 1",
    "orders/spi/a.ts": "export interface Carrier {}",
    "orders/spi/deep/b.ts": "export interface Deep {}",
    "orders/module.ts": declaration('{ namedInterfaces: { spi: "./spi", api: ["internal/place.ts"] } }'),
  });
  const { interfaces } = (await ApplicationModules.scan(shop.root)).module("orders")!;
  assertEquals([...interfaces.contents()].sort(), [
    [UNNAMED_INTERFACE, ["Canceled", "Renamed", "place"]],
    ["api", ["hidden", "place"]],
    ["events", ["Placed"]],
    ["spi", ["Carrier"]],
  ]);
  assertEquals(interfaces.names, [UNNAMED_INTERFACE, "api", "events", "spi"]);
});

Deno.test("B2.2 without mod.ts the files directly in the folder are the interface", async () => {
  using shop = project({
    "orders/place.ts": "export const place = 1;",
    "orders/_draft.ts": "export const draft = 1;",
    "orders/module.ts": declaration("{}"),
    "orders/internal/x.ts": "export const x = 1;",
  });
  const { interfaces } = (await ApplicationModules.scan(shop.root)).module("orders")!;
  assertEquals([...interfaces.contents()], [[UNNAMED_INTERFACE, ["place"]]]);
});

Deno.test("B2.2 of an open module everything is the interface, except nested modules (C-086)", async () => {
  using shop = project({
    "open/mod.ts": "export class Root {}",
    "open/internal/deep/x.ts": "export class Internal {}",
    "open/spi/y.ts": "export class Port {}",
    "open/nested/module.ts": declaration("{}"),
    "open/nested/z.ts": "export class Nested {}",
    "open/module.ts": declaration('{ type: "open", namedInterfaces: { spi: "spi" } }'),
  });
  const { interfaces } = (await ApplicationModules.scan(shop.root)).module("open")!;
  assertEquals([...interfaces.contents()], [[UNNAMED_INTERFACE, ["Internal", "Root"]], ["spi", ["Port"]]]);
});

Deno.test("B2.2 a member of a workspace exposes the exports of its deno.json", async () => {
  using shop = project({
    "deno.json": '{ "workspace": ["./packages/*"] }',
    "packages/orders/deno.json": `{ "name": "@shop/orders", "exports": { ".": "./main.ts", "./spi": "./lib/spi.ts" } }`,
    "packages/orders/main.ts": "export class Order {}",
    "packages/orders/other.ts": "export class Hidden {}",
    "packages/orders/lib/spi.ts": "export interface Carrier {}",
    "packages/billing/deno.json": '{ "name": "@shop/billing", "exports": "./mod.ts" }',
    "packages/billing/mod.ts": `
import { Order } from "@shop/orders";
import { Carrier } from "@shop/orders/spi";
import { Hidden } from "../orders/other.ts";`,
  });
  const modules = await ApplicationModules.scan(new URL("packages/", shop.root));
  assertEquals([...modules.module("orders")!.interfaces.contents()], [
    [UNNAMED_INTERFACE, ["Order"]],
    ["spi", ["Carrier"]],
  ]);
  assertEquals([...modules.detectViolations()].map(({ line, advice }) => [line, advice]), [[4, undefined]]);
});

Deno.test("B2.2 a named interface may lie in several places (C-089)", async () => {
  using shop = project({
    "a/module.ts": declaration('{ namedInterfaces: { domain: ["x/domain", "y/domain/"] } }'),
    "a/x/domain/x.ts": "export class X {}",
    "a/y/domain/y.ts": "export class Y {}",
    "a/mod.ts": "/** @namedInterface domain */\nexport class Z {}",
  });
  const { interfaces } = (await ApplicationModules.scan(shop.root)).module("a")!;
  assertEquals([...interfaces.contents()], [[UNNAMED_INTERFACE, []], ["domain", ["X", "Y", "Z"]]]);
});

Deno.test("B2.2 a module may offer any number of named interfaces beside its own (C-083)", async () => {
  using shop = project({
    "complex/mod.ts": "export class Complex {}",
    "complex/module.ts": declaration('{ namedInterfaces: { API: "./api", SPI: "./spi", "Port 1": "ports/first.ts" } }'),
    "complex/api/x.ts": "export class ApiType {}",
    "complex/spi/x.ts": "export class SpiType {}",
    "complex/ports/first.ts": "export interface FirstPort {}",
    "complex/ports/others.ts":
      "/** @namedInterface Port 2 */\nexport interface SecondPort {}\n/** @namedInterface Port 2, Port 3 */\nexport class ThirdPort {}",
    "user/module.ts": declaration('{ allowedDependencies: ["complex :: Port 3"] }'),
    "user/mod.ts": 'import { ThirdPort } from "../complex/ports/others.ts";',
  });
  const modules = await ApplicationModules.scan(shop.root);
  const { interfaces } = modules.module("complex")!;
  assertEquals(interfaces.names, [UNNAMED_INTERFACE, "API", "Port 1", "Port 2", "Port 3", "SPI"]);
  assertEquals(interfaces.contents().get("Port 2"), ["SecondPort", "ThirdPort"]);
  modules.verify();
});

Deno.test("B2.2 an interface without a name is called as its folder, which the module's own can't be (C-085)", async () => {
  using shop = project({
    "a/mod.ts": 'export { Port } from "./spi/port.ts";',
    "a/spi/port.ts": "/** @namedInterface */\nexport class Port {}\n/**\n * @namedInterface\n */\nexport class Plug {}",
  });
  const { interfaces } = (await ApplicationModules.scan(shop.root)).module("a")!;
  assertEquals([...interfaces.contents()], [[UNNAMED_INTERFACE, []], ["spi", ["Plug", "Port"]]]);
  shop.write("a/mod.ts", '/** @namedInterface */\nexport { Port } from "./spi/port.ts";');
  await assertRejects(
    () => ApplicationModules.scan(shop.root),
    TypeError,
    'Cannot use named interface defaulting for "Port" of a/mod.ts as it lies in the base folder of its module: the ' +
      'tag must say a name, such as "@namedInterface spi"',
  );
});

Deno.test("B2.2 files that hand on each other's names offer all of them", async () => {
  using shop = project({
    "a/b.ts": 'export * from "./mod.ts";\n/** @internal */\nexport const y = 1;\nexport { z } from "./mod.ts";',
    "a/mod.ts": 'export * from "./b.ts";\nexport const x = 1;\nexport { z } from "./b.ts";',
  });
  const { interfaces } = (await ApplicationModules.scan(shop.root)).module("a")!;
  assertEquals(interfaces.interfacesOf("a/mod.ts", "y"), []);
  assertEquals([...interfaces.contents()], [[UNNAMED_INTERFACE, ["x", "z"]]]);
});
