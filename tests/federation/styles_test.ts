import { controller, createApp, createContainer, graphql, param, QueryMapping, Resource, t } from "@espalier/espalier";
import { EntityMapping, entityMappings, federation, FederationSchemaFactory } from "@espalier/espalier/federation";
import {
  DataFetcherResult,
  type DataFetchingEnvironment,
  GraphQLError,
  GraphQlSourceBuilderCustomizer,
  ReferenceExecutionStrategy,
  SchemaReloader,
} from "@espalier/espalier/graphql";
import { inMemoryExporter, tracing } from "@espalier/espalier/observability";
import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { beans } from "../graphql/graphql_app.ts";
import { link, startSubgraph } from "./subgraph.ts";

const schema = `${link} type Book @key(fields: "id") @key(fields: "isbn") { id: ID! isbn: Int title: String }`;
const representations = [{ __typename: "Book", id: 1 }, { __typename: "Book", isbn: 2 }, {
  __typename: "Book",
  id: "3",
}];
const selection = "__typename ... on Book { id title }";
const expected = {
  _entities: [
    { __typename: "Book", id: "1", title: "by id" },
    { __typename: "Book", id: "i2", title: "by isbn" },
    { __typename: "Book", id: "3", title: "by id" },
  ],
};

class Book {
  constructor(readonly id: string, readonly title: string) {}
}
interface Schema {
  Book: { id: string; isbn: number | null; title: string | null };
}
const typed = entityMappings<Schema, { Book: Book }>();

class Standard {
  @typed.EntityMapping("Book", "idList")
  byId(ids: readonly string[]) {
    return Promise.resolve(ids.map((id) => new Book(id, "by id")));
  }
  @typed.EntityMapping("Book", "isbn", param.locale())
  byIsbn(isbn: number | null, _locale: string): Book {
    return new Book(`i${isbn}`, "by isbn");
  }
}
class Legacy {
  byId(id: string): Book {
    return new Book(id, "by id");
  }
  byIsbn(isbn: number): Book {
    return new Book(`i${isbn}`, "by isbn");
  }
}
/** What `experimentalDecorators` makes of a decorated method. */
function decorate<M extends (...args: never[]) => unknown>(
  name: keyof Legacy,
  decorator: (target: object, name: string, descriptor: TypedPropertyDescriptor<M>) => void,
): void {
  decorator(Legacy.prototype, name, Object.getOwnPropertyDescriptor(Legacy.prototype, name)!);
}
decorate("byId", EntityMapping({ typeName: "Book", params: [param.argument("id", t.id)] }));
decorate("byIsbn", EntityMapping({ typeName: "Book", params: [param.argument("isbn", t.int)] }));

const styles = { "typed mappings": controller(Standard), "legacy decorators": controller(Legacy) };
for (const [style, module] of Object.entries(styles)) {
  Deno.test(`entities are mapped by ${style}`, async () => {
    await using app = await startSubgraph(schema, [module]);
    assertEquals(await app.entities(representations, selection), { data: expected });
  });
}

Deno.test("typed mappings refuse what is no name, and what the entity does not have", async () => {
  assertThrows(
    () => typed.EntityMapping(1 as never),
    TypeError,
    "Cannot use @EntityMapping as its first argument must be the name of an entity: current value is 1",
  );
  class Wrong {
    // @ts-expect-error: the entity has no such field
    @typed.EntityMapping("Book", "number")
    byNumber(_: never): Book | null {
      return null;
    }
    // @ts-expect-error: a batch returns a list
    @typed.EntityMapping("Book", "idList")
    byId(_: readonly string[]): Book | null {
      return null;
    }
  }
  const error = await assertRejects(() => startSubgraph(schema, [controller(Wrong)]), Error);
  assertStringIncludes(error.message, 'its argument "number" must be a field of entity "Book"');
});

