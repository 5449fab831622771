import { assertEquals, assertThrows } from "@std/assert";
import { ApplicationModules, SourceTree } from "@espalier/espalier/modulith";
import { project } from "./project.ts";

function targets(root: URL, path: string): readonly string[] {
  return SourceTree.read(root).files.get(path)!.references.map(({ target }) => target);
}

Deno.test("B2.1 the import map decides where a bare specifier leads (C-235, C-236)", () => {
  using shop = project({
    "deno.jsonc": `{
      // comments and trailing commas are fine
      "name": "@shop/app",
      "exports": { ".": "./mod.ts", "./orders": "./app/orders/mod.ts" },
      "imports": { "@shop/b": "./app/b/mod.ts", "~/": "./app/", "zod": "npm:zod@4", "$x": "./app/b/\\u0078.ts", },
      "scopes": { "./app/a/": { "@shop/b": "./app/b/fake.ts" } }
    }`,
    "app/b/mod.ts": "",
    "app/b/x.ts": "",
    "app/b/fake.ts": "",
    "app/orders/mod.ts": "",
    "app/a/mod.ts": 'import "@shop/b"',
    "app/c/mod.ts":
      'import "@shop/b"; import "~/b/x.ts"; import "zod"; import "node:fs"; import "jsr:@std/x"; import "$x"; import "@shop/app/orders"; import "@shop/app"; import "../../top.ts"; import "https://deno.land/x/y.ts"; import "unknown"',
  });
  const root = new URL("app/", shop.root);
  assertEquals(targets(root, "a/mod.ts"), ["b/fake.ts"]);
  assertEquals(targets(root, "c/mod.ts"), [
    "b/mod.ts",
    "b/x.ts",
    "npm:zod@4",
    "node:fs",
    "jsr:@std/x",
    "b/x.ts",
    "orders/mod.ts",
    "../mod.ts",
    "../top.ts",
    "https://deno.land/x/y.ts",
    "bare:unknown",
  ]);
});

Deno.test("B2.1 an import map in a file of its own holds, too", () => {
  using shop = project({
    "deno.json": '{ "importMap": "./maps/import_map.json" }',
    "maps/import_map.json": '{ "imports": { "b": "../b/mod.ts" }, "scopes": { "../c/": { "b": "./b.ts" } } }',
    "a/mod.ts": 'import "b"',
    "c/mod.ts": 'import "b"',
  });
  assertEquals(targets(shop.root, "a/mod.ts"), ["b/mod.ts"]);
  assertEquals(targets(shop.root, "c/mod.ts"), ["maps/b.ts"]);
  // Entries beside it go before it: Deno ignores the file then.
  shop.write("deno.json", '{ "importMap": "./maps/import_map.json", "imports": { "x": "./b/mod.ts" } }');
  assertEquals(targets(shop.root, "a/mod.ts"), ["bare:b"]);
});

Deno.test("B2.1 an import map may say where files lead, for all or for some importers", () => {
  using shop = project({
    "deno.json": `{
      "imports": { "./a/mod.ts": "./b/mod.ts", "./@old/": "./b/", "https://shop.test/b/": "./b/", "x": "y", "y": "./b/y.ts" },
      "scopes": { "./d/": { "./d/log.ts": "./b/log.ts" }, "./c/mod.ts": { "y": "./b/c.ts" }, "./c/m": { "y": "./b/m.ts" } }
    }`,
    "@old/same.ts": 'import "./name.ts"',
    "c/mod.ts":
      'import "../a/mod.ts"; import "../@old/x/y.ts"; import "https://shop.test/b/z.ts"; import "x"; import "y"',
    "d/mod.ts": 'import "./log.ts"; import "../d/./log.ts"; import "../d/logs.ts"; import "y"',
    "e/mod.ts": 'import "../d/log.ts"',
  });
  assertEquals(targets(shop.root, "c/mod.ts"), ["b/mod.ts", "b/x/y.ts", "b/z.ts", "bare:x", "b/c.ts"]);
  assertEquals(targets(shop.root, "d/mod.ts"), ["b/log.ts", "b/log.ts", "d/logs.ts", "b/y.ts"]);
  assertEquals(targets(shop.root, "e/mod.ts"), ["d/log.ts"]);
  assertEquals(targets(shop.root, "@old/same.ts"), ["b/name.ts"]);
});

Deno.test("B2.1 a package of the workspace is found by its name in the registry, too", () => {
  using shop = project({
    "deno.json":
      '{ "name": "@shop/app", "exports": { ".": "./a/mod.ts", "./b": "./b/mod.ts" }, "imports": { "b": "jsr:@shop/app@1/b" } }',
    "a/mod.ts": "",
    "b/mod.ts": "",
    "c/mod.ts": 'import "jsr:@shop/app@^1.2.0"; import "jsr:/@shop/app/b"; import "b"; import "jsr:@shop/apples"',
  });
  assertEquals(targets(shop.root, "c/mod.ts"), ["a/mod.ts", "b/mod.ts", "b/mod.ts", "jsr:@shop/apples"]);
});

