import "reflect-metadata";
import { inject, injectable } from "inversify";
import { assertEquals, assertRejects } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  InstalledModule,
  LogSink,
  type ServiceIdentifier,
  token,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import {
  ApplicationListener,
  applicationModule,
  ApplicationModules,
  events,
  listenTo,
  modulith,
  type ModulithOptions,
} from "@espalier/espalier/modulith";
import { structureOf } from "../../src/modulith/structure/structure_of.ts";
import { declaration, type Project, project } from "./project.ts";

// Beans of the modules whose sources the tests write. The sources only have to name them.
class Catalog {}
class Placed {}
class Orders {
  constructor(readonly catalog: Catalog) {}
}
interface Carrier {
  readonly name: string;
}
const Carrier: ServiceIdentifier<Carrier> = token<Carrier>("Carrier");

const quiet = { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"] } } as const;

function start(
  shop: Project,
  options: ModulithOptions = {},
  ...modules: readonly ContainerModule[]
): Promise<Application> {
  return createApp(createContainer(actuator({ diskSpace: false }), events(), modulith(options), ...modules), {
    root: shop.root,
    properties: quiet,
  });
}

async function get(app: Application, path = "/actuator/modulith"): Promise<string> {
  const response = await app.fetch(new Request(`http://localhost${path}`));
  assertEquals([response.status, response.headers.get("content-type")], [200, "application/json"]);
  return await response.text();
}

/** Two modules: b uses a component of a, and listens to an event of a. */
const sample = {
  "a/mod.ts": "export class Catalog {}\nexport class Placed {}",
  "b/mod.ts": 'import { Catalog } from "../a/mod.ts";\nexport class Orders {}',
  "b/listener.ts": 'import { Placed } from "../a/mod.ts";',
};

function moduleA(shop: Project): ContainerModule {
  return applicationModule(new URL("a/module.ts", shop.root).href, {}, ({ bind }) => {
    bind(Catalog).toResolvedValue(() => new Catalog(), []);
  });
}

function moduleB(shop: Project): ContainerModule {
  return applicationModule(new URL("b/module.ts", shop.root).href, {}, ({ bind }) => {
    bind(Orders).toResolvedValue((catalog) => new Orders(catalog), [Catalog]);
    bind(ApplicationListener).toConstantValue(listenTo(Placed, () => {}));
  });
}

Deno.test("B1.2 the sample of the specification: component and listener of one module towards another (C-001, C-002, C-005, C-011, C-101)", async () => {
  using shop = project(sample, "example");
  await using app = await start(shop, {}, moduleA(shop), moduleB(shop));
  assertEquals(
    await get(app),
    JSON.stringify({
      a: { displayName: "A", basePackage: "example.a", dependencies: [] },
      b: {
        displayName: "B",
        basePackage: "example.b",
        dependencies: [{ target: "a", types: ["EVENT_LISTENER", "USES_COMPONENT"] }],
      },
    }),
  );
});

Deno.test("B1.1 the modulith link is there when both features are (C-004, C-034, C-035)", async () => {
  using shop = project(sample);
  await using app = await start(shop);
  const { _links } = JSON.parse(await get(app, "/actuator"));
  assertEquals(Object.keys(_links), ["self", "health-path", "health", "modulith"]);
  assertEquals(_links.modulith, { href: "http://localhost/actuator/modulith", templated: false });
  await using alone = await createApp(createContainer(modulith()), { root: shop.root, properties: quiet });
  assertEquals((await alone.fetch(new Request("http://localhost/actuator/modulith"))).status, 404);
});

Deno.test("B1.2 the endpoint has no resources below it, and answers GET alone", async () => {
  using shop = project(sample);
  await using app = await start(shop);
  const call = async (path: string, method = "GET") => {
    const response = await app.fetch(new Request(`http://localhost${path}`, { method }));
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await call("/actuator/modulith/x"), 404);
  assertEquals(await call("/actuator/modulith/"), 200);
  assertEquals(await call("/actuator/modulith", "POST"), 405);
});

Deno.test("B1.3 an import is DEFAULT, whatever it imports, unless another kind holds (C-010, C-022, C-025, C-026)", async () => {
  using shop = project({
    ...sample,
    "c/mod.ts": 'import type { Placed } from "../a/mod.ts";\nlet x: import("../b/mod.ts").Orders;',
    "d/mod.ts":
      'export * from "../c/mod.ts"; import("../a/mod.ts"); import "npm:zod"; import "node:fs"; import "../main.ts";',
    "main.ts": 'import "./d/mod.ts";',
  });
  await using app = await start(shop, {}, moduleA(shop), moduleB(shop));
  const described = JSON.parse(await get(app));
  assertEquals(described.c.dependencies, [{ target: "a", types: ["DEFAULT"] }, { target: "b", types: ["DEFAULT"] }]);
  assertEquals(described.d.dependencies, [{ target: "a", types: ["DEFAULT"] }, { target: "c", types: ["DEFAULT"] }]);
  assertEquals(Object.keys(described), ["a", "b", "c", "d"]);
});

Deno.test("B1.3 a component belongs to the module that declares its contract, wherever it is bound", async () => {
  using shop = project({
    "shipping/mod.ts": 'export interface Carrier {}\nexport const Carrier = token("Carrier");',
    "post/mod.ts": 'import { Carrier } from "../shipping/mod.ts";',
  });
  const shipping = applicationModule(new URL("shipping/module.ts", shop.root).href, {}, ({ bind }) => {
    bind("Shipping").toResolvedValue((carrier) => ({ carrier }), [Carrier]);
  });
  const post = applicationModule(new URL("post/module.ts", shop.root).href, {}, ({ bind }) => {
    bind(Carrier).toConstantValue({ name: "post" });
  });
  await using app = await start(shop, {}, shipping, post);
  const described = JSON.parse(await get(app));
  assertEquals(described.shipping.dependencies, []);
  assertEquals(described.post.dependencies, [{ target: "shipping", types: ["DEFAULT"] }]);
});

Deno.test("B1.3 components and events belong to the module that declares them, whichever module re-exports them", async () => {
  const cases: readonly [handing: string, importing: string][] = [
    ['export { Catalog, Placed } from "../a/mod.ts";', 'import { Catalog, Placed } from "../c/mod.ts";'],
    ['export * from "./internal/all.ts";', 'import { Catalog as Books, Placed } from "../c/mod.ts";'],
    ['export * as books from "../a/mod.ts";', 'import { books } from "../c/mod.ts";'],
    ['import * as a from "../a/mod.ts";\nexport { a };', 'import * as c from "../c/mod.ts";'],
    [
      'import { Catalog } from "../a/mod.ts";\nexport { Catalog as Books };\nexport { Placed } from "../a/mod.ts";',
      'import type { Books, Placed } from "../c/mod.ts";',
    ],
    [
      'export { Catalog, Placed } from "../a/mod.ts";',
      'import { Catalog } from "../a/mod.ts";\nimport { Catalog as Books, Placed } from "../c/mod.ts";',
    ],
  ];
  for (const [handing, importing] of cases) {
    using shop = project({
      "a/mod.ts": sample["a/mod.ts"],
      "c/mod.ts": handing,
      "c/internal/all.ts": 'export * from "../../a/mod.ts";',
      "b/mod.ts": `${importing}\nexport class Orders {}`,
    });
    await using app = await start(shop, {}, moduleA(shop), moduleB(shop));
    const { b, c } = JSON.parse(await get(app));
    const components = { target: "a", types: ["EVENT_LISTENER", "USES_COMPONENT"] };
    const dependencies = [components, { target: "c", types: ["DEFAULT"] }];
    assertEquals([b.dependencies, c.dependencies], [dependencies, [{ target: "a", types: ["DEFAULT"] }]], handing);
  }
});

Deno.test("B1.3 components and events are known in whatever form their names are imported and exported", async () => {
  const both = ["EVENT_LISTENER", "USES_COMPONENT"];
  const cases: readonly [exporting: string, importing: string][] = [
    [sample["a/mod.ts"], 'import * as a from "../a/mod.ts";'],
    [sample["a/mod.ts"], 'const { Catalog, Placed } = await import("../a/mod.ts");'],
    [sample["a/mod.ts"], 'import { Catalog as Books, Placed as Event } from "../a/mod.ts";'],
    [sample["a/mod.ts"], 'import { Catalog, Placed } from "../api.ts";'],
    [
      "class Catalog {}\nclass Placed {}\nexport { Catalog as Books, Placed as Event };",
      'import { Books, Event } from "../a/mod.ts";',
    ],
    ["export class Catalog {}\nexport default class Placed {}", 'import Placed, { Catalog } from "../a/mod.ts";'],
    [
      "export class Catalog {}\nabstract class Placed {}\nexport default Placed;",
      'import Event, { Catalog } from "../a/mod.ts";',
    ],
    ['export * as own from "./own.ts";', 'import { own } from "../a/mod.ts";'],
  ];
  for (const [exporting, importing] of cases) {
    using shop = project({
      "a/mod.ts": exporting,
      "a/own.ts": "export class Catalog {}\nexport class Placed {}",
      "b/mod.ts": `${importing}\nexport class Orders {}`,
      "api.ts": 'export { Catalog, Placed } from "./a/mod.ts";',
    });
    await using app = await start(shop, {}, moduleA(shop), moduleB(shop));
    assertEquals(JSON.parse(await get(app)).b.dependencies, [{ target: "a", types: both }], exporting + importing);
  }
});

Deno.test("B1.3 a component that is injected into a property is used, too, and advised against (C-013, C-116)", async () => {
  using shop = project(sample, "example");
  class WithFieldInjection {
    a!: Catalog;
    own!: Orders;
  }
  // As the decorators of the container do it, in their legacy flavour.
  injectable()(WithFieldInjection);
  inject(Catalog)(WithFieldInjection.prototype, "a");
  inject(Orders)(WithFieldInjection.prototype, "own");
  const b = applicationModule(new URL("b/module.ts", shop.root).href, {}, ({ bind }) => {
    bind(Orders).toResolvedValue((catalog) => new Orders(catalog), [Catalog]);
    bind(WithFieldInjection).toSelf();
  });
  const logged: string[] = [];
  const sink = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(({ message }) => void logged.push(message));
  });
  const container = createContainer(actuator({ diskSpace: false }), modulith(), moduleA(shop), b, sink);
  await using app = await createApp(container, { root: shop.root, properties: { actuator: quiet.actuator } });
  assertEquals(logged.filter((message) => message.includes("njection")), [
    "Module B uses field injection in WithFieldInjection.a. Prefer constructor injection instead!",
  ]);
  assertEquals(JSON.parse(await get(app)).b.dependencies, [{ target: "a", types: ["USES_COMPONENT"] }]);
});

