import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createApp, createContainer, InstalledModule } from "@espalier/espalier";
import {
  applicationModule,
  ApplicationModules,
  type ApplicationModulesOptions,
  modulith,
  SourceTree,
  UNNAMED_INTERFACE,
} from "@espalier/espalier/modulith";
import { declaration, project } from "./project.ts";

function identifiers(modules: ApplicationModules): readonly string[] {
  return modules.modules.map(({ identifier }) => identifier);
}

Deno.test("B2.1 every direct sub-folder with source is a module", async () => {
  using shop = project({
    "main.ts": "",
    "orders/deep/place.ts": "",
    "catalog/mod.ts": "",
    "graphql/catalog.graphqls": "",
    "_drafts/a.ts": "",
    ".git/a.ts": "",
    "node_modules/x/a.ts": "",
    "dist/a.ts": "",
    "checks/only_test.ts": "",
  });
  const modules = await ApplicationModules.scan(shop.root);
  assertEquals(
    modules.modules.map((
      { identifier, displayName, basePackage, type },
    ) => [identifier, displayName, basePackage, type]),
    [["catalog", "Catalog", "shop.catalog", "closed"], ["orders", "Orders", "shop.orders", "closed"]],
  );
  assertEquals(modules.roots.map(({ identifier, files }) => [identifier, files]), [["root:shop", ["main.ts"]]]);
});

Deno.test("B2.2 a module's declaration gives its id, name and kind, and nested modules declare themselves (C-061, C-062, C-064, C-065)", async () => {
  using shop = project({
    "ni/mod.ts": "",
    "ni/nested/module.ts": declaration("{}"),
    "ni/nested/b/first/module.ts": declaration("{}"),
    "ni/nested/b/second/module.ts": declaration('{ id: "secondCustomized", displayName: "The second" }'),
    "ni/nested/b/other.ts": "",
    "withatbean/module.ts": declaration(
      '{ type: "open" as const, /* why */ allowedDependencies: [\'ni\', "ni :: *",], }',
    ),
  });
  const modules = await ApplicationModules.scan(shop.root);
  assertEquals(identifiers(modules), ["ni", "ni.nested", "ni.nested.b.first", "secondCustomized", "withatbean"]);
  assertEquals(
    modules.modules.map(({ parent }) => parent?.identifier),
    [undefined, "ni", "ni.nested", "ni.nested", undefined],
  );
  const custom = modules.module("secondCustomized")!;
  assertEquals([custom.displayName, custom.basePackage], ["The second", "shop.ni.nested.b.second"]);
  const open = modules.module("withatbean")!;
  assertEquals([open.displayName, open.type], ["Withatbean", "open"]);
  assertEquals(open.allowedDependencies, [{ target: "ni" }, { target: "ni", interfaceName: "*" }]);
  assertEquals(modules.moduleOf("ni/nested/b/other.ts")?.identifier, "ni.nested");
});

Deno.test("B2.1 a file belongs to the closest module around it (C-070, C-080)", async () => {
  using shop = project({ "a/mod.ts": "", "a/sub/deep/x.ts": "", "ab/mod.ts": "", "main.ts": "" });
  const modules = await ApplicationModules.scan(shop.root);
  const owner = (path: string) => modules.moduleOf(path)?.identifier;
  assertEquals(
    ["a/sub/deep/x.ts", "a/new.ts", "ab/mod.ts", "main.ts", "../other/x.ts", "npm:zod"].map(owner),
    ["a", "a", "ab", "root:shop", undefined, undefined],
  );
});

Deno.test("B2.1 only declared folders, or those that a function names, may be modules (C-067, C-068)", async () => {
  using shop = project({
    "src/orders/module.ts": declaration("{}"),
    "src/orders/x/mod.ts": "",
    "src/tools/mod.ts": "",
  });
  const declared = await ApplicationModules.scan(shop.root, { detection: "explicitly-declared" });
  assertEquals(identifiers(declared), ["src.orders"]);
  const named = await ApplicationModules.scan(shop.root, { detection: () => ["src/tools", "src/orders/x"] });
  assertEquals(identifiers(named), ["src.orders.x", "src.tools"]);
  const outside = await ApplicationModules.scan(shop.root, {
    declarations: { "src/tools": { displayName: "Our tools" } },
    detection: "explicitly-declared",
  });
  assertEquals(outside.module("src.tools")?.displayName, "Our tools");
});

