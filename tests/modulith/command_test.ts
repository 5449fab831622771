import { assertEquals, assertStringIncludes } from "@std/assert";
import { modulesCommand } from "@espalier/espalier/modules";
import { createApp, createContainer } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { modulith } from "@espalier/espalier/modulith";
import { declaration, type Project, project } from "./project.ts";

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(...args: string[]): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await modulesCommand(args, { log: (text) => out.push(text), error: (text) => err.push(text) });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

function path(shop: Project, file = ""): string {
  return new URL(file, shop.root).pathname;
}

const broken = {
  "a/mod.ts": 'import { X } from "../b/internal/x.ts";',
  "b/mod.ts": 'import type { A } from "../a/mod.ts"; export { X } from "./internal/x.ts";',
  "b/internal/x.ts": "export class X {}",
};

const violation =
  `Module 'a' depends on non-exposed type X of b/internal/x.ts within module 'b'! (a/mod.ts:1 imports "../b/internal/x.ts") Use "../b/mod.ts".`;

Deno.test("B2.1 the command reports all violations and fails", async () => {
  using shop = project(broken);
  const { code, out, err } = await run(path(shop));
  assertEquals([code, out], [1, "2 module(s), 1 violation(s)"]);
  const lines = err.split("\n");
  assertEquals(lines[0], "warning: Cycle detected among types: Slice a -> Slice b -> Slice a");
  assertEquals(lines.at(-1), `violation: ${violation}`);
  const strict = await run(path(shop), "--type-only-cycles=error", "--shared=b", "--system-name=Shop");
  assertEquals(strict.out, "2 module(s), 2 violation(s)");
});

Deno.test("B2.1 the command prints JSON", async () => {
  using shop = project(broken);
  const { code, out, err } = await run(path(shop), "--json", "--type-only-cycles=ignore");
  assertEquals([code, err], [1, ""]);
  assertEquals(JSON.parse(out), {
    modules: ["a", "b"],
    violations: [{
      kind: "not-exposed",
      module: "a",
      target: "b",
      file: "a/mod.ts",
      line: 1,
      specifier: "../b/internal/x.ts",
      message: "Module 'a' depends on non-exposed type X of b/internal/x.ts within module 'b'!",
      advice: "../b/mod.ts",
    }],
    warnings: [],
    notices: [],
    outdatedBaseline: [],
    removed: [],
    written: [],
  });
});

Deno.test("B2.1 the command records a baseline and fails only for new violations", async () => {
  using shop = project(broken);
  const baseline = `--baseline=${path(shop, "baseline.json")}`;
  assertEquals((await run(path(shop), baseline)).code, 2);
  assertEquals((await run(path(shop), baseline, "--update-baseline")).code, 0);
  assertEquals((await run(path(shop), baseline)).code, 0);
  shop.write("c/mod.ts", broken["a/mod.ts"]);
  assertEquals((await run(path(shop), baseline)).code, 1);
  shop.write("a/mod.ts", "");
  shop.write("c/mod.ts", "");
  const { code, err } = await run(path(shop), baseline);
  assertEquals([code, err], [
    0,
    'no longer in need of the baseline: not-exposed a -> b: a/mod.ts imports "../b/internal/x.ts"',
  ]);
});

