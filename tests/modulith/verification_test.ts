import { assertEquals, assertThrows } from "@std/assert";
import { ApplicationModules, type ApplicationModulesOptions, Violations } from "@espalier/espalier/modulith";
import { baselineOf, withoutBaseline } from "../../src/modulith/verification/baseline.ts";
import { declaration, project } from "./project.ts";

async function violationsOf(
  files: Readonly<Record<string, string>>,
  options: ApplicationModulesOptions = {},
): Promise<Violations> {
  using shop = project(files);
  return (await ApplicationModules.scan(shop.root, options)).detectViolations();
}

const moduleB = {
  "b/mod.ts": 'export { Api } from "./internal/x.ts";',
  "b/internal/x.ts": "export class Api {}\nexport class Hidden {}",
};

Deno.test("B2.1 an import of internals is reported with place and advice, even of a name that mod.ts offers (C-106, C-232, C-233)", async () => {
  const found = await violationsOf({
    ...moduleB,
    "a/deep/use.ts": '\nimport { Api } from "../../b/internal/x.ts";',
    "a/mod.ts": 'import { Api } from "../b/mod.ts";',
  });
  assertEquals([...found], [{
    kind: "not-exposed",
    module: "a",
    target: "b",
    file: "a/deep/use.ts",
    line: 2,
    specifier: "../../b/internal/x.ts",
    message: "Module 'a' depends on non-exposed type Api of b/internal/x.ts within module 'b'!",
    advice: "../../b/mod.ts",
  }]);
  assertEquals(found.messages, [
    "Module 'a' depends on non-exposed type Api of b/internal/x.ts within module 'b'! " +
    '(a/deep/use.ts:2 imports "../../b/internal/x.ts") Use "../../b/mod.ts".',
  ]);
});

Deno.test("B2.2 an import past a named interface that exposes the name is advised to use that interface", async () => {
  const found = await violationsOf({
    "b/module.ts": declaration('{ namedInterfaces: { spi: "./spi", api: "./api.ts" } }'),
    "b/mod.ts": 'export { Both } from "./internal/x.ts";',
    "b/spi/mod.ts": 'export { Both, Port as Socket, Port } from "../internal/x.ts";',
    "b/api.ts": "export class Port {}",
    "b/internal/x.ts": "export class Port {}\nexport class Both {}\nexport class Hidden {}",
    "a/mod.ts": `import { Port } from "../b/internal/x.ts";
import { Both } from "../b/internal/x.ts";
import { Both as Again, Port as Socket } from "../b/internal/x.ts";
import { Hidden } from "../b/internal/x.ts";
import "../b/internal/x.ts";`,
  });
  assertEquals([...found].map(({ line, advice }) => [line, advice]), [
    [1, "../b/spi/mod.ts"],
    [2, "../b/mod.ts"],
    [3, "../b/spi/mod.ts"],
    [4, undefined],
    [5, undefined],
  ]);
});

Deno.test("B2.1 who uses an alias is advised an alias", async () => {
  const found = await violationsOf({
    ...moduleB,
    "deno.json": '{ "imports": { "@shop/": "./" } }',
    "a/mod.ts": 'import { Api } from "@shop/b/internal/x.ts";',
  });
  assertEquals([...found].map(({ advice }) => advice), ["@shop/b/mod.ts"]);
});

Deno.test("B2.1 files outside of all modules are verified, and put modules together (C-107)", async () => {
  const found = await violationsOf({
    ...moduleB,
    "b/module.ts": declaration("{}"),
    "main.ts": 'import b from "./b/module.ts";\nimport { Hidden } from "./b/internal/x.ts";',
    "a/mod.ts": 'import b from "../b/module.ts";',
  });
  assertEquals([...found].map(({ module, file, line }) => [module, file, line]), [
    ["a", "a/mod.ts", 1],
    ["root:shop", "main.ts", 2],
  ]);
});