Deno.test("B2.1 files excluded by patterns of deno.json are ignored, except for its exceptions", () => {
  using shop = project({
    "deno.json": `{
      "workspace": ["./lib"],
      "exclude": ["**/*.gen.ts", "./a/old", "**/made/", "b/*/tmp", "c/?.ts", "[id]", "!a/old/kept.ts"]
    }`,
    "lib/deno.json": '{ "name": "@shop/lib", "exports": "./mod.ts", "exclude": ["./own"] }',
    ...Object.fromEntries(
      [
        "a/mod.ts",
        "a/x.gen.ts",
        "a/old/kept.ts",
        "a/old/x.ts",
        "a/older.ts",
        "a/deep/made/x.ts",
        "b/tmp/x.ts",
        "b/c/tmp/x.ts",
        "c/x.ts",
        "c/xy.ts",
        "[id]/x.ts",
        "i/x.ts",
        "lib/mod.ts",
        "lib/own/x.ts",
      ].map((path) => [path, ""]),
    ),
  });
  assertEquals(
    [...SourceTree.read(shop.root).files.keys()],
    ["a/mod.ts", "a/old/kept.ts", "a/older.ts", "b/tmp/x.ts", "c/xy.ts", "i/x.ts", "lib/mod.ts"],
  );
  // The same where only a part of the project is read.
  assertEquals([...SourceTree.read(new URL("a/", shop.root)).files.keys()], ["mod.ts", "old/kept.ts", "older.ts"]);
});

Deno.test("B2.1 the members of a workspace are found by their names", () => {
  using shop = project({
    "deno.json": '{ "workspace": ["./packages/*", "./tools"], "imports": { "log": "./tools/log.ts" } }',
    "packages/orders/deno.json": '{ "name": "@shop/orders", "exports": { ".": "./mod.ts", "./spi": "./spi/mod.ts" } }',
    "packages/orders/mod.ts": "",
    "packages/orders/spi/mod.ts": "",
    "packages/billing/deno.json":
      '{ "name": "@shop/billing", "exports": "./mod.ts", "imports": { "log": "./own_log.ts" } }',
    "packages/billing/mod.ts": 'import "@shop/orders"; import "@shop/orders/spi"; import "log"',
    "packages/billing/own_log.ts": "",
    "tools/deno.json": '{ "name": "@shop/tools", "exports": "./log.ts" }',
    "tools/log.ts": 'import "@shop/billing"; import "log"',
  });
  assertEquals(targets(shop.root, "packages/billing/mod.ts"), [
    "packages/orders/mod.ts",
    "packages/orders/spi/mod.ts",
    "packages/billing/own_log.ts",
  ]);
  assertEquals(targets(shop.root, "tools/log.ts"), ["packages/billing/mod.ts", "tools/log.ts"]);
  // Seen from one member, another one lies outside, and is still found.
  const packages = new URL("packages/", shop.root);
  assertEquals(targets(new URL("billing/", packages), "mod.ts")[0], "../orders/mod.ts");
});

Deno.test("B2.1 a name that an import map blocks leads nowhere", () => {
  using shop = project({
    "deno.json": '{ "imports": { "x": "./b/x.ts" }, "scopes": { "./a/": { "x": null, "y/": null } } }',
    "a/mod.ts": 'import "x"; import "y/z.ts";',
    "b/x.ts": 'import "x"',
  });
  assertEquals(targets(shop.root, "a/mod.ts"), ["bare:x", "bare:y/z.ts"]);
  assertEquals(targets(shop.root, "b/x.ts"), ["b/x.ts"]);
});

Deno.test("B2.1 a configuration that can't be read is named", () => {
  using shop = project({ "a/mod.ts": "", "deno.json": '{ "imports": ' });
  const read = () => SourceTree.read(shop.root);
  assertThrows(read, SyntaxError, `Cannot read "${new URL("deno.json", shop.root)}" as it must be JSON: `);
  shop.write("deno.json", '{ "importMap": "https://example.com/map.json" }');
  assertThrows(
    read,
    TypeError,
    'Cannot read an import map as it must be a local file: current value is "https://example.com/map.json"',
  );
  shop.write("deno.json", '{ "workspace": ["./not-yet/*"] }');
  assertEquals([...read().files.keys()], ["a/mod.ts"]);
});

