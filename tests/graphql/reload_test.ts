import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  ContainerModule,
  controller,
  ManagedCache,
  QueryMapping,
  Resource,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import {
  type Application,
  createApp,
  createContainer,
  graphql,
  LeveledLogger,
  Logger,
  type LogRecord,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import {
  BoundedDocumentCache,
  GraphQlSource,
  GraphQlSourceBuilderCustomizer,
  SchemaReloader,
  SchemaReloadError,
} from "@espalier/espalier/graphql";
import { visibility } from "@espalier/espalier/security";
import { eventsOf } from "./transport/sse_events.ts";

/** A schema that a test changes. */
class Changing {
  readonly description = "changing";
  constructor(public schema: string) {}
  text(): string {
    return this.schema;
  }
}

interface Running {
  readonly app: Application;
  readonly logged: LogRecord[];
  ask(query: string, headers?: Record<string, string>): Promise<Record<string, unknown>>;
  reload(): ReturnType<SchemaReloader["reload"]>;
}

async function start(
  schema: Resource,
  modules: readonly ContainerModule[] = [],
  properties: Parameters<typeof createApp>[1] = {},
): Promise<Running> {
  const logged: LogRecord[] = [];
  const logging = new ContainerModule(({ bind }) => {
    bind(Logger).toConstantValue(new LeveledLogger({ "": "INFO" }, (record) => void logged.push(record)));
  });
  const app = await createApp(createContainer(graphql({ schema: [schema] }), logging, ...modules), properties);
  return {
    app,
    logged,
    ask: async (query, headers = {}) => await (await app.fetch(post(query, headers))).json(),
    reload: () => app.container.get(SchemaReloader).reload(),
  };
}

function post(query: string, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query }),
  });
}

class Books {
  @QueryMapping({ returns: t.unknown })
  book(): unknown {
    return { title: "Emma", year: 1815 };
  }
}

const before = "type Query { book: Book } type Book { title: String }";
const after = "type Query { book: Book } type Book { title: String! year: Int }";

Deno.test("26.7 a reload serves new operations by the changed schema, also documents that were refused before", async () => {
  const schema = new Changing(before);
  const { app, ask, reload, logged } = await start(schema, [controller(Books)]);
  await using _app = app;
  assertStringIncludes(JSON.stringify(await ask("{ book { year } }")), "Cannot query field");
  assertEquals(await ask("{ book { title } }"), { data: { book: { title: "Emma" } } });
  schema.schema = after;
  assertEquals(await reload(), { generation: 2, breakingChanges: [] });
  assertEquals(await ask("{ book { year } }"), { data: { book: { year: 1815 } } });
  schema.schema = before;
  const { breakingChanges } = await reload();
  assertEquals(breakingChanges.some((change) => change.includes("Book.year")), true);
  assertStringIncludes(JSON.stringify(await ask("{ book { year } }")), "Cannot query field");
  assertEquals(logged.filter(({ message }) => message.startsWith("Reloaded")).map(({ message }) => message), [
    "Reloaded the GraphQL schema: generation 2",
    "Reloaded the GraphQL schema: generation 3",
  ]);
});

Deno.test("26.7 caches, schema texts, capabilities, inspection and usage follow the schema in use", async () => {
  const schema = new Changing(before);
  const { app, ask, reload } = await start(schema, [controller(Books), actuator()], {
    properties: {
      graphql: { schemaEndpoint: true, usageReport: 10, inspectionEndpoint: true },
      actuator: { exposureInclude: ["graphql"] },
    },
  });
  await using _app = app;
  const text = async (path: string) => await (await app.fetch(new Request(`http://localhost${path}`))).text();
  await ask("{ book { title } }");
  await text("/graphql/schema");
  schema.schema = `${after} extend type Query { lost: Int }`;
  await reload();
  assertStringIncludes(await text("/graphql/schema"), "year: Int");
  assertEquals(await ask('{ __type(name: "Book") { fields { name } } }'), {
    data: { __type: { fields: [{ name: "title" }, { name: "year" }] } },
  });
  const inspected = JSON.parse(await text("/actuator/graphql"));
  assertStringIncludes(JSON.stringify(inspected), "Query.lost");
  assertStringIncludes(JSON.stringify(inspected), "Book.title");
  const documents = app.container.getAll(ManagedCache).filter(({ name }) => name.startsWith("documents"));
  assertEquals(documents.length, 1);
  assertEquals((await documents[0]!.statistics()).entries, 1);
  await ask("{ book { year } }");
  assertStringIncludes(await text("/actuator/graphql"), "Book.year");
});