Deno.test("B2.1 the command annotates pull requests on GitHub, and writes SARIF for code scanning", async () => {
  using shop = project({
    ...broken,
    "c/mod, 100%.ts": "await import(name);\nimport '../d/mod.ts';",
    "d/mod.ts": "\nimport '../c/mod, 100%.ts';",
  });
  const sarif = `${path(shop)}found.sarif`;
  const { code, out } = await run(path(shop), "--github", `--sarif=${sarif}`, "--type-only-cycles=ignore");
  const [cycle, exposed, notice, ...others] = out.split("\n");
  const start = cycle!.indexOf("::Cycle detected: Slice c -> Slice d -> Slice c%0A");
  assertEquals([code, cycle!.slice(0, start), others], [
    ...[1, `::error file=${path(shop)}c/mod%2C 100%25.ts,line=2,title=Application modules%3A cycle`],
    ["4 module(s), 2 violation(s)"],
  ]);
  const message = "Module 'a' depends on non-exposed type X of b/internal/x.ts within module 'b'! Use \"../b/mod.ts\".";
  assertEquals([exposed, notice], [
    `::error file=${path(shop)}a/mod.ts,line=1,title=Application modules%3A not-exposed::${message}`,
    `::notice file=${path(shop)}c/mod%2C 100%25.ts,line=1,title=Application modules%3A computed-load::` +
    "Module 'c' loads a computed file, which is not verified: import(name)",
  ]);
  const written = JSON.parse(Deno.readTextFileSync(sarif));
  const [run1] = written.runs;
  const at = (file: string, startLine: number) => ({
    physicalLocation: { artifactLocation: { uri: `${path(shop)}${file}` }, region: { startLine } },
  });
  assertEquals([written.version, run1.tool.driver.rules.length, run1.results.slice(1)], ["2.1.0", 6, [
    { ruleId: "not-exposed", ruleIndex: 2, level: "error", message: { text: message }, locations: [at("a/mod.ts", 1)] },
    {
      ...{ ruleId: "computed-load", ruleIndex: 5, level: "note" },
      message: { text: "Module 'c' loads a computed file, which is not verified: import(name)" },
      locations: [at("c/mod%2C%20100%25.ts", 1)],
    },
  ]]);
  const [first] = run1.results;
  assertEquals([first.ruleId, first.locations, first.relatedLocations], [
    ...["cycle", [at("c/mod%2C%20100%25.ts", 2)]],
    [at("d/mod.ts", 2)],
  ]);
  assertEquals(JSON.parse((await run(path(shop), "--sarif=-", "--github")).out.split("\n::")[0]!).version, "2.1.0");
});

Deno.test("B2.1 an invalid baseline is named with its error", async () => {
  using shop = project(broken);
  const file = path(shop, "baseline.json");
  const cases: readonly [text: string, needed: string][] = [
    ["{", `Cannot read baseline "${file}" as it must be JSON: `],
    [
      "[1]",
      `Cannot read baseline "${file}" as it must hold an object with a count for each violation: current value is a list`,
    ],
    ["null", `Cannot read baseline "${file}" as it must hold an object`],
    ['{ "a": "1" }', `Cannot read baseline "${file}" as it must hold a count >= 1 for "a": current value is "1"`],
    ['{ "a": -1 }', `Cannot read baseline "${file}" as it must hold a count >= 1 for "a": current value is -1`],
  ];
  for (const [text, needed] of cases) {
    shop.write("baseline.json", text);
    const { code, err } = await run(path(shop), `--baseline=${file}`);
    assertEquals([code, err.startsWith(needed), err.includes("--update-baseline")], [2, true, true], err);
  }
  assertEquals((await run(path(shop), `--baseline=${file}`, "--update-baseline")).code, 0);
});

Deno.test("B2.1 names of modules and interfaces that don't exist are met with the closest", async () => {
  const cases: readonly [attributes: string, args: readonly string[], suggested: string][] = [
    ['{ allowedDependencies: ["ordrs"] }', [], "No module found with name 'ordrs'. Did you mean 'orders'?"],
    ['{ allowedDependencies: ["x"] }', [], "No module found with name 'x'. Known are billing, orders."],
    ['{ allowedDependencies: ["orders :: sip"] }', [], "declaration: billing -> orders :: sip. Did you mean 'spi'?"],
    ["{}", ["--shared=order"], "Module order does not exist! Did you mean 'orders'?"],
  ];
  for (const [attributes, args, suggested] of cases) {
    using shop = project({
      "billing/module.ts": declaration(attributes),
      "orders/module.ts": declaration('{ namedInterfaces: { spi: "./spi.ts" } }'),
      "orders/spi.ts": "",
    });
    const { code, err } = await run(path(shop), ...args);
    assertEquals([code, err.endsWith(suggested)], [2, true], err);
  }
});