Deno.test("B2.1 files may be named as they are compiled, or without extension", () => {
  using shop = project({
    "a/mod.ts": 'import "./x.js"; import "./y"; import "../b"; import "../b/index.js"; import "./gone.ts"',
    "a/x.ts": "",
    "a/y.tsx": "",
    "b/index.ts": "",
  });
  assertEquals(targets(shop.root, "a/mod.ts"), ["a/x.ts", "a/y.tsx", "b/index.ts", "b/index.ts", "a/gone.ts"]);
});

Deno.test("B2.1 a specifier may name a folder instead of its index file", () => {
  using shop = project({
    "index.ts": "",
    "a/index.ts": "",
    "a/in/x.ts":
      'import "."; import "./"; import ".."; import "../"; import "../../b/"; import "../../b"; import "../.."',
    "a/in/index.ts": "",
    "b/mod.ts": 'import ".."; import "../"; import "../.."; import "../../"; import "..."; import "../c/"',
  });
  assertEquals(targets(shop.root, "a/in/x.ts"), [
    "a/in/index.ts",
    "a/in/index.ts",
    "a/index.ts",
    "a/index.ts",
    "b/mod.ts",
    "b/mod.ts",
    "index.ts",
  ]);
  assertEquals(targets(shop.root, "b/mod.ts"), ["index.ts", "index.ts", "../", "../", "bare:...", "c/"]);
});

Deno.test("B2.1 names with blanks and letters of other alphabets are found", () => {
  using shop = project({ "straße/my file.ts": "", "a/mod.ts": 'import "../straße/my file.ts"; import "x"' }, "läden");
  shop.write("deno.json", '{ "imports": { "x": "./straße/my file.ts" } }');
  assertEquals(targets(shop.root, "a/mod.ts"), ["straße/my file.ts", "straße/my file.ts"]);
});

Deno.test("B2.1 an encoded path, a query, a fragment or a backslash does not hide which file is imported", () => {
  const specifiers = ["../b%20c/x.ts", "../b%20c/x.ts?v=1", "../b c/x.ts#part", "x?v=2", "../b c/100%.ts"];
  specifiers.push(String.raw`../b c\\x.ts`);
  using shop = project({
    "deno.json": '{ "imports": { "x": "./b%20c/x.ts", "x?v=2": "./b%20c/x.ts?v=2" } }',
    "a/mod.ts": specifiers.map((specifier) => `import "${specifier}";`).join("\n"),
    "b c/x.ts": "",
  });
  const file = "b c/x.ts";
  assertEquals(targets(shop.root, "a/mod.ts"), [file, file, file, file, "b c/100%.ts", file]);
});

Deno.test("B2.1 a name that is imported through the root comes from the module that the root has it from", async () => {
  using shop = project({
    "api.ts": 'export { Order } from "./orders/mod.ts";\nexport * from "./catalog/mod.ts";\nexport const own = 1;',
    "orders/mod.ts": "export class Order {}",
    "catalog/mod.ts": "export class Book {}",
    "a/mod.ts": 'import { Order } from "../api.ts";',
    "b/mod.ts": 'import { own } from "../api.ts";',
    "c/mod.ts": 'import type { Book } from "../api.ts";',
  });
  const { references } = await ApplicationModules.scan(shop.root);
  const edges = references.map(({ origin, target, names }) => `${origin.identifier} -> ${target.identifier}: ${names}`);
  assertEquals(edges.filter((edge) => !edge.startsWith("root")), [
    "a -> root:shop: Order",
    "a -> orders: Order",
    "b -> root:shop: own",
    "c -> root:shop: Book",
    "c -> catalog: Book",
  ]);
});

Deno.test("B2.1 a path that leads out of the root and back into it is found", async () => {
  using shop = project({
    "my src/a/mod.ts": 'import "../../my src/b/mod.ts"; import "../../libs/f/mod.ts";',
    "my src/b/mod.ts": "",
    "my src/b/inner.ts": "",
    "libs/f/mod.ts": 'import "../../my%20src/a/mod.ts"; import "../../my src/b/inner.ts"; import "../g/mod.ts";',
    "libs/g/mod.ts": "",
  });
  const root = new URL("my%20src/", shop.root);
  assertEquals(targets(root, "a/mod.ts"), ["b/mod.ts", "../libs/f/mod.ts"]);
  const modules = await ApplicationModules.scan(root, { additionalRoots: [new URL("libs/", shop.root)] });
  assertEquals(modules.tree.files.get("../libs/f/mod.ts")!.references.map(({ target }) => target), [
    "a/mod.ts",
    "b/inner.ts",
    "../libs/g/mod.ts",
  ]);
  const found = [...modules.detectViolations()];
  assertEquals(found.map(({ kind, module, target }) => [kind, module, target]), [
    ["cycle", "f", undefined],
    ["not-exposed", "f", "b"],
  ]);
});
