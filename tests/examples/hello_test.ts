import { assertEquals, assertLessOrEqual } from "@std/assert";
import { createApp, createContainer, t } from "@espalier/espalier";
import { GraphQlTester } from "@espalier/espalier/testing";
import { features } from "../../examples/hello.ts";

Deno.test("hello: the whole service answers in process", async () => {
  await using app = await createApp(createContainer(...features));
  const response = await GraphQlTester.create(app).document('{ greeting(name: "Ada") }').execute();
  response.path("greeting").entity(t.string).isEqualTo("Hello, Ada!");
});

Deno.test("P3 hello: deno run with --allow-net alone serves it", async () => {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--allow-net", "examples/hello.ts", "0"],
    cwd: new URL("../../", import.meta.url),
    stdout: "piped",
    stderr: "inherit",
  });
  await using child = command.spawn();
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += text;
    const url = /http:\/\/\S+:\d+/.exec(output)?.[0];
    if (!url) continue;
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: '{ greeting(name: "Ada") }' }),
    });
    assertEquals(await response.json(), { data: { greeting: "Hello, Ada!" } });
    child.kill("SIGTERM");
  }
  assertEquals((await child.status).code, 0);
});

Deno.test("hello: the README shows the example as it is, in about 30 lines", async () => {
  const read = (path: string) => Deno.readTextFile(new URL(`../../${path}`, import.meta.url));
  const [example, readme] = await Promise.all([read("examples/hello.ts"), read("README.md")]);
  const [, schemaAndController = ""] = /(const schema[\s\S]*?\n}\n)/.exec(example) ?? [];
  assertEquals(readme.includes(schemaAndController), true);
  assertLessOrEqual(example.split("\n").length, 40);
});

Deno.test("README: its two commands run the tasks with one and the same Deno", async () => {
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  assertEquals(readme.match(/^npx --yes deno@\S+ task \w+$/gm), [
    "npx --yes deno@2.9.6 task start",
    "npx --yes deno@2.9.6 task test",
  ]);
});
