import { assertEquals } from "@std/assert";
import {
  type Application,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  graphql,
  Resource,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";

const schema = `
type Query { book(id: ID, old: Boolean @deprecated(reason: "Use id")): Book broken: String! }
type Book { title: String name: String @deprecated(reason: "Use title") genre(of: Genre): String }
enum Genre { NOVEL POEM @deprecated(reason: "Use NOVEL") }`;

interface Usage {
  readonly documents: {
    operationName: string | null;
    document: string;
    count: number;
    errors: number;
    clients: object;
  }[];
  readonly otherExecutions: number;
  readonly fields: { coordinate: string; count: number; clients: object }[];
  readonly deprecated: { coordinate: string; deprecationReason: string; count: number; clients: object }[];
}

function start(properties: EspalierPropertiesInput): Promise<Application> {
  return createApp(createContainer(actuator(), graphql({ schema: [Resource.text("schema.graphqls", schema)] })), {
    properties: { logging: { level: "OFF" }, ...properties },
  });
}

async function run(app: Application, query: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query }),
    }),
  );
  await response.body?.cancel();
}

async function usageOf(app: Application): Promise<Usage> {
  const response = await app.fetch(new Request("http://localhost/actuator/graphql"));
  return (await response.json()).usage;
}

const counted = { actuator: { exposureInclude: ["graphql"] }, graphql: { usageReport: 3 } } as const;

Deno.test("25.1 graphql reports documents with counts and errors, without what clients typed into them", async () => {
  await using app = await start(counted);
  const web = { "apollographql-client-name": "web" };
  await run(app, 'query Book { book(id: "secret-1") { title } }', web);
  await run(app, 'query Book { book(id: "secret-2") { title } }', { "graphql-client-name": "phone" });
  await run(app, "{ broken }");
  await run(app, "{ unknown }");
  const { documents } = await usageOf(app);
  assertEquals(
    documents.map(({ operationName, document, count, errors, clients }) => ({
      operationName,
      document,
      count,
      errors,
      clients,
    })),
    [
      {
        operationName: "Book",
        document: 'query Book {\n  book(id: "") {\n    title\n  }\n}',
        count: 2,
        errors: 0,
        clients: { web: 1, phone: 1 },
      },
      { operationName: null, document: "{\n  broken\n}", count: 1, errors: 1, clients: { _UNKNOWN: 1 } },
    ],
  );
});

Deno.test("25.1 graphql reports deprecated fields, arguments and values with the clients that use them", async () => {
  await using app = await start(counted);
  await run(app, "{ book(old: true) { name genre(of: POEM) ...F } } fragment F on Book { title }", {
    "graphql-client-name": "old app",
  });
  const { fields, deprecated } = await usageOf(app);
  assertEquals(fields.map(({ coordinate }) => coordinate), [
    "Book.genre",
    "Book.name",
    "Book.title",
    "Genre.POEM",
    "Query.book",
    "Query.book(old:)",
  ]);
  const clients = { "old app": 1 };
  assertEquals(
    deprecated,
    [
      { coordinate: "Book.name", deprecationReason: "Use title", count: 1, clients },
      { coordinate: "Genre.POEM", deprecationReason: "Use NOVEL", count: 1, clients },
      { coordinate: "Query.book(old:)", deprecationReason: "Use id", count: 1, clients },
    ],
  );
});

Deno.test("25.1 graphql keeps a bounded number of documents and clients, and the uses of fields of all", async () => {
  await using app = await start(counted);
  for (let count = 0; count < 300; count++) {
    await run(app, `query Q${count} { book { title } }`, { "graphql-client-name": `client ${count}` });
  }
  const { documents, otherExecutions, fields } = await usageOf(app);
  assertEquals([documents.length, otherExecutions], [3, 297]);
  const title = fields.find(({ coordinate }) => coordinate === "Book.title")!;
  assertEquals([title.count, Object.keys(title.clients).length], [300, 101]);
});

Deno.test("25.1 production counts nothing, and shows a count only where it is exposed", async () => {
  for (const [properties, status] of [[{}, 404], [{ graphql: { usageReport: 3 } }, 404], [counted, 200]] as const) {
    await using app = await start(properties);
    const response = await app.fetch(new Request("http://localhost/actuator/graphql"));
    await response.body?.cancel();
    assertEquals(response.status, status);
  }
});
