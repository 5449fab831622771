import { controller, GraphQlExceptionHandler, param, t } from "@espalier/espalier";
import { EntityMapping } from "@espalier/espalier/federation";
import { type DataFetchingEnvironment, ErrorType, GraphqlErrorBuilder } from "@espalier/espalier/graphql";
import { assertEquals, assertRejects } from "@std/assert";
import { link, startSubgraph } from "./subgraph.ts";

const schema = `${link}
interface Media @key(fields: "id") { id: ID! }
interface PrintedMedia implements Media @key(fields: "id") { id: ID! }
type Book implements Media & PrintedMedia @key(fields: "id") { id: ID! author: Author publisher: Publisher }
type Author { id: ID! firstName: String lastName: String }
type Publisher @key(fields: "id", resolvable: false) { id: ID! }
`;

class Author {
  constructor(readonly id: string, readonly firstName: string, readonly lastName: string) {}
}
class Book {
  constructor(readonly id: string, readonly author: Author) {}
}
const joseph = new Author("103", "Joseph", "Heller"), george = new Author("101", "George", "Orwell");
const books = new Map([["3", new Book("3", joseph)], ["5", new Book("5", george)]]);
class Handled extends Error {}

function find(id: string): Book | null {
  if (id === "-97") throw new Handled("handled");
  if (id === "-98") throw new Error("not handled");
  return books.get(id) ?? null;
}

class Handlers {
  @GraphQlExceptionHandler(Handled)
  handle(error: Handled, environment: DataFetchingEnvironment) {
    return GraphqlErrorBuilder.newError(environment).message(error.message).errorType(ErrorType.BAD_REQUEST).build();
  }
}

class BookController extends Handlers {
  @EntityMapping({ params: [param.argument("id", t.id)], returns: t.nullable(t.object(() => Book)) })
  book(id: string): Book | null {
    return find(id);
  }
}

class BatchController extends Handlers {
  readonly calls: (readonly string[])[] = [];
  @EntityMapping({ params: [param.argument("idList", t.list(t.id))] })
  book(ids: readonly string[]): (Book | null)[] {
    this.calls.push(ids);
    return ids.includes("-1") ? [] : ids.includes("-2") ? ids.slice(1).map(find) : ids.map(find);
  }
}

class MediaController {
  @EntityMapping({ params: [param.argument("id", t.id)] })
  media(id: string) {
    return find(id);
  }
}

const selection = "__typename ... on Book { id author { firstName } }";
const book = (id: string, firstName: string) => ({ __typename: "Book", id, author: { firstName } });
const bookOf = (id: unknown) => ({ __typename: "Book", id });

Deno.test("C445 errors of single entities are reported at their index, and the others are returned", async () => {
  await using app = await startSubgraph(schema, [controller(BookController), controller(MediaController)]);
  const given = [{}, { __typename: "Unknown" }, bookOf("-97"), bookOf("-98"), bookOf("-99"), bookOf("3"), bookOf(5)];
  const { data, errors } = await app.entities(given, selection);
  assertEquals(data, { _entities: [null, null, null, null, null, book("3", "Joseph"), book("5", "George")] });
  const masked = /^INTERNAL_ERROR for \S+$/;
  assertEquals(
    errors!.map((
      { message, path, extensions },
    ) => [message.replace(masked, "masked"), path, extensions?.classification])
      .sort((a, b) => Number((a[1] as number[])[1]) - Number((b[1] as number[])[1])),
    [
      ['Missing "__typename" argument', ["_entities", 0], "BAD_REQUEST"],
      ["No entity fetcher", ["_entities", 1], "INTERNAL_ERROR"],
      ["handled", ["_entities", 2], "BAD_REQUEST"],
      ["masked", ["_entities", 3], "INTERNAL_ERROR"],
      ["Entity fetcher returned null or completed empty", ["_entities", 4], "INTERNAL_ERROR"],
    ],
  );
});