Deno.test("B2.1 the command lists the modules that a change touches, and those that depend on them", async () => {
  using shop = project({
    "main.ts": 'import "./b/mod.ts";',
    "a/mod.ts": 'import "../b/mod.ts";',
    "b/mod.ts": 'import type { C } from "../c/mod.ts";',
    "b/inner/module.ts": declaration("{}"),
    "c/mod.ts": "",
    "d/mod.ts": "",
  });
  const cases: readonly [changed: readonly string[], affected: readonly string[]][] = [
    [["c/gone.ts"], ["a", "b", "c"]],
    [["a/schema.graphqls", "d/tests/d_test.ts"], ["a", "d"]],
    [["b/inner/x.ts"], ["b.inner"]],
    [["b/x.ts"], ["a", "b"]],
    [["main.ts"], ["a", "b", "b.inner", "c", "d"]],
    [["../deno.json"], ["a", "b", "b.inner", "c", "d"]],
    [["README.md", "../docs/a.md", "../other/x.ts"], []],
  ];
  for (const [changed, affected] of cases) {
    const files = `--affected-by=${changed.map((file) => path(shop, file)).join()}`;
    assertEquals(JSON.parse((await run(path(shop), files, "--json")).out), { affected }, changed.join());
    const folders = affected.map((name) => path(shop, `${name.replaceAll(".", "/")}/`));
    assertEquals(await run(path(shop), files), { code: 0, out: folders.join("\n"), err: "" });
  }
});

Deno.test("B2.1 the command reads changed files from the standard input, as git diff prints them", async () => {
  using shop = project({ "src/a/mod.ts": 'import "../b/mod.ts";', "src/b/mod.ts": "", "src/c/mod.ts": "" });
  const main = new URL("../../src/modulith/command/main.ts", import.meta.url);
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const args = ["run", "--no-check", `--config=${config}`, "--allow-read", main.href, "src", "--affected-by=-"];
  const process = new Deno.Command(Deno.execPath(), {
    ...{ args, cwd: shop.root, stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode("src/b/deep/x.ts\r\nREADME.md\n"));
  await writer.close();
  const { code, stdout, stderr } = await process.output();
  assertEquals([code, new TextDecoder().decode(stdout)], [0, "src/a/\nsrc/b/\n"], new TextDecoder().decode(stderr));
});

Deno.test("B2.1 the command writes the structure that a service starts from, and reports when it is out of date", async () => {
  using shop = project({ "a/mod.ts": "", "b/mod.ts": 'import "../a/mod.ts";' });
  assertEquals(
    (await run(path(shop), "--write", "--check")).err,
    `out of date: ${path(shop, "application-modules.json")}`,
  );
  const written = await run(path(shop), "--write");
  assertEquals([written.code, written.out.split("\n")[0]], [0, `wrote ${path(shop, "application-modules.json")}`]);
  assertEquals((await run(path(shop), "--write", "--check")).code, 0);
  const { default: structure } = await import(new URL("application-modules.json", shop.root).href, {
    with: { type: "json" },
  });
  await using app = await createApp(createContainer(actuator({ diskSpace: false }), modulith({ structure })), {
    properties: { actuator: { discovery: true, exposureInclude: ["*"] } },
  });
  const response = await app.fetch(new Request("http://localhost/actuator/modulith"));
  assertEquals((await response.json()).b, {
    displayName: "B",
    basePackage: "shop.b",
    dependencies: [{ target: "a", types: ["DEFAULT"] }],
  });
  shop.write("a/mod.ts", "export const changed = true;");
  assertEquals((await run(path(shop), "--write", "--check")).code, 1);
});

Deno.test("B2.1 the command writes diagrams and canvases, or prints the overview", async () => {
  using shop = project({ "a/module.ts": declaration("{}"), "b/mod.ts": "" });
  const docs = path(shop, "docs/generated");
  const { code, out } = await run(path(shop), `--docs=${docs}`, "--detection=explicitly-declared");
  assertEquals([code, out.split("\n").length], [0, 4]);
  assertEquals([...Deno.readDirSync(docs)].map(({ name }) => name).sort(), [
    "components.puml",
    "module-a.md",
    "modules.md",
  ]);
  assertStringIncludes((await run(path(shop), "--docs=-")).out, 'm_b["B"]');
});

Deno.test("B2.1 canvases describe the modules and link their sources", async () => {
  using shop = project({
    "src/a (x)/mod.ts": "/**\n * Books | authors,\n * <b>all</b> of them.\n *\n * More.\n * @module\n */\nexport {};",
    "src/b/mod.ts": "/** About the class. */\nexport class B {}",
  });
  await run(path(shop, "src"), `--docs=${path(shop)}docs/modules`);
  const canvas = (name: string) => Deno.readTextFileSync(new URL(`docs/modules/module-${name}.md`, shop.root));
  assertStringIncludes(canvas("a (x)"), "| Description | Books \\| authors, &lt;b>all&lt;/b> of them. |\n");
  assertStringIncludes(canvas("a (x)"), "| Source | [a (x)/](../../src/a%20%28x%29/) |\n");
  assertEquals(canvas("b").includes("Description"), false);
  assertStringIncludes(canvas("b"), "| Source | [b/](../../src/b/) |\n");
});

Deno.test("B2.1 C-203 the command removes the canvases of modules that are gone, and nothing else", async () => {
  using shop = project({ "a/mod.ts": "", "old module/mod.ts": "" });
  const docs = path(shop, "docs");
  assertEquals((await run(path(shop), `--docs=${docs}`)).code, 0);
  shop.write("docs/module-guide.md", "# How to write a module\n");
  Deno.removeSync(new URL("old module", shop.root), { recursive: true });
  const { out } = await run(path(shop), `--docs=${docs}`, "--json");
  const { written, removed } = JSON.parse(out);
  assertEquals([written.length, removed], [3, [`${docs}/module-old module.md`]]);
  assertEquals([...Deno.readDirSync(docs)].map(({ name }) => name).sort(), [
    "components.puml",
    "module-a.md",
    "module-guide.md",
    "modules.md",
  ]);
});

Deno.test("B2.1 the command asks a running application for components and listeners", async () => {
  using shop = project({ "a/mod.ts": "", "b/mod.ts": 'import "../a/mod.ts";' });
  const descriptor = (name: string, dependencies: object[]) => ({
    displayName: name,
    basePackage: `shop.${name}`,
    dependencies,
  });
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ url }) =>
      url.endsWith("/gone")
        ? new Response(null, { status: 404 })
        : Response.json({ a: descriptor("a", []), b: descriptor("b", [{ target: "a", types: ["USES_COMPONENT"] }]) }),
  );
  const from = `--kinds-from=http://127.0.0.1:${server.addr.port}`;
  assertStringIncludes((await run(path(shop), "--docs=-", from)).out, "m_b -->|uses| m_a");
  assertStringIncludes((await run(path(shop), "--docs=-", `${from}/gone`)).err, "as it answers 404");
  shop.write("c/mod.ts", "");
  assertStringIncludes(
    (await run(path(shop), "--docs=-", from)).err,
    "Cannot document modules as their descriptions must be those of the sources, a, b, c: current value is a, b",
  );
});

