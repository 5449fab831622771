import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createApp, createContainer, InstalledModule } from "@espalier/espalier";
import {
  applicationModule,
  ApplicationModules,
  type ApplicationModulesOptions,
  modulith,
  SourceTree,
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

Deno.test("B2.1 modules of the same name in two roots are distinguished by id or by their qualified names", async () => {
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

Deno.test("B2.1 unknown options and invalid values are rejected", async () => {
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
      '"sharedModules" of ApplicationModules as it must be a list of strings: current value is "a"',
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

Deno.test("B2.1 files behind symbolic links belong to the folder of the link, and cycles of links end", async () => {
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

Deno.test("B2.1 a scan may start from a file, and needs a folder (C-071)", async () => {
  using shop = project({ "main.ts": "", "a/mod.ts": "" });
  assertEquals(identifiers(await ApplicationModules.scan(new URL("main.ts", shop.root))), ["a"]);
  await assertRejects(
    () => ApplicationModules.scan(new URL("gone/", shop.root)),
    Deno.errors.NotFound,
    "Cannot read sources as there is no folder",
  );
});
