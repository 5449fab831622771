import { assertEquals } from "@std/assert";
import { type Application, createApp, createContainer } from "@espalier/espalier";
import { GraphQlSource, SchemaReloader } from "@espalier/espalier/graphql";
import { GraphQlTester } from "@espalier/espalier/testing";
import { printSchema } from "graphql";
import { features } from "../../examples/bookstore/features.ts";
import { BookWithAuthor } from "../../examples/bookstore/operations.ts";

const root = new URL("../../examples/bookstore/main.ts", import.meta.url);

/** What operators and clients see of the schema. */
async function seen(app: Application): Promise<unknown[]> {
  const asked = async (path: string) =>
    await (await app.fetch(new Request(`http://localhost/actuator/${path}`))).json();
  return [
    await GraphQlTester.create(app).execute(BookWithAuthor, { id: "pg1342" }),
    printSchema(app.container.get(GraphQlSource).schema),
    await asked("mappings"),
    Object.keys((await asked("caches")).cacheManagers.graphql.caches),
    (await asked("graphql")).findings,
  ];
}

Deno.test("26.7 bookstore: a reload of the same schema files changes nothing, with all features installed", async () => {
  await using app = await createApp(createContainer(...features("sqlite::memory:")), {
    root,
    properties: {
      logging: { level: "OFF" },
      actuator: { exposureInclude: ["*"] },
      graphql: { inspectionEndpoint: true },
    },
  });
  const before = await seen(app);
  const reloader = app.container.get(SchemaReloader);
  for (let i = 0; i < 3; i++) assertEquals((await reloader.reload()).breakingChanges, []);
  assertEquals([reloader.generation, await seen(app)], [4, before]);
});