Deno.test("B2.1 system name, further roots, shared modules and long names are options (C-074, C-076, C-077)", async () => {
  using shop = project({ "app/orders/mod.ts": "", "shared/clock/mod.ts": "", "shared/helper.ts": "" });
  const root = new URL("app/", shop.root);
  const modules = await ApplicationModules.scan(root, {
    systemName: "Shop",
    additionalRoots: [new URL("shared/", shop.root), root, new URL("app/orders/", shop.root)],
    sharedModules: ["shared.clock"],
    fullyQualifiedModuleNames: true,
  });
  assertEquals(
    modules.modules.map(({ identifier, basePackage, isShared }) => [identifier, basePackage, isShared]),
    [["shared.clock", "shared.clock", true], ["Shop.orders", "Shop.orders", false]],
  );
  assertEquals(modules.roots.map(({ identifier }) => identifier), ["root:Shop", "root:shared"]);
  const short = await ApplicationModules.scan(root, { additionalRoots: [new URL("shared/", shop.root)] });
  assertEquals(identifiers(short), ["clock", "orders"]);
});

Deno.test("B2.1 a further root may lie anywhere beside the main one, under any name (C-079)", async () => {
  using work = project({
    "app/src/orders/mod.ts": 'import "../../../my libs/core/clock/zone/x.ts";',
    "my libs/core/clock/mod.ts": "",
    "my libs/core/clock/zone/module.ts": declaration("{}"),
    "my libs/core/clock/zone/x.ts": "",
  });
  const root = new URL("app/src/", work.root);
  const additionalRoots = ["my libs/core", "my libs/core/clock/"].map((path) => new URL(path, work.root));
  const modules = await ApplicationModules.scan(root, { additionalRoots });
  assertEquals(
    modules.modules.map(({ identifier, basePackage, files }) => [identifier, basePackage, files.length]),
    [["clock", "core.clock", 1], ["clock.zone", "core.clock.zone", 2], ["orders", "src.orders", 1]],
  );
  assertEquals(modules.detectViolations().messages, [
    "Invalid sub-module reference from module 'orders' to module 'clock.zone'! " +
    '(orders/mod.ts:1 imports "../../../my libs/core/clock/zone/x.ts")',
  ]);
  const clock = new URL("my libs/core/clock/module.ts", work.root).href;
  const zone = new URL("my libs/core/clock/zone/module.ts", work.root).href;
  const container = createContainer(
    modulith({ additionalRoots }),
    applicationModule(clock, {}, () => {}),
    applicationModule(zone, {}, () => {}),
  );
  await using _app = await createApp(container, { root, properties: { logging: { level: "OFF" } } });
  assertEquals(container.getAll(InstalledModule).map(({ identifier }) => identifier), ["clock", "clock.zone"]);
});

Deno.test("B2.1 modules of one name in two roots are told apart by id or by their long names", async () => {
  using work = project({ "app/clock/mod.ts": "", "libs/clock/mod.ts": "" });
  const root = new URL("app/", work.root);
  const options = { additionalRoots: [new URL("libs/", work.root)] };
  await assertRejects(
    () => ApplicationModules.scan(root, options),
    TypeError,
    'Cannot use two modules of one identifier: "clock" is that of ../libs/clock/ and clock/; declare another "id" ' +
      'for one of them, or use "fullyQualifiedModuleNames"',
  );
  const long = await ApplicationModules.scan(root, { ...options, fullyQualifiedModuleNames: true });
  assertEquals(identifiers(long), ["libs.clock", "app.clock"]);
});