Deno.test("the reference engine resolves the same entities with the same errors", async () => {
  const reference = beans(({ bind }) => {
    bind(GraphQlSourceBuilderCustomizer).toConstantValue({
      customize: (builder) => {
        builder.configureGraphQl((graphQl) => graphQl.queryExecutionStrategy(new ReferenceExecutionStrategy()));
      },
    });
  });
  await using app = await startSubgraph(schema, [controller(Standard), reference]);
  assertEquals(await app.entities(representations, selection), { data: expected });
  const { data, errors } = await app.entities([{ __typename: "None" }, ...representations], selection);
  assertEquals(data, { _entities: [null, ...expected._entities] });
  assertEquals(errors!.map(({ message, path }) => [message, path]), [["No entity fetcher", ["_entities", 0]]]);
});

Deno.test("a DataFetcherResult reports its errors at the entity, beside its data", async () => {
  class Results {
    @EntityMapping({ typeName: "Book", params: [param.argument("id", t.id)] })
    byId(id: string) {
      const errors = [new GraphQLError(`half of ${id}`, { extensions: { classification: "BAD_REQUEST" } })];
      return new DataFetcherResult({
        data: id === "0" ? null : new Book(id, "half"),
        errors,
        extensions: { seen: id },
      });
    }
  }
  await using app = await startSubgraph(`${link} type Book @key(fields: "id") { id: ID! title: String }`, [
    controller(Results),
  ]);
  const given = ["0", "1"].map((id) => ({ __typename: "Book", id }));
  const { data, errors, extensions } = await app.entities(given, "... on Book { title }");
  assertEquals(data, { _entities: [null, { title: "half" }] });
  assertEquals(errors!.map(({ message, path }) => [message, path]), [
    ["half of 0", ["_entities", 0]],
    ["half of 1", ["_entities", 1]],
  ]);
  assertEquals(extensions, { seen: "1" });
});

Deno.test("one object can't stand for entities of two types in a request", async () => {
  const shared = { id: "1" };
  class Shared {
    @EntityMapping({ params: [param.argument("id", t.id)] })
    book(_: string) {
      return shared;
    }
    @EntityMapping({ params: [param.argument("id", t.id)] })
    film(_: string) {
      return shared;
    }
  }
  const types = `${link} type Book @key(fields: "id") { id: ID! } type Film @key(fields: "id") { id: ID! }`;
  await using app = await startSubgraph(types, [controller(Shared)]);
  const one = (__typename: string) => ({ __typename, id: "1" });
  assertEquals((await app.entities([one("Film"), one("Film")], "__typename")).data, {
    _entities: [{ __typename: "Film" }, { __typename: "Film" }],
  });
  const both = await app.entities([one("Book"), one("Film")], "__typename");
  assertEquals(both.data, { _entities: [{ __typename: "Book" }, null] });
  assertEquals(both.errors!.map(({ extensions }) => extensions?.classification), ["INTERNAL_ERROR"]);
});

Deno.test("a representation that is nested very deep, or has names of objects, is read by the fields of its type alone", async () => {
  const tree = `${link} type Node @key(fields: "id") { id: ID! child: Node constructor: String }`;
  class Nodes {
    @EntityMapping({ params: [param.arguments()] })
    node(values: Readonly<Record<string, unknown>>) {
      return { id: Object.keys(values).sort().join(), constructor: values.constructor ?? null };
    }
  }
  await using app = await startSubgraph(tree, [controller(Nodes)]);
  const query = "query ($of: [_Any!]!) { _entities(representations: $of) { ... on Node { id constructor } } }";
  const named = '{"__typename":"Node","id":"2","__proto__":{"x":1},"toString":"s","constructor":"c"}';
  const ask = async (levels: number) => {
    const deep = `{"__typename":"Node","id":"1","child":${'{"child":'.repeat(levels)}null${"}".repeat(levels + 1)}`;
    const headers = { "content-type": "application/json" };
    const body = `{"query":${JSON.stringify(query)},"variables":{"of":[${deep},${named}]}}`;
    return await (await app.app.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body })))
      .json();
  };
  assertEquals(await ask(400), {
    data: {
      _entities: [{ id: "__typename,child,id", constructor: null }, {
        id: "__typename,constructor,id",
        constructor: "c",
      }],
    },
  });
  const [{ message }] = (await ask(40_000)).errors;
  assertEquals(message, 'Cannot read "variables" as the nesting of its values must be <= 500: current value is larger');
});