Deno.test("B1.3 where the sources don't name a contract, the module that binds it counts", async () => {
  using shop = project({ "a/mod.ts": "", "b/mod.ts": "" });
  const a = applicationModule(new URL("a/module.ts", shop.root).href, {}, ({ bind }) => {
    bind("clock").toConstantValue({});
  });
  const b = applicationModule(new URL("b/module.ts", shop.root).href, {}, ({ bind }) => {
    bind("alarm").toResolvedValue((clock) => ({ clock }), ["clock"]);
    bind("hidden").toDynamicValue(({ get }) => ({ clock: get("clock") }));
  });
  await using app = await start(shop, {}, a, b);
  assertEquals(JSON.parse(await get(app)).b.dependencies, [{ target: "a", types: ["USES_COMPONENT"] }]);
  const full = JSON.parse(await get(app, "/actuator/modulith?view=full"));
  assertEquals([full.a.unseenDependenciesOf, full.b.unseenDependenciesOf], [undefined, ["hidden"]]);
});

Deno.test("B1.2 a module comes after those that it depends on; with a cycle names decide (C-023)", async () => {
  const uses = (...names: string[]) => names.map((name) => `import "../${name}/mod.ts";`).join("\n");
  using shop = project({ "a/mod.ts": uses("b"), "b/mod.ts": uses("c"), "c/mod.ts": "", "Z/mod.ts": "" });
  const keys = async () => {
    await using app = await start(shop);
    return Object.keys(JSON.parse(await get(app)));
  };
  assertEquals(await keys(), ["Z", "c", "b", "a"]);
  shop.write("c/mod.ts", uses("a"));
  assertEquals(await keys(), ["Z", "a", "b", "c"]);
});