Deno.test("B2.1 roots are folders on this machine, beside each other", async () => {
  using work = project({ "app/a/mod.ts": "", "app/main.ts": "" });
  const root = new URL("app/", work.root);
  const messageOf = async (place: string | URL, additionalRoots: readonly URL[] = []) =>
    (await assertRejects(() => ApplicationModules.scan(place, { additionalRoots }), TypeError)).message;
  assertEquals(
    await messageOf("/srv/app/"),
    'Cannot find a folder as it must be given by a URL, such as import.meta.url: current value is "/srv/app/"',
  );
  assertEquals(
    await messageOf("https://example.com/app/"),
    'Cannot read sources as their folder must be a "file:" URL: current value is "https://example.com/app/"',
  );
  assertEquals(
    await messageOf(root, [work.root]),
    `Cannot read an additional root as it must be a folder beside the root "${root}": current value is "${work.root}"`,
  );
  // With or without a slash a folder is a folder.
  assertEquals(identifiers(await ApplicationModules.scan(new URL("app", work.root))), ["a"]);
});

Deno.test("B2.1 options that do not exist, or hold what is not allowed, are refused", async () => {
  using shop = project({ "a/mod.ts": "" });
  const cases: readonly [options: object, message: string][] = [
    [
      { sharedModule: ["a"] },
      '"sharedModule" of ApplicationModules as it does not exist: did you mean "sharedModules"?',
    ],
    [{ toString: 1 }, '"toString" of ApplicationModules as it does not exist: known options are systemName, '],
    [
      { typeOnlyCycles: "eror" },
      '"typeOnlyCycles" of ApplicationModules as it must be "error", "warn" or "ignore": ' +
      'current value is "eror"',
    ],
    [
      { detection: "direct-subfolders" },
      '"detection" of ApplicationModules as it must be "direct-sub-folders", ' +
      '"explicitly-declared" or a function: current value is "direct-subfolders"',
    ],
    [
      { sharedModules: "a" },
      '"sharedModules" of ApplicationModules as it must be a list of texts: current value is "a"',
    ],
    [{ ignore: [] }, '"ignore" of ApplicationModules as it must be a function: current value is a list'],
  ];
  for (const [options, message] of cases) {
    const expected = `Cannot use option ${message}`;
    await assertRejects(() => ApplicationModules.scan(shop.root, options), TypeError, expected);
    assertThrows(() => new ApplicationModules(SourceTree.read(shop.root), options), TypeError, expected);
  }
  const level = { typeOnlyCycles: "eror" } as object;
  assertThrows(() => modulith(level), TypeError, `Cannot use option ${cases[2]![1]}`);
});

Deno.test("B2.1 attributes that are given from outside are for folders with sources, and checked like others", async () => {
  using shop = project({ "a/mod.ts": "", "b/mod.ts": "" });
  const modules = await ApplicationModules.scan(shop.root, { declarations: { "./a/": { displayName: "A to Z" } } });
  assertEquals(modules.module("a")?.displayName, "A to Z");
  const missing = "Cannot use a folder as a module as it must hold source files below the root: current value is ";
  const refused = (options: ApplicationModulesOptions, message: string) =>
    assertRejects(() => ApplicationModules.scan(shop.root, options), Error, message);
  await refused({ declarations: { aa: {} } }, `${missing}"aa/"`);
  await refused({ detection: () => ["a", "c"] }, `${missing}"c/"`);
  const misspelt: object = { dispalyName: "A" };
  await refused(
    { declarations: { a: misspelt } },
    'Cannot read attribute "dispalyName" at declarations["a"] as it must',
  );
});