const broken: Record<string, [string, string]> = {
  "a syntax error": ["type Query {", "Failed to parse schema resource: changing, line 1, column 13"],
  "an unknown type": ["type Query { book: Boook }", 'Unknown type "Boook". (changing, line 1, column 20)'],
  "a rule for nothing": ["type Query { book: Int! @semanticNonNull }", "level 0 is non-null already"],
};

for (const [kind, [text, message]] of Object.entries(broken)) {
  Deno.test(`26.7 a changed schema with ${kind} leaves the old one in use and says why`, async () => {
    const schema = new Changing(before);
    const { app, ask, reload } = await start(schema, [controller(Books)]);
    await using _app = app;
    schema.schema = text;
    const error = await assertRejects(reload, SchemaReloadError);
    assertStringIncludes(error.message, "Cannot reload the schema, generation 1 stays in use: ");
    assertStringIncludes(error.message, message);
    assertEquals(await ask("{ book { title } }"), { data: { book: { title: "Emma" } } });
    schema.schema = after;
    assertEquals((await reload()).generation, 2);
  });
}

Deno.test("26.7 a subscription goes on with the schema in which it began", async () => {
  const events = Promise.withResolvers<void>();
  class Ticks {
    @SubscriptionMapping({ returns: t.unknown })
    async *tick(): AsyncGenerator<unknown> {
      yield { n: 1, old: "yes" };
      await events.promise;
      yield { n: 2, old: "still" };
    }
  }
  const schema = new Changing(
    "type Query { a: Int } type Subscription { tick: Tick } type Tick { n: Int old: String }",
  );
  const { app, ask, reload } = await start(schema, [controller(Ticks)]);
  await using _app = app;
  const response = await app.fetch(post("subscription { tick { n old } }", { accept: "text/event-stream" }));
  schema.schema = "type Query { a: Int b: Int } type Subscription { tick: Tick } type Tick { n: Int }";
  await reload();
  assertStringIncludes(JSON.stringify(await ask("subscription { tick { old } }")), "Cannot query field");
  events.resolve();
  const data = (await eventsOf(response)).map((event) => (event.data as { data?: unknown }).data).filter(Boolean);
  assertEquals(data, [{ tick: { n: 1, old: "yes" } }, { tick: { n: 2, old: "still" } }]);
});