Deno.test("B2.1 the command prints its help, and names invalid arguments", async () => {
  assertStringIncludes((await run("--help")).out, "Usage: modules");
  for (const args of [["--unknown"], ["--detection=guess"], ["--json=1"], ["--baseline"], ["/no/such/folder"]]) {
    const { code, err } = await run(...args);
    assertEquals([code, err !== ""], [2, true], args.join());
  }
  const { code, err } = await run("orders", "billing");
  assertEquals([code, err.trim()], [
    2,
    'Cannot use argument "billing" as there must be one folder: it is "orders" already',
  ]);
});

Deno.test("B2.1 the command finds folders and files whatever characters are in their names", async () => {
  using shop = project({ "a/mod.ts": "" }, "50% #1? é");
  const folder = `${decodeURIComponent(shop.root.pathname)}`;
  const { code, err } = await run(folder, "--write=the #1.json", `--baseline=${folder}50%.json`, "--update-baseline");
  assertEquals([code, err], [0, ""]);
  assertEquals([...Deno.readDirSync(shop.root)].map(({ name }) => name).sort(), ["50%.json", "a", "the #1.json"]);
});

Deno.test("B2.1 the command ends with its exit code", async () => {
  using shop = project(broken);
  const main = new URL("../../src/modulith/command/main.ts", import.meta.url).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--no-check", "--allow-read", main, path(shop)],
  });
  const { code, stdout } = await command.output();
  assertEquals([code, new TextDecoder().decode(stdout)], [1, "2 module(s), 1 violation(s)\n"]);
});