Deno.test("B1.2 nested modules name their parent, parents all that lies within them (C-020)", async () => {
  using shop = project({
    "ni/mod.ts": "",
    "ni/nested/module.ts": declaration("{}"),
    "ni/nested/b/first/module.ts": declaration("{}"),
    "ni/other/module.ts": declaration('{ id: "secondCustomized" }'),
  });
  await using app = await start(shop);
  const described = JSON.parse(await get(app));
  const shape = (key: string) => Object.entries(described[key]).map(([name, value]) => [name, value]);
  assertEquals(shape("ni"), [
    ["displayName", "Ni"],
    ["basePackage", "shop.ni"],
    ["nested", ["ni.nested", "ni.nested.b.first", "secondCustomized"]],
    ["dependencies", []],
  ]);
  assertEquals(shape("ni.nested.b.first"), [
    ["displayName", "First"],
    ["basePackage", "shop.ni.nested.b.first"],
    ["parent", "ni.nested"],
    ["dependencies", []],
  ]);
  assertEquals(described.secondCustomized.basePackage, "shop.ni.other");
});

Deno.test("B1.2 the full view shows kind, interfaces and allowed dependencies (C-007, C-016, C-017, C-019)", async () => {
  using shop = project({
    "a/mod.ts": "export class A {}\n/** @namedInterface spi */\nexport interface P {}",
    "b/module.ts": declaration('{ type: "open", allowedDependencies: ["a :: spi", "x"] }'),
    "c/module.ts": declaration("{ allowedDependencies: [] }"),
    "x/mod.ts": "",
  });
  const full = async (options: ModulithOptions) => {
    await using app = await start(shop, options);
    return JSON.parse(await get(app, "/actuator/modulith?view=full"));
  };
  const shared = await full({ sharedModules: ["x"] });
  assertEquals(shared.a, {
    displayName: "A",
    basePackage: "shop.a",
    type: "closed",
    shared: false,
    namedInterfaces: { "<<UNNAMED>>": ["A"], spi: ["P"] },
    dependencies: [],
  });
  assertEquals([shared.b.type, shared.b.allowedDependencies], ["open", ["a :: spi"]]);
  assertEquals([shared.c.allowedDependencies, shared.x.shared], [[], true]);
  const unshared = await full({});
  assertEquals([unshared.c.allowedDependencies, unshared.x.allowedDependencies], [undefined, undefined]);
  assertEquals(unshared.b.allowedDependencies, ["a :: spi", "x"]);
});