Deno.test("B2.1 every variable of a statement is known, whatever its name and form (C-233)", async () => {
  using shop = project({
    "api.ts": 'export * from "./catalog/mod.ts";',
    "catalog/mod.ts": `export const a = f<A, B>(1, 2), größe = 3;
export const [x, { y }] = [1, { y: 2 }], z = 1;
/** @internal */ export const { p, q: [r] } = s, t = 1;`,
    "orders/mod.ts": 'import { größe, x, y, z } from "../catalog/mod.ts";',
    "billing/mod.ts": 'import { p, r, t, z } from "../catalog/mod.ts";',
    "shipping/mod.ts":
      'import { größe } from "../api.ts"; import { y } from "../api.ts"; import { B } from "../api.ts";',
  });
  const modules = await ApplicationModules.scan(shop.root);
  assertEquals(modules.detectViolations().messages, [
    "Module 'billing' depends on non-exposed type p, r, t of catalog/mod.ts within module 'catalog'! " +
    '(billing/mod.ts:1 imports "../catalog/mod.ts")',
  ]);
  const ofShipping = modules.references.filter(({ origin }) => origin.identifier === "shipping");
  assertEquals(ofShipping.map(({ target, names }) => `${target.identifier}: ${names}`), [
    "root:shop: größe",
    "catalog: größe",
    "root:shop: y",
    "catalog: y",
    "root:shop: B",
  ]);
});

Deno.test("B2.1 names marked as internal, or beginning with an underscore, are not exposed", async () => {
  const found = await violationsOf({
    "b/mod.ts": "/** @internal */\nexport class Hidden {}\nexport class Api {}",
    "c/_draft.ts": "export class Draft {}",
    "c/api.ts": "export class Offer {}",
    "a/mod.ts": `
import { Api } from "../b/mod.ts";
import { Api as Again, Hidden } from "../b/mod.ts";
import { Draft } from "../c/_draft.ts";
import { Offer } from "../c/api.ts";
import data from "../c/data.json" with { type: "json" };`,
  });
  assertEquals([...found].map(({ line, message }) => [line, message]), [
    [3, "Module 'a' depends on non-exposed type Hidden of b/mod.ts within module 'b'!"],
    [4, "Module 'a' depends on non-exposed type Draft of c/_draft.ts within module 'c'!"],
  ]);
});

Deno.test("B2.2 only allowed modules and interfaces may be used (C-109, C-110, C-112)", async () => {
  const files = {
    "complex/mod.ts": "export class Root {}",
    "complex/api.ts": "export class Api {}",
    "complex/spi.ts": "export class Spi {}",
    "complex/internal.ts": "export class Internal {}",
    "complex/module.ts": declaration('{ namedInterfaces: { API: "api.ts", SPI: "./spi.ts" } }'),
    "b/mod.ts": "export class B {}",
    "client/mod.ts": `
import { Root } from "../complex/mod.ts";
import { Api } from "../complex/api.ts";
import { Spi } from "../complex/spi.ts";
import { Internal } from "../complex/internal.ts";
import { B } from "../b/mod.ts";`,
  };
  const lines = async (allowedDependencies: string) => {
    const found = await violationsOf({ ...files, "client/module.ts": declaration(`{ ${allowedDependencies} }`) });
    return [...found].map(({ line, kind }) => `${line} ${kind}`);
  };
  assertEquals(await lines(""), ["5 not-exposed"]);
  assertEquals(await lines("allowedDependencies: []"), [
    "2 undeclared",
    "3 undeclared",
    "4 undeclared",
    "5 undeclared",
    "6 undeclared",
  ]);
  assertEquals(await lines('allowedDependencies: ["b", "complex :: API"]'), [
    "2 undeclared",
    "4 undeclared",
    "5 not-exposed",
  ]);
  assertEquals(await lines('allowedDependencies: ["complex", "complex::*"]'), ["5 not-exposed", "6 undeclared"]);
  assertEquals(await lines('allowedDependencies: ["complex :: *", "b"]'), ["2 undeclared", "5 not-exposed"]);
  const { messages } = await violationsOf({
    ...files,
    "client/mod.ts": 'import { Spi } from "../complex/spi.ts";',
    "client/module.ts": declaration('{ allowedDependencies: ["complex :: API"] }'),
  });
  assertEquals(messages, [
    "Module 'client' depends on named interface(s) 'complex :: SPI' via Spi of complex/spi.ts. " +
    'Allowed targets: complex :: API. (client/mod.ts:1 imports "../complex/spi.ts")',
  ]);
});

Deno.test("B2.2 a symbol may join a named interface where it is declared (C-092)", async () => {
  const files = {
    "b/mod.ts": 'export { Port, Api } from "./ports.ts";',
    "b/ports.ts": "/** @namedInterface spi, kpi */\nexport interface Port {}\nexport class Api {}",
    "a/mod.ts": 'import type { Port } from "../b/mod.ts";',
  };
  const count = async (allowed: string) =>
    [...await violationsOf({ ...files, "a/module.ts": declaration(`{ allowedDependencies: [${allowed}] }`) })].length;
  assertEquals([await count('"b :: spi"'), await count('"b :: kpi"'), await count('"b"')], [0, 0, 1]);
});