Deno.test("B2.1 files behind symbolic links belong to where the link stands, and links in a circle come to an end", async () => {
  using work = project({ "app/a/mod.ts": 'import "../b/internal/x.ts";', "elsewhere/internal/x.ts": "" });
  const link = (path: string, target: string) => Deno.symlinkSync(target, new URL(path, work.root).pathname);
  link("app/b", "../elsewhere");
  link("app/a/around", "..");
  link("elsewhere/internal/back", "../../app/a");
  link("app/a/gone.ts", "nowhere.ts");
  link("app/a/self", "self");
  link("app/a/y.ts", "../../elsewhere/internal/x.ts");
  const modules = await ApplicationModules.scan(new URL("app/", work.root));
  assertEquals([...modules.tree.files.keys()], [
    "a/mod.ts",
    "a/y.ts",
    "b/internal/back/mod.ts",
    "b/internal/back/y.ts",
    "b/internal/x.ts",
  ]);
  assertEquals(modules.detectViolations().filter(({ file }) => file === "a/mod.ts").violations.length, 1);
});

Deno.test("B2.1 files can be left out", async () => {
  using shop = project({
    "a/mod.ts": "",
    "a/generated/x.ts": "",
    "b/mod.ts": "",
    "deno.json": '{ "exclude": ["b/"] }',
  });
  const modules = await ApplicationModules.scan(shop.root, { ignore: (path) => path.endsWith("generated/") });
  assertEquals([...modules.tree.files.keys()], ["a/mod.ts"]);
});