Deno.test("B1.2 names are escaped, two runs read the same, and no path leaves the process (C-031, C-032)", async () => {
  using shop = project({ "a/module.ts": declaration("{ displayName: 'He said \"x\"\\\\' }"), "a/deep/x.ts": "" });
  const run = async () => {
    await using app = await start(shop);
    return [await get(app), await get(app), await get(app, "/actuator/modulith?view=full")].join("\n");
  };
  const body = await run();
  assertEquals(JSON.parse(body.split("\n")[0]!).a.displayName, 'He said "x"\\');
  assertEquals(await run(), body);
  assertEquals(body.includes(shop.root.pathname) || body.includes("a/"), false);
});

Deno.test("B1.2 a precomputed structure needs no source (C-028, C-209)", async () => {
  using shop = project(sample, "example");
  const structure = JSON.parse(JSON.stringify(structureOf(await ApplicationModules.scan(shop.root))));
  for (const path of Object.keys(sample)) Deno.removeSync(new URL(path, shop.root));
  await using app = await start(shop, { structure }, moduleA(shop), moduleB(shop));
  assertEquals(JSON.parse(await get(app)).b.dependencies, [{
    target: "a",
    types: ["EVENT_LISTENER", "USES_COMPONENT"],
  }]);
  await assertRejects(
    () => start(shop, { structure: {} }),
    Error,
    "Cannot use the module structure as it must be a file",
  );
  await assertRejects(
    () => start(shop, { structure: { ...structure, version: 2 } }),
    Error,
    "as its version must be 1: current value is 2",
  );
});

Deno.test({
  name: "B1.2 a precomputed structure needs no permission to read",
  permissions: { read: false },
  async fn() {
    const facts = { displayName: "A", basePackage: "shop.a", folder: "a/", type: "closed", shared: false };
    const modules = [{ identifier: "a", ...facts, interfaces: {}, declares: [], uses: [] }];
    const structure = { version: 1, systemName: "shop", modules, violations: [] };
    const container = createContainer(actuator({ diskSpace: false }), modulith({ structure }));
    await using app = await createApp(container, { root: "file:///srv/shop/main.ts", properties: quiet });
    assertEquals(await get(app), '{"a":{"displayName":"A","basePackage":"shop.a","dependencies":[]}}');
  },
});