Deno.test("B2.2 of names that are imported together those are reported that are not allowed", async () => {
  const found = await violationsOf({
    "b/mod.ts": "/** @namedInterface spi */\nexport interface Port {}\nexport class Api {}\nexport class Other {}",
    "a/module.ts": declaration('{ allowedDependencies: ["b :: spi"] }'),
    "a/mod.ts": 'import { Api, Other, Port } from "../b/mod.ts";',
  });
  assertEquals([...found].map(({ message }) => message), [
    "Module 'a' depends on module 'b' via Api, Other of b/mod.ts. Allowed targets: b :: spi.",
  ]);
});

Deno.test("B2.2 tags of one of several declarations of a name apply to the name", async () => {
  const found = await violationsOf({
    "b/mod.ts": `/** @internal */
export function read(path: string): string;
export function read(path: URL): string;
export function read(path: unknown) { return String(path); }
/** @namedInterface spi */
export interface Clock {}
export const Clock = Symbol("Clock");`,
    "a/module.ts": declaration('{ allowedDependencies: ["b :: spi"] }'),
    "a/mod.ts": 'import { Clock } from "../b/mod.ts";\nimport { read } from "../b/mod.ts";',
  });
  assertEquals([...found].map(({ kind, line }) => [kind, line]), [["not-exposed", 2]]);
});

Deno.test("B2.2 an open module offers all of it, if it may be used at all (C-113)", async () => {
  const files = {
    "open/mod.ts": "",
    "open/internal/x.ts": "export class Internal {}",
    "open/module.ts": declaration('{ type: "open" }'),
    "client/mod.ts": 'import { Internal } from "../open/internal/x.ts";',
  };
  assertEquals((await violationsOf(files)).isEmpty, true);
  const found = await violationsOf({ ...files, "client/module.ts": declaration("{ allowedDependencies: [] }") });
  assertEquals([...found].map(({ kind }) => kind), ["undeclared"]);
});

Deno.test("B2.2 nested modules may use their parents, parents the interface of their children (C-118, C-119, C-121)", async () => {
  const nested = {
    "p/module.ts": declaration("{}"),
    "p/a/module.ts": declaration("{}"),
    "p/b/module.ts": declaration("{}"),
  };
  const deep = { ...nested, "p/a/x/module.ts": declaration("{}"), "p/a/x/mod.ts": "", "o/mod.ts": "" };
  const files = {
    ...deep,
    "p/mod.ts": "",
    "p/internal/i.ts": "",
    "p/a/mod.ts": "",
    "p/a/internal/i.ts": "",
    "p/b/mod.ts": "",
  };
  const kind = async (from: string, specifier: string) => {
    const [violation] = await violationsOf({ ...files, [from]: `import "${specifier}";` });
    return violation?.kind ?? "fine";
  };
  assertEquals(await kind("p/a/use.ts", "../internal/i.ts"), "fine");
  assertEquals(await kind("p/a/x/use.ts", "../../internal/i.ts"), "fine");
  assertEquals(await kind("p/use.ts", "./a/internal/i.ts"), "not-exposed");
  assertEquals(await kind("p/use.ts", "./a/mod.ts"), "fine");
  assertEquals(await kind("p/b/use.ts", "../a/mod.ts"), "fine");
  assertEquals(await kind("p/b/use.ts", "../a/internal/i.ts"), "not-exposed");
  assertEquals(await kind("p/b/use.ts", "../a/x/mod.ts"), "sub-module");
  assertEquals(await kind("p/use.ts", "./a/x/mod.ts"), "sub-module");
  assertEquals(await kind("o/use.ts", "../p/a/mod.ts"), "sub-module");
  assertEquals(await kind("use.ts", "./p/a/mod.ts"), "sub-module");
  assertEquals(await kind("use.ts", "./p/a/module.ts"), "fine");
});

Deno.test("B2.2 shared modules may be used by all, through their unnamed interface (C-122)", async () => {
  const files = {
    "s/mod.ts": "",
    "s/spi.ts": "",
    "s/module.ts": declaration('{ namedInterfaces: { spi: "spi.ts" } }'),
    "x/module.ts": declaration("{ allowedDependencies: [] }"),
    "x/mod.ts": 'import "../s/mod.ts";\nimport "../s/spi.ts";',
  };
  const found = await violationsOf(files, { sharedModules: ["s"] });
  assertEquals([...found].map(({ line, message }) => [line, message]), [
    [2, "Module 'x' depends on named interface(s) 's :: spi' via s/spi.ts. Allowed targets: s."],
  ]);
});

