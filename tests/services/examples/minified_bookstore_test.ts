import { assert, assertEquals, assertStringIncludes } from "@std/assert";

const root = new URL("../../../", import.meta.url);
const tests = ["bookstore_test", "bookstore_data_test"];

async function deno(cwd: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd, env: { NO_COLOR: "1" } })
    .output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assertEquals(success, true, text);
  return text;
}

Deno.test("a minified bundle of framework, bookstore and its tests passes these tests, with the service's folder beside it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "espalier-minified-bookstore-" });
  try {
    await copyFolder(new URL("examples/bookstore/", root), new URL(`file://${folder}/examples/bookstore/`));
    const config = new URL("deno.json", root).pathname;
    for (const name of tests) {
      const output = `${folder}/tests/examples/${name}.js`;
      const source = new URL(`tests/examples/${name}.ts`, root).pathname;
      await deno(folder, "bundle", "--quiet", "--minify", "--config", config, "-o", output, source);
      assert(!(await Deno.readTextFile(output)).includes("OrderController"), "Names of classes are minified");
    }
    const files = tests.map((name) => `tests/examples/${name}.js`);
    const report = await deno(folder, "test", "--allow-all", "--no-config", "--no-check", ...files);
    assertStringIncludes(report, "| 0 failed");
    assert(Number(/(\d+) passed/.exec(report)?.[1]) >= 26, report);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Copies the service: schema files, migrations, and the sources by which modules are found and verified. */
async function copyFolder(from: URL, to: URL): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(new URL(`${name}/`, from), new URL(`${name}/`, to));
    else if (/\.(?:graphqls|sql|ts)$/.test(name)) await Deno.copyFile(new URL(name, from), new URL(name, to));
  }
}
