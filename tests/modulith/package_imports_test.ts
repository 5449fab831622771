import { assertEquals, assertThrows } from "@std/assert";
import { ApplicationModules, SourceTree } from "@espalier/espalier/modulith";
import { type Project, project } from "./project.ts";

/** Where a file's imports lead. */
function targets(root: URL, path: string): Record<string, string> {
  const { references } = SourceTree.read(root).files.get(path)!;
  return Object.fromEntries(references.map(({ specifier, target }) => [specifier, target]));
}

function importing(...specifiers: readonly string[]): string {
  return specifiers.map((specifier) => `import ${JSON.stringify(specifier)};`).join("\n");
}

/** Where Deno itself would look, for each specifier in a file; `bare:<specifier>` where it finds no entry. */
async function targetsInDeno({ root, write }: Project, path: string): Promise<Record<string, string>> {
  const specifiers = Object.keys(targets(root, path));
  const probe = `${path}.probe.ts`;
  write(
    probe,
    `console.log(JSON.stringify(${JSON.stringify(specifiers)}.map((each) => {
      try { return [each, import.meta.resolve(each)]; } catch { return [each, "bare:" + each]; }
    })));`,
  );
  const args = ["run", "--quiet", "--no-check", "--no-lock", "--allow-read", new URL(probe, root).pathname];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: root }).output();
  Deno.removeSync(new URL(probe, root));
  const found: [string, string][] = JSON.parse(new TextDecoder().decode(stdout));
  return Object.fromEntries(
    found.map(([specifier, url]) => [specifier, decodeURIComponent(url.replace(root.href, ""))]),
  );
}

Deno.test("B2.1 the imports of a package.json lead where Deno follows them", async () => {
  using shop = project({
    "package.json": JSON.stringify({
      imports: {
        "#log": "./tools/log.ts",
        "#lib/*": "./lib/*.ts",
        "#lib/x/*.js": "./lib/x_*.ts",
        "#lib/private/*": null,
        "#same/*": "./lib/*/*.ts",
        "#fixed*": "./lib/fixed.ts",
        "#two/*/*": "./lib/two.ts",
        "#folder/": "./lib/",
        "#runtime": { browser: "./b.ts", deno: "./deno.ts", default: "./c.ts" },
        "#first": { default: "./c.ts", deno: "./deno.ts" },
        "#nested": { import: { worker: "./b.ts", node: "./node.ts" }, default: "./c.ts" },
        "#through": { deno: { worker: "./b.ts" }, default: "./c.ts" },
        "#kind": { require: "./required.ts", import: "./imported.ts" },
        "#list": ["../outside.ts", { worker: "./b.ts" }, "./c.ts"],
        "#files": "node:fs",
        "#gone": "./gone.ts",
        "#up": "../outside.ts",
        "#inner": "./lib/../c.ts",
        "#installed": "./node_modules/x.ts",
        "#url": "https://shop.test/x.ts",
        "#absolute": "/x.ts",
        "#worker": { worker: "./b.ts" },
        "#nothing": null,
        "#empty": [],
        "#number": 5,
        "#again": "#log",
        "#straße": "./läden/straße.ts",
      },
    }),
    "a/mod.ts": importing(
      ...["#log", "#lib/one", "#lib/deep/er", "#lib/x/y.js", "#lib/private/z", "#fixed", "#fixedly"],
      ...["#two/a/b", "#folder/x.ts", "#runtime", "#first", "#nested", "#through", "#kind", "#list", "#files", "#gone"],
      ...["#up", "#inner", "#installed", "#url", "#absolute", "#worker", "#nothing", "#empty", "#number", "#again"],
      ...["#", "#lib/", "#lib/../c", "#lib/%2e%2E/c", "#lib", "#unknown", "#constructor"],
    ),
    "b/mod.ts": importing("#straße", "#same/y"),
  });
  const found = targets(shop.root, "a/mod.ts");
  assertEquals(Object.fromEntries(Object.entries(found).filter(([name, target]) => target !== `bare:${name}`)), {
    "#log": "tools/log.ts",
    "#lib/one": "lib/one.ts",
    "#lib/deep/er": "lib/deep/er.ts",
    "#lib/x/y.js": "lib/x_y.ts",
    "#fixedly": "lib/fixed.ts",
    "#runtime": "deno.ts",
    "#first": "c.ts",
    "#nested": "node.ts",
    "#through": "c.ts",
    "#kind": "imported.ts",
    "#list": "c.ts",
    "#files": "node:fs",
    "#gone": "gone.ts",
    "#lib/%2e%2E/c": "lib/%2e%2E/c.ts",
  });
  assertEquals(found, await targetsInDeno(shop, "a/mod.ts"));
  assertEquals(targets(shop.root, "b/mod.ts"), { "#straße": "läden/straße.ts", "#same/y": "lib/y/y.ts" });
});

