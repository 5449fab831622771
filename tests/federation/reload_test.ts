import { assertEquals, assertStringIncludes } from "@std/assert";
import { createApp, createContainer, graphql } from "@espalier/espalier";
import { federation } from "@espalier/espalier/federation";
import { SchemaReloader } from "@espalier/espalier/graphql";
import { link } from "./subgraph.ts";

Deno.test("26.7 26.3 a subgraph that is reloaded publishes the changed schema to its gateway", async () => {
  let text = `${link} type Query { a: Int }`;
  const schema = { description: "subgraph", text: () => text };
  await using app = await createApp(createContainer(graphql({ schema: [schema] }), federation()), {
    properties: { logging: { level: "OFF" } },
  });
  const sdl = async () => {
    const response = await app.fetch(new Request("http://localhost/graphql?query={_service{sdl}}"));
    return (await response.json()).data._service.sdl as string;
  };
  assertStringIncludes(await sdl(), "a: Int");
  text = text.replace("a: Int }", "a: Int b: Int }");
  assertEquals((await app.container.get(SchemaReloader).reload()).breakingChanges, []);
  assertStringIncludes(await sdl(), "b: Int");
});