Deno.test("B2.2 the interface of a module is what its mod.ts exports, through files that hand on (C-233)", async () => {
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

Deno.test("B2.2 computed attributes are refused with file and line (C-239)", async () => {
  const cases: readonly [attributes: string, message: string][] = [
    [
      '{\n  displayName: title("x") }',
      'Cannot read "displayName" as it must be a literal: current value is title("x") }, () => {}); at a/module.ts:3',
    ],
    [
      '{ allowedDependencies: ["b", ...more] }',
      'Cannot read "allowedDependencies[1]" as it must be a literal: current value is ...more] }, () => {}); at a/module.ts:2',
    ],
    ["attributes", 'Cannot read "attributes" as it must be a literal: current value is attributes at a/module.ts:2'],
    [
      '{ displayName: "a" + b }',
      'Cannot read "displayName" as it must be a literal: current value is "a" + b }, () => {}); at a/module.ts:2',
    ],
    [
      "{ displayName: `${b}` }",
      'Cannot read "displayName" as it must be a literal: current value is `${b}` }, () => {}); at a/module.ts:2',
    ],
    [
      "{ name: 1 }",
      'Cannot read attribute "name" at a/module.ts:2 as it must be one of id, displayName, type, allowedDependencies, namedInterfaces',
    ],
    [
      "{ constructor: 1 }",
      'Cannot read attribute "constructor" at a/module.ts:2 as it must be one of id, displayName, type, allowedDependencies, namedInterfaces',
    ],
    [
      '{ type: "half" }',
      'Cannot read attribute "type" at a/module.ts:2 as it must be "open" or "closed": current value is "half"',
    ],
    ['{ id: "a::b" }', 'Cannot read attribute "id" at a/module.ts:2 as it must be a name without "::"'],
  ];
  for (const [attributes, message] of cases) {
    using shop = project({ "a/module.ts": declaration(attributes) });
    await assertRejects(() => ApplicationModules.scan(shop.root), SyntaxError, message);
  }
  using twice = project({ "a/module.ts": declaration("{}") + declaration("{}") });
  await assertRejects(() => ApplicationModules.scan(twice.root), SyntaxError, "two modules in one file: a/module.ts:4");
});

Deno.test("B2.2 a declaration that stands elsewhere than in module.ts is refused, since it would not hold", async () => {
  using shop = project({
    "a/mod.ts": "export const A = 1;",
    "a/a_module.ts": `// What the module says.\n${declaration("{ allowedDependencies: [] }")}`,
  });
  await assertRejects(
    () => ApplicationModules.scan(shop.root),
    SyntaxError,
    "Cannot declare a module at a/a_module.ts:3 as it must be declared in module.ts: move the call of applicationModule " +
      "there",
  );
  // What only talks of it, or declares the module of another place, is no declaration of this one.
  shop.write(
    "a/a_module.ts",
    `import { applicationModule } from "@espalier/espalier/modulith";
// applicationModule(import.meta.url, {}, () => {});
export const fake = (url: string) => applicationModule(url, {}, () => {});`,
  );
  shop.write("a/own.ts", "export function applicationModule(url: string) {}\napplicationModule(import.meta.url);");
  assertEquals((await ApplicationModules.scan(shop.root)).modules.map(({ identifier }) => identifier), ["a"]);
});

Deno.test("B2.2 a declaration is read through a namespace and with satisfies; one that can't be found is refused", async () => {
  using shop = project({
    "a/module.ts": `import * as espalier from "@espalier/espalier/modulith";
export default espalier.applicationModule(
  import.meta.url,
  { displayName: "First", allowedDependencies: ["b"] as const } satisfies espalier.ModuleAttributes,
  () => {},
);`,
    "b/mod.ts": "",
  });
  const { displayName, allowedDependencies } = (await ApplicationModules.scan(shop.root)).module("a")!;
  assertEquals([displayName, allowedDependencies], ["First", [{ target: "b" }]]);
  shop.write("c/module.tsx", declaration('{ displayName: "Third" as string, id: "third" }'));
  assertEquals((await ApplicationModules.scan(shop.root)).module("third")?.displayName, "Third");
  shop.write("b/module.ts", 'import { applicationModule as module } from "x";\nmodule(import.meta.url, {}, () => {});');
  await assertRejects(
    () => ApplicationModules.scan(shop.root),
    SyntaxError,
    "Cannot read the module that b/module.ts declares as applicationModule must be imported under its own name: " +
      'current value is "module"',
  );
  shop.write("b/module.ts", declaration("{}"));
  shop.write("b/module.mts", declaration("{}"));
  await assertRejects(
    () => ApplicationModules.scan(shop.root),
    SyntaxError,
    "Cannot declare a module twice: b/module.ts stands beside b/module.mts, keep one of them",
  );
});

Deno.test("B2.2 declarations that name what is not there are errors (C-124, C-125)", async () => {
  const scan = async (attributes: string, sharedModules: string[] = []) => {
    using shop = project({ "x/module.ts": declaration(attributes), "x/mod.ts": "", "ni/mod.ts": "" });
    return await ApplicationModules.scan(shop.root, { sharedModules });
  };
  await assertRejects(
    () => scan('{ allowedDependencies: ["y"] }'),
    TypeError,
    "Invalid explicit module dependency in x! No module found with name 'y'.",
  );
  await assertRejects(
    () => scan('{ allowedDependencies: ["ni::nope"] }'),
    TypeError,
    "No named interface named 'nope' found! Original dependency declaration: x -> ni :: nope.",
  );
  await assertRejects(() => scan('{ allowedDependencies: ["ni :: a :: b"] }'), TypeError, "interface named 'a :: b'");
  for (const path of ["nope", "../ni", "empty/"]) {
    await assertRejects(
      () => scan(`{ namedInterfaces: { spi: ["mod.ts", "${path}"] } }`),
      TypeError,
      `Cannot find named interface "spi" of the module in "x/" as its path must lead to a file of the module, or a ` +
        `folder with files: current value is "${path}"`,
    );
  }
  await assertRejects(() => scan("{}", ["nope"]), TypeError, "Module nope does not exist!");
  await assertRejects(() => scan('{ id: "ni" }'), TypeError, 'two modules of one identifier: "ni"');
});

Deno.test("B2.2 a member of a workspace offers what its deno.json exports", async () => {
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
  assertEquals([...modules.detectViolations()].map(({ line, advice }) => [line, advice]), [[4, "../orders/main.ts"]]);
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

Deno.test("B2.1 a scan may start from a file, and needs a folder (C-071)", async () => {
  using shop = project({ "main.ts": "", "a/mod.ts": "" });
  assertEquals(identifiers(await ApplicationModules.scan(new URL("main.ts", shop.root))), ["a"]);
  await assertRejects(
    () => ApplicationModules.scan(new URL("gone/", shop.root)),
    Deno.errors.NotFound,
    "Cannot read sources as there is no folder",
  );
});