Deno.test("26.3 the trace context of a gateway is continued by tracing()", async () => {
  const memory = inMemoryExporter();
  await using app = await startSubgraph(schema, [controller(Standard), tracing({ exporters: [memory] })]);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  await app.entities(representations, selection, { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
  assertEquals(new Set(memory.spans.map((span) => span.spanContext().traceId)), new Set([traceId]));
  const root = memory.spans.find((span) => span.parentSpanContext?.spanId === "b7ad6b7169203331");
  assertEquals(root?.name, "POST /graphql");
});

Deno.test("representations are read from literals with variables, of a query type of any name, and are declared twice at will", async () => {
  const own = `${link} schema { query: Library }
    scalar _Any union _Entity = Book
    type Library { _entities(representations: [_Any!]!): [_Entity]! title: String }
    type Book @key(fields: "id") { id: ID! title: String }`;
  class Books {
    @EntityMapping("Book")
    book(environment: DataFetchingEnvironment) {
      return new Book(String(environment.argument("id")), "any");
    }
  }
  await using app = await startSubgraph(own, [controller(Books)]);
  const query =
    '{ _entities(representations: [{ __typename: "Book", id: 7 }, { __typename: "Book", id: $id }]) { ... on Book { id } } }';
  const { body } = await app.post({ query: `query ($id: ID!) ${query}`, variables: { id: "8" } });
  assertEquals(body, { data: { _entities: [{ id: "7" }, { id: "8" }] } });
  const sdl = await app.sdl();
  for (const machinery of ["_entities", "_Any", "_Entity", "_service"]) assertEquals(sdl.includes(machinery), false);
  assertStringIncludes(sdl, "title: String");
  assertEquals(app.container.get(FederationSchemaFactory).mappings, [
    { predicate: "Query._entities Book", handler: "Books#book[1 args]" },
  ]);
});

Deno.test("a reloaded schema has its own entities and keys; one that can't be used leaves those of before", async () => {
  let keys = '@key(fields: "id")';
  const text = () => Promise.resolve(`${link} type Book ${keys} { id: ID! isbn: Int title: String }`);
  class Books {
    @EntityMapping({ typeName: "Book", params: [param.arguments()] })
    book(values: Readonly<Record<string, unknown>>) {
      return new Book(`${values.id ?? values.isbn}`, "any");
    }
  }
  const schema = [{ description: "books", text }];
  await using app = await createApp(createContainer(graphql({ schema }), federation(), controller(Books)), {
    properties: { logging: { level: "OFF" } },
  });
  const ask = async () => {
    const query =
      '{ _service { sdl } _entities(representations: [{ __typename: "Book", isbn: 1 }]) { ... on Book { id } } }';
    const response = await app.fetch(new Request(`http://localhost/graphql?query=${encodeURIComponent(query)}`));
    const { data, errors = [] } = await response.json();
    return [data._entities, errors.length, data._service.sdl.includes('"isbn"')];
  };
  assertEquals(await ask(), [[null], 1, false]);
  keys = '@key(fields: "id") @key(fields: "isbn")';
  await app.container.get(SchemaReloader).reload();
  assertEquals(await ask(), [[{ id: "1" }], 0, true]);
  keys = '@key(fields: "none")';
  await assertRejects(() => app.container.get(SchemaReloader).reload(), Error, 'must have a field "none"');
  assertEquals(await ask(), [[{ id: "1" }], 0, true]);
  assertStringIncludes(app.container.get(FederationSchemaFactory).sdl!, '"isbn"');
});

Deno.test("@EntityMapping without federation(), and federation() without graphql(), end the start", async () => {
  class Plain extends Legacy {
    @QueryMapping()
    book() {
      return null;
    }
  }
  const plain = graphql({ schema: [Resource.text("plain", "type Query { book: Int }")] });
  const missing = await assertRejects(() => createApp(createContainer(plain, controller(Plain))), Error);
  assertStringIncludes(missing.message, "federation() must be installed: add it to createContainer");
  const alone = await assertRejects(() => createApp(createContainer(federation())), Error);
  assertStringIncludes(alone.message, "graphql() must be installed: add it to createContainer");
});