Deno.test("B1.2 the modules may lie below another folder than the application's root", async () => {
  using shop = project({ "src/a/mod.ts": "export class Catalog {}", "src/b/mod.ts": sample["b/mod.ts"] });
  const src = new URL("src/", shop.root);
  const [a, b] = ["a", "b"].map((name) => new URL(`${name}/module.ts`, src).href);
  const modules = [
    applicationModule(a!, {}, ({ bind }) => void bind(Catalog).toResolvedValue(() => new Catalog(), [])),
    applicationModule(b!, {}, ({ bind }) => {
      bind(Orders).toResolvedValue((catalog) => new Orders(catalog), [Catalog]);
    }),
  ];
  await using app = await start(shop, { root: src }, ...modules);
  assertEquals(JSON.parse(await get(app)).b.dependencies, [{ target: "a", types: ["USES_COMPONENT"] }]);
  assertEquals(app.container.getAll(InstalledModule).map(({ identifier }) => identifier), ["a", "b"]);
});

Deno.test("B1.2 the sources are read once (C-029)", async () => {
  using shop = project(sample, "example");
  await using app = await start(shop);
  shop.write("c/mod.ts", "");
  assertEquals(Object.keys(JSON.parse(await get(app))), ["a", "b"]);
});

Deno.test({
  name: "B1.2 without permission to read, the start names flag and way out",
  permissions: { read: false },
  async fn() {
    const app = () => createApp(createContainer(modulith()), { root: "file:///srv/shop/main.ts", properties: quiet });
    await assertRejects(app, Error, 'Cannot read the modules as --allow-read is needed for "/srv/shop/"');
  },
});

Deno.test("B2.1 an application can refuse to start with violations", async () => {
  using shop = project({ "a/mod.ts": 'import "../b/internal/x.ts";', "b/mod.ts": "", "b/internal/x.ts": "" });
  await using app = await start(shop);
  assertEquals(JSON.parse(await get(app)).a.dependencies, [{ target: "b", types: ["DEFAULT"] }]);
  const place = '(a/mod.ts:1 imports "../b/internal/x.ts")';
  await assertRejects(() => start(shop, { verifyAtStart: true }), Error, place);
  const structure = structureOf(await ApplicationModules.scan(shop.root));
  await assertRejects(() => start(shop, { structure, verifyAtStart: true }), Error, place);
});

Deno.test("B2.2 an installed module knows its name, its bindings and what it exposes", async () => {
  using shop = project({
    "a/mod.ts": 'export class Catalog {}\nclass Own {}\nexport { Own as Other };\nexport { default } from "./main.ts";',
    "a/main.ts": "export default class Main {}\nexport class Hidden {}",
    "a/internal.ts": "export class Hidden {}",
    "a/module.ts": declaration('{ displayName: "Our books" }'),
    "ni/deep/module.ts": declaration("{}"),
  });
  const made = [
    applicationModule(new URL("a/module.ts", shop.root).href, { displayName: "Our books" }, ({ bind }) => {
      bind(Catalog).toResolvedValue(() => new Catalog(), []);
    }),
    applicationModule(new URL("ni/deep/module.ts", shop.root).href, {}, () => {}),
    applicationModule("file:///elsewhere/tools/module.ts", { id: "our-tools" }, () => {}),
  ];
  await using app = await start(shop, {}, ...made);
  const installed = app.container.getAll(InstalledModule);
  assertEquals(
    installed.map(({ identifier, displayName, containerModule }) => [identifier, displayName, containerModule]),
    [["a", "Our books", made[0]!.id], ["ni.deep", "Deep", made[1]!.id], ["our-tools", "Tools", made[2]!.id]],
  );
  assertEquals(
    installed.map(({ exposes }) => ["Catalog", "Own", "Other", "Main", "Hidden"].map((name) => exposes?.(name))),
    [[true, true, true, true, false], Array(5).fill(false), Array(5).fill(undefined)],
  );
  const plain = createContainer(...made);
  assertEquals(plain.getAll(InstalledModule).map(({ identifier }) => identifier), ["a", "deep", "our-tools"]);
});