Deno.test("C446 no representations give no entities", async () => {
  await using app = await startSubgraph(schema, [controller(BatchController), controller(MediaController)]);
  assertEquals(await app.entities([], selection), { data: { _entities: [] } });
});

Deno.test("C447 a batch method gets all representations in one call, and its list keeps their order", async () => {
  await using app = await startSubgraph(schema, [controller(BatchController), controller(MediaController)]);
  const { calls } = app.container.get(BatchController);
  const query = `query ($a: [_Any!]!, $b: [_Any!]!) {
    a: _entities(representations: $a) { ${selection} } b: _entities(representations: $b) { ${selection} } }`;
  const { body } = await app.post({ query, variables: { a: [bookOf("5"), bookOf("3")], b: [bookOf("3")] } });
  assertEquals(body, { data: { a: [book("5", "George"), book("3", "Joseph")], b: [book("3", "Joseph")] } });
  assertEquals(calls, [["5", "3", "3"]]);
});

Deno.test("C448 the exception of a batch is reported for each of its representations", async () => {
  await using app = await startSubgraph(schema, [controller(BatchController), controller(MediaController)]);
  const { data, errors } = await app.entities([bookOf("-97"), bookOf("4"), bookOf("5")], selection);
  assertEquals(data, { _entities: [null, null, null] });
  assertEquals(
    errors!.map(({ message, path }) => [message, path]),
    [0, 1, 2].map((i) => ["handled", ["_entities", i]]),
  );
});

Deno.test("C449 an empty batch result is an error for each representation, a list of another length as well", async () => {
  await using app = await startSubgraph(schema, [controller(BatchController), controller(MediaController)]);
  const empty = await app.entities([bookOf("-1"), bookOf("4")], selection);
  assertEquals(empty.errors!.map(({ message, path }) => [message, path]), [
    ["Entity fetcher returned null or completed empty", ["_entities", 0]],
    ["Entity fetcher returned null or completed empty", ["_entities", 1]],
  ]);
  const short = await app.entities([bookOf("-2"), bookOf("3")], selection);
  assertEquals(short.data, { _entities: [null, null] });
  assertEquals(short.errors!.map(({ extensions }) => extensions?.classification), ["INTERNAL_ERROR", "INTERNAL_ERROR"]);
  const error = app.logged.find(({ level }) => level === "ERROR")!;
  assertEquals(
    (error.fields?.error as Error).message,
    "Cannot use the entities of BatchController#book[1 args] as it must return one for each representation, in " +
      'order: there are 2, current value is "a list of 1"',
  );
});

Deno.test("C450 a mapping of an interface serves the types that implement it", async () => {
  await using app = await startSubgraph(schema, [controller(MediaController)]);
  const given = ["Media", "PrintedMedia", "Book"].map((__typename) => ({ __typename, id: "3" }));
  const all = book("3", "Joseph");
  assertEquals(await app.entities(given, selection), { data: { _entities: [all, all, all] } });
});

Deno.test("C451 an entity without a mapping ends the start, and the message names all of them", async () => {
  await assertRejects(
    () => startSubgraph(schema),
    Error,
    "Unmapped entity types: 'Media', 'PrintedMedia', 'Book'",
  );
});

Deno.test("a representation that can't be used is an error that says what is needed", async () => {
  await using app = await startSubgraph(schema, [controller(BookController), controller(MediaController)]);
  const { data, errors } = await app.entities(
    ["3", bookOf(undefined), bookOf(null), bookOf({}), bookOf("3"), []],
    selection,
  );
  assertEquals(data, { _entities: [null, null, null, null, book("3", "Joseph"), null] });
  const key = 'Cannot resolve entity "Book" as its representation must have the fields of a key: "id"';
  assertEquals(errors!.map(({ message, path }) => [path![1], message]), [
    [0, 'Cannot use a representation as it must be an object: current value is "3"'],
    [1, key],
    [2, key],
    [
      3,
      'Cannot use field "id" of a representation of "Book" as it must have the type of the field: current value is an object',
    ],
    [5, "Cannot use a representation as it must be an object: current value is a list"],
  ]);
});