Deno.test("B2.1 each member of a workspace has its own package.json, or the one above it", async () => {
  using shop = project({
    "deno.json": '{ "workspace": ["./orders", "./billing", "./plain"], "imports": { "#mapped": "./plain/mod.ts" } }',
    "package.json": '{ "imports": { "#log": "./log.ts", "#mapped": "./log.ts" } }',
    "orders/deno.json": '{ "name": "@shop/orders", "exports": "./mod.ts" }',
    "orders/mod.ts": importing("#log", "#mapped"),
    "billing/deno.json": '{ "name": "@shop/billing", "exports": "./mod.ts", "imports": { "#own": "./mod.ts" } }',
    "billing/package.json": '{ "imports": { "#log": "./own_log.ts", "#own": "./own_log.ts", "#o": "@shop/orders" } }',
    "billing/mod.ts": importing("#log", "#own", "#mapped"),
    "billing/deep/x.ts": importing("#log"),
    "billing/bare.ts": importing("#o"),
    "plain/package.json": '{ "name": "@shop/plain" }',
    "plain/mod.ts": importing("#log", "#mapped"),
  });
  const expected: Record<string, Record<string, string>> = {
    "orders/mod.ts": { "#log": "log.ts", "#mapped": "plain/mod.ts" },
    "billing/mod.ts": { "#log": "billing/own_log.ts", "#own": "billing/mod.ts", "#mapped": "plain/mod.ts" },
    "billing/deep/x.ts": { "#log": "billing/own_log.ts" },
    "plain/mod.ts": { "#log": "bare:#log", "#mapped": "plain/mod.ts" },
  };
  for (const [path, leads] of Object.entries(expected)) {
    assertEquals(targets(shop.root, path), leads, path);
    assertEquals(await targetsInDeno(shop, path), leads, `${path} in Deno`);
  }
  // A package that would have to be installed: its name is what can be said.
  assertEquals(targets(shop.root, "billing/bare.ts"), { "#o": "bare:@shop/orders" });
  // The same where only a member is read.
  assertEquals(targets(new URL("billing/", shop.root), "deep/x.ts"), { "#log": "own_log.ts" });
  assertEquals(targets(new URL("orders/", shop.root), "mod.ts"), { "#log": "../log.ts", "#mapped": "../plain/mod.ts" });
});

Deno.test("B2.1 files that require are led by the condition for them", () => {
  using shop = project({
    "package.json": '{ "imports": { "#log": { "require": "./log.cts", "import": "./log.ts" } } }',
    "a/x.cts": 'import log = require("#log");',
    "a/x.ts": 'import "#log"; export * from "#log"; import("#log"); type L = import("#log").L;',
  });
  assertEquals(targets(shop.root, "a/x.cts"), { "#log": "log.cts" });
  assertEquals(SourceTree.read(shop.root).files.get("a/x.ts")!.references.map(({ target }) => target), [
    "log.ts",
    "log.ts",
    "log.ts",
    "log.ts",
  ]);
});

Deno.test("B2.1 references through the imports of a package.json are verified", async () => {
  using shop = project({
    "package.json": '{ "imports": { "#*": "./*.ts", "#internal/*": "./catalog/internal/*", "#src/*": "./*" } }',
    "orders/mod.ts": importing("#catalog/mod", "#nowhere/mod"),
    "billing/mod.ts": 'import { price } from "#internal/price.ts";',
    "shipping/mod.ts": 'import { price } from "#src/catalog/internal/price.ts";',
    "catalog/mod.ts": 'export { price } from "./internal/price.ts";',
    "catalog/internal/price.ts": "export const price = 1;",
  });
  const modules = await ApplicationModules.scan(shop.root);
  const edges = modules.references.map(({ origin, target, path }) => [origin.identifier, target.identifier, path]);
  assertEquals(edges, [
    ["billing", "catalog", "catalog/internal/price.ts"],
    ["orders", "catalog", "catalog/mod.ts"],
    // As for every import of a file that isn't there.
    ["orders", "root:shop", "nowhere/mod.ts"],
    ["shipping", "catalog", "catalog/internal/price.ts"],
  ]);
  const ofPrice = "depends on non-exposed type price of catalog/internal/price.ts within module 'catalog'!";
  assertEquals(modules.detectViolations().messages, [
    `Module 'billing' ${ofPrice} (billing/mod.ts:1 imports "#internal/price.ts") Use "../catalog/mod.ts".`,
    `Module 'shipping' ${ofPrice} (shipping/mod.ts:1 imports "#src/catalog/internal/price.ts") Use "#src/catalog/mod.ts".`,
  ]);
});

Deno.test("B2.1 a package.json that can't be read is named, one without imports leads nowhere", () => {
  using shop = project({ "a/mod.ts": importing("#log"), "package.json": '{ "imports": ' });
  const read = () => targets(shop.root, "a/mod.ts");
  assertThrows(read, SyntaxError, `Cannot read "${new URL("package.json", shop.root)}" as it must be JSON: `);
  for (const text of ["{}", "null", "[]", '"imports"', '{ "imports": ["#log"] }', '{ "imports": null }']) {
    shop.write("package.json", text);
    assertEquals(read(), { "#log": "bare:#log" }, text);
  }
  // Nobody asks it where no name needs it.
  shop.write("package.json", "no JSON");
  shop.write("a/mod.ts", importing("./b.ts", "zod"));
  assertEquals(read(), { "./b.ts": "a/b.ts", zod: "bare:zod" });
});