Deno.test("B2.1 cycles are reported once each, with their imports", async () => {
  const found = await violationsOf({
    "a/mod.ts": 'import "../b/mod.ts";',
    "b/mod.ts": 'import "../c/mod.ts";\nimport "../a/mod.ts";',
    "c/mod.ts": 'export * from "../a/mod.ts";',
    "d/mod.ts": 'import "../a/mod.ts";',
  });
  assertEquals([...found].map(({ kind, message }) => [kind, ...message.split("\n")]), [
    [
      "cycle",
      "Cycle detected: Slice a -> Slice b -> Slice c -> Slice a",
      "  1. Dependencies of Slice a",
      '     - a/mod.ts:1 imports "../b/mod.ts"',
      "  2. Dependencies of Slice b",
      '     - b/mod.ts:1 imports "../c/mod.ts"',
      "  3. Dependencies of Slice c",
      '     - c/mod.ts:1 imports "../a/mod.ts"',
    ],
    [
      "cycle",
      "Cycle detected: Slice a -> Slice b -> Slice a",
      "  1. Dependencies of Slice a",
      '     - a/mod.ts:1 imports "../b/mod.ts"',
      "  2. Dependencies of Slice b",
      '     - b/mod.ts:2 imports "../a/mod.ts"',
    ],
  ]);
});

Deno.test("B2.1 open modules and the composition root make no cycle (C-115)", async () => {
  const found = await violationsOf({
    "open/mod.ts": 'import "../a/mod.ts";',
    "open/module.ts": declaration('{ type: "open" }'),
    "a/mod.ts": 'import "../open/mod.ts";\nimport "../config.ts";',
    "a/module.ts": declaration("{}"),
    "main.ts": 'import "./a/module.ts";',
    "config.ts": "",
  });
  assertEquals(found.messages, []);
});

Deno.test("B2.1 files outside of all modules are each for themselves in cycles", async () => {
  const files = {
    "main.ts": 'import "./a/mod.ts";\nimport "./config.ts";',
    "a/mod.ts": 'import "../config.ts";',
    "config.ts": 'import "./defaults.ts";',
    "defaults.ts": 'import "./config.ts";',
  };
  assertEquals((await violationsOf(files)).messages, []);
  const found = await violationsOf({ ...files, "defaults.ts": 'import "./a/mod.ts";' });
  assertEquals([...found].map(({ message }) => message.split("\n")[0]), [
    "Cycle detected: Slice a -> Slice root:shop/config.ts -> Slice root:shop/defaults.ts -> Slice a",
  ]);
});

Deno.test("B2.1 a cycle that only types close is a warning, an error or nothing", async () => {
  const files = {
    "a/mod.ts": 'import "../b/mod.ts";',
    "b/mod.ts": 'import type { A } from "../a/mod.ts";\nlet x: import("../a/mod.ts").B;',
  };
  const count = async (typeOnlyCycles?: "error" | "warn" | "ignore") => {
    const found = await violationsOf(files, typeOnlyCycles === undefined ? {} : { typeOnlyCycles });
    return [found.violations.length, found.warnings.length];
  };
  assertEquals([await count(), await count("warn"), await count("error"), await count("ignore")], [
    [0, 1],
    [0, 1],
    [1, 0],
    [0, 0],
  ]);
  const [warning] = (await violationsOf(files)).warnings;
  assertEquals(warning?.message.split("\n")[0], "Cycle detected among types: Slice a -> Slice b -> Slice a");
});

Deno.test("B2.1 at most a hundred cycles are reported", async () => {
  const names = Array.from({ length: 8 }, (_, at) => `m${at}`);
  const files = Object.fromEntries(
    names.map((name) => [`${name}/mod.ts`, names.map((other) => `import "../${other}/mod.ts";`).join("\n")]),
  );
  assertEquals((await violationsOf(files)).violations.length, 100);
});

/** Files `0` to `count - 1` that all import each other. */
function clique(count: number, path: (at: number) => string, statement: string): Record<string, string> {
  const all = Array.from({ length: count }, (_, at) => path(at));
  return Object.fromEntries(
    all.map((file) => [file, all.filter((each) => each !== file).map((each) => `${statement} "/${each}";`).join("\n")]),
  );
}
const rooted = { "deno.json": '{ "imports": { "/": "./", "./": "./" } }' };