Deno.test("26.7 100 reloads under traffic: no request fails, and what is asked for fits the schema that answers", async () => {
  const schema = new Changing(before);
  const { app, ask, reload } = await start(schema, [controller(Books)]);
  await using _app = app;
  let isOver = false;
  let answered = 0;
  const client = async () => {
    while (!isOver) {
      const answer = await ask("{ book { title } }");
      assertEquals(answer, { data: { book: { title: "Emma" } } });
      answered++;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  const clients = [client(), client(), client()];
  for (let i = 0; i < 100; i++) {
    schema.schema = i % 2 === 0 ? after : before;
    assertEquals((await reload()).generation, i + 2);
    await new Promise((resolve) => setTimeout(resolve, 0)); // the schema is in memory: reading it lets no request in
  }
  isOver = true;
  await Promise.all(clients);
  assert(answered > 100, `${answered}`);
});

Deno.test("26.7 reloads that are asked for at once run one after the other, and share the last", async () => {
  const schema = new Changing(before);
  const { app, reload } = await start(schema, [controller(Books)]);
  await using _app = app;
  const first = reload();
  await Promise.resolve();
  await Promise.resolve();
  const all = await Promise.all([first, reload(), reload(), reload()]);
  assertEquals(all.map(({ generation }) => generation), [2, 3, 3, 3]);
});

Deno.test("26.7 a reload must not bring to light what a visibility profile hides by a name that is gone", async () => {
  const schema = new Changing("type Query { book: Book } type Book { title: String price: Int }");
  const profiles = visibility({ profiles: { public: { hide: ["Book.price"] } }, choose: () => "public" });
  const { app, ask, reload } = await start(schema, [controller(Books), profiles]);
  await using _app = app;
  schema.schema = "type Query { book: Book } type Book { title: String cost: Int }";
  const error = await assertRejects(reload, SchemaReloadError);
  assertStringIncludes(error.message, 'profile "public" hides "Book.price", which the schema must have');
  schema.schema = "type Query { book: Book } type Book { title: String price: Int year: Int }";
  await reload();
  assertEquals(await ask("{ book { year } }"), { data: { book: { year: 1815 } } });
  assertStringIncludes(JSON.stringify(await ask("{ book { price } }")), "Cannot query field");
});

Deno.test("26.7 a document provider that several schemas would share is refused, and so is a source of the application's", async () => {
  const shared = new BoundedDocumentCache();
  const sharing = new ContainerModule(({ bind }) => {
    bind(GraphQlSourceBuilderCustomizer).toConstantValue({
      customize: (builder) => void builder.configureGraphQl((engine) => engine.preparsedDocumentProvider(shared)),
    });
  });
  const { app, reload } = await start(new Changing(before), [controller(Books), sharing]);
  await using _app = app;
  assertStringIncludes((await assertRejects(reload, SchemaReloadError)).message, "within configureGraphQl");
  const own = await GraphQlSource.schemaResourceBuilder().schemaResources(Resource.text("s", before)).build();
  const owning = new ContainerModule(({ bind }) => void bind(GraphQlSource).toConstantValue(own));
  const other = await start(new Changing(before), [owning]);
  await using _other = other.app;
  assertStringIncludes((await assertRejects(other.reload, SchemaReloadError)).message, "a GraphQlSource of its own");
});

Deno.test("26.7 graphql.watchSchema reloads when a schema file changes; a broken file is logged, and the next change taken", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/graphql`);
  const write = (text: string) => Deno.writeTextFile(`${folder}/graphql/a.graphqls`, text);
  await write(before);
  const logged: string[] = [];
  let wake = () => {};
  const logging = new ContainerModule(({ bind }) => {
    bind(Logger).toConstantValue(
      new LeveledLogger({ "": "INFO" }, ({ message }) => {
        logged.push(message);
        wake();
      }),
    );
  });
  const until = async (text: string) => {
    while (!logged.some((message) => message.includes(text))) await new Promise<void>((resolve) => wake = resolve);
  };
  {
    await using app = await createApp(createContainer(graphql(), logging, controller(Books)), {
      root: new URL(`file://${folder}/`),
      properties: { graphql: { watchSchema: true } },
    });
    await write("type Query {");
    await until("Cannot reload the schema, generation 1 stays in use");
    await write(after);
    await until("Reloaded the GraphQL schema: generation 2");
    const answer = await (await app.fetch(post("{ book { year } }"))).json();
    assertEquals(answer, { data: { book: { year: 1815 } } });
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("26.7 schemas that were replaced are released, with their documents and plans", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const schema = new Changing(before);
  const { app, ask, reload } = await start(schema, [controller(Books)]);
  await using _app = app;
  const schemas: WeakRef<object>[] = [];
  for (let i = 0; i < 30; i++) {
    schemas.push(new WeakRef(app.container.get(GraphQlSource).schema));
    for (let n = 0; n < 4; n++) await ask("{ book { title } }");
    schema.schema = i % 2 === 0 ? after : before;
    await reload();
  }
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    collectGarbage();
  }
  const alive = schemas.filter((each) => each.deref() !== undefined).length;
  assert(alive <= 2, `${alive} of 30 replaced schemas are in memory`);
});
