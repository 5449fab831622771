import { assertEquals, assertStringIncludes } from "@std/assert";

const root = new URL("../../../", import.meta.url);

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const command = new Deno.Command(Deno.execPath(), { args: ["run", "--no-prompt", ...args], cwd: root });
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

const inspect = ["--allow-read", "--allow-env", "src/commands/inspect.ts"];

Deno.test("the inspect command ends with 0 on the bookstore", async () => {
  const { code, output } = await run(...inspect, "examples/bookstore/features.ts");
  assertEquals([code, output.trim()], [0, "GraphQL schema inspection: no findings"]);
});

Deno.test("the inspect command ends with 1 on errors, 0 on what is let pass, in the format asked for", async () => {
  const service = "tests/graphql/inspection/fixtures/faulty_service.ts";
  const text = await run(...inspect, service);
  assertEquals(text.code, 1);
  assertStringIncludes(text.output, "Query.missing has no data fetcher");
  const json = await run(...inspect, service, "--format", "json", "--fail-on", "none");
  assertEquals(json.code, 0);
  assertEquals(JSON.parse(json.output).findings[0].section, "unmappedFields");
});

Deno.test("the inspect command tells how to use it, and what a module must export", async () => {
  const usage = await run(...inspect);
  assertEquals(usage.code, 2);
  assertStringIncludes(usage.output, "Usage: inspect");
  const wrong = await run(...inspect, "tests/graphql/inspection/fixtures/shelf.ts");
  assertEquals(wrong.code, 2);
  assertStringIncludes(wrong.output, 'as its export "features" must be a list of container modules, a container, an');
  assertStringIncludes(wrong.output, "current value is undefined. --export names another export");
  const misspelt = await run(...inspect, "--formt", "json", "x.ts");
  assertEquals([misspelt.code, misspelt.output.includes("Unknown option '--formt'")], [2, true]);
  const format = await run(...inspect, "--format", "xml", "x.ts");
  assertEquals([format.code, format.output.trim()], [
    2,
    'Cannot use option "--format" as it must be one of text, json, sarif: current value is "xml"',
  ]);
  const section = await run(...inspect, "--fail-on", "unmappedFields,unmapedArguments", "x.ts");
  assertEquals(section.code, 2);
  assertStringIncludes(
    section.output,
    'Cannot use option "--fail-on" as it must be "none" or a comma-separated list of',
  );
  assertStringIncludes(section.output, 'current value is "unmapedArguments"');
});

Deno.test("the inspect command takes a function that starts the application", async () => {
  const service = "tests/graphql/inspection/fixtures/started_service.ts";
  const { code, output } = await run(...inspect, "--export", "createService", service);
  assertEquals(code, 1);
  assertStringIncludes(output, "Query.missing has no data fetcher");
});

Deno.test("the facts command writes the project's types, and checks whether they are up to date", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.copyFile(new URL("../../graphql/inspection/fixtures/shelf.ts", import.meta.url), `${folder}/shelf.ts`);
  const types = (...args: string[]) =>
    run(
      "--allow-read",
      "--allow-env",
      `--allow-write=${folder}`,
      "src/graphql/type_facts/command.ts",
      "--root",
      folder,
      ...args,
    );
  const misspelt = await types("--rot", "x");
  assertEquals([misspelt.code, misspelt.output.trim().split("\n").length], [2, 1]);
  const module = `${folder}/shelf.ts`;
  const before = await types("--check", module);
  assertEquals([before.code, before.output.trim()], [1, "graphql-facts.json is missing: run the facts task"]);
  const written = await types(module);
  assertEquals([written.code, written.output.trim()], [0, "Wrote the types of 4 classes to graphql-facts.json"]);
  assertEquals((await types("--check", module)).code, 0);
  await Deno.writeTextFile(module, "\nexport class More {}\n", { append: true });
  assertEquals((await types("--check", module)).code, 1);
  await Deno.remove(folder, { recursive: true });
});