Deno.test("B2.1 a clique of modules behind a bottleneck is verified in time", async () => {
  const files = clique(14, (at) => `m${at}/mod.ts`, "import");
  files["a/mod.ts"] = 'import "../b/mod.ts";';
  files["b/mod.ts"] = 'import "../a/mod.ts";\nimport "../m0/mod.ts";';
  for (let at = 0; at < 14; at++) files[`m${at}/mod.ts`] += '\nimport "../b/mod.ts";';
  const { violations } = await violationsOf({ ...rooted, ...files });
  assertEquals([violations.length, violations[0]?.cycle], [100, ["a", "b"]]);
});

Deno.test("B2.1 neither cycles among types nor those outside of all modules hide one among modules", async () => {
  const files = {
    ...rooted,
    ...clique(8, (at) => `m${at}/mod.ts`, "import type {} from"),
    ...clique(8, (at) => `${at}.ts`, "import"),
    "y/mod.ts": 'import "../z/mod.ts";',
    "z/mod.ts": 'import "../y/mod.ts";',
  };
  const { violations, warnings } = await violationsOf(files);
  assertEquals(violations.map(({ cycle }) => cycle), [["y", "z"]]);
  assertEquals(warnings.length, 100);
});

Deno.test("B2.1 verify fails with all violations at once, and returns the modules otherwise (C-127, C-128)", async () => {
  using shop = project({
    ...moduleB,
    "a/mod.ts": 'import { Api, Hidden } from "../b/internal/x.ts"; import { Api } from "../b/internal/x.ts";',
    "c/mod.ts": 'import { Hidden } from "../b/internal/x.ts";',
  });
  const modules = await ApplicationModules.scan(shop.root);
  const error = assertThrows(() => modules.verify(), Violations);
  assertEquals(error.messages.length, 3);
  assertEquals(error.message.split("\n").every((line) => line.startsWith("- Module '")), true);
  assertEquals(error.hasMessageContaining("Module 'c'"), true);
  assertEquals(error.filter(({ module }) => module === "c").messages.length, 1);
  shop.write("a/mod.ts", "");
  shop.write("c/mod.ts", "");
  const fine = await ApplicationModules.scan(shop.root);
  assertEquals(fine.verify(), fine);
});

Deno.test("B2.1 a baseline tolerates old violations, wherever they move, and no new ones", async () => {
  const bad = 'import { Hidden } from "../b/internal/x.ts";';
  using shop = project({ ...moduleB, "a/mod.ts": bad, "c/mod.ts": bad });
  const baseline = baselineOf((await ApplicationModules.scan(shop.root)).detectViolations());
  assertEquals(baseline, {
    'not-exposed a -> b: a/mod.ts imports "../b/internal/x.ts"': 1,
    'not-exposed c -> b: c/mod.ts imports "../b/internal/x.ts"': 1,
  });
  shop.write("a/mod.ts", `\n\n${bad}`);
  shop.write("c/mod.ts", "");
  const moved = await ApplicationModules.scan(shop.root);
  moved.verify({ baseline });
  assertEquals(withoutBaseline(moved.detectViolations(), baseline).outdated, [
    'not-exposed c -> b: c/mod.ts imports "../b/internal/x.ts"',
  ]);
  shop.write("a/mod.ts", `${bad}\n${bad.replace("Hidden", "Api")}`);
  const more = await ApplicationModules.scan(shop.root);
  assertEquals(assertThrows(() => more.verify({ baseline }), Violations).messages.length, 1);
});

Deno.test("B2.1 rules of one's own are verified with the others (C-130)", async () => {
  const found = await violationsOf({ "a/mod.ts": "" }, {
    rules: [(modules) =>
      modules.modules.map(({ identifier, files }) => ({
        kind: "rule",
        module: identifier,
        message: `Module '${identifier}' has ${files.length} file(s)`,
      }))],
  });
  assertEquals(found.messages, ["Module 'a' has 1 file(s)"]);
});

Deno.test("B2.1 modules describe themselves", async () => {
  using shop = project({
    "orders/mod.ts": "export class Order {}\n/** @namedInterface spi */\nexport interface Carrier {}",
    "orders/module.ts": declaration('{ type: "open", allowedDependencies: [] }'),
    "orders/pricing/module.ts": declaration("{}"),
    "orders/pricing/mod.ts": 'import "../mod.ts";',
  });
  assertEquals(
    String(await ApplicationModules.scan(shop.root)),
    `# Orders (open)
> Logical name: orders
> Base package: shop.orders
> Nested modules: orders.pricing
> Allowed dependencies: none
> Named interfaces:
  + <<UNNAMED>>: Order
  + spi: Carrier
> Direct module dependencies: none

# Pricing
> Logical name: orders.pricing
> Base package: shop.orders.pricing
> Parent module: orders
> Named interfaces: none
> Direct module dependencies: orders`,
  );
});
