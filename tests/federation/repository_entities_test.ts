import { controller, data, describeType, graphQlRepository, param, QueryMapping, t } from "@espalier/espalier";
import { Database, repository, StatementObserver } from "@espalier/espalier/data";
import { EntityMapping } from "@espalier/espalier/federation";
import { assertEquals } from "@std/assert";
import { beans } from "../graphql/graphql_app.ts";
import { link, startSubgraph } from "./subgraph.ts";

class Book {
  constructor(readonly id: string, readonly title: string) {}
}
describeType(Book, { id: t.id, title: t.string }, { id: "id" });
class Books extends repository(Book, {}) {}
class Shelf {
  constructor(readonly room: number, readonly row: number, readonly name: string) {}
}
describeType(Shelf, { room: t.int, row: t.int, name: t.string }, { id: ["room", "row"] });
class Shelves extends repository(Shelf, {}) {}

const schema = `${link}
type Query { first: Book }
type Book @key(fields: "id") { id: ID! title: String }
type Shelf @key(fields: "row room") { room: ID! row: Int! name: String }
`;

class FirstController {
  @QueryMapping()
  first() {
    return null;
  }
}

async function start() {
  const statements: string[] = [];
  const app = await startSubgraph(schema, [
    data({ entities: [Book, Shelf] }),
    controller(FirstController),
    graphQlRepository(Books),
    graphQlRepository(Shelves),
    beans(({ bind }) => {
      bind(Books).toResolvedValue((database) => new Books(database), [Database]);
      bind(Shelves).toResolvedValue((database) => new Shelves(database), [Database]);
      bind(StatementObserver).toConstantValue({ started: ({ text }) => void statements.push(text) });
    }),
  ]);
  await app.container.get(Database).createTables(Book, Shelf);
  return { ...app, statements };
}

Deno.test("1,000 representations are read from a repository in one statement, in their order", async () => {
  await using app = await start();
  const books = Array.from({ length: 1000 }, (_, i) => new Book(String(i), `Book ${i}`));
  await app.container.get(Books).saveAll(books);
  app.statements.length = 0;
  const given = books.toReversed().map(({ id }) => ({ __typename: "Book", id }));
  const { data, errors } = await app.entities(given, "... on Book { id title }");
  assertEquals(errors, undefined);
  assertEquals(data!._entities, books.toReversed().map(({ id, title }) => ({ id, title })));
  assertEquals(app.statements.length, 1);
});

Deno.test("an id of several properties is a key; what is missing or can be no id is an error of its own", async () => {
  await using app = await start();
  await app.container.get(Shelves).saveAll([new Shelf(1, 2, "a"), new Shelf(1, 3, "b")]);
  app.statements.length = 0;
  const shelf = (room: unknown, row: unknown) => ({ __typename: "Shelf", room, row });
  const given = [shelf(1, 3), shelf("one", 3), shelf("1", 2), shelf(9, 9), shelf(1, 3)];
  const { data, errors } = await app.entities(given, "... on Shelf { name }");
  assertEquals(data!._entities, [{ name: "b" }, null, { name: "a" }, null, { name: "b" }]);
  assertEquals(errors!.map(({ path, extensions }) => [path![1], extensions?.classification]), [
    [1, "BAD_REQUEST"],
    [3, "INTERNAL_ERROR"],
  ]);
  assertEquals(app.statements.length, 1);
});

Deno.test("representations count as values of a list: too many of them exceed the cost limit before any is resolved", async () => {
  await using app = await start();
  app.statements.length = 0;
  const given = Array.from({ length: 10_000 }, (_, i) => ({ __typename: "Book", id: String(i) }));
  const refused = await app.entities(given, "... on Book { id title a: id b: id c: id d: id e: id f: id g: id h: id }");
  assertEquals(refused.errors!.map(({ message }) => message.replace(/\d+$/, "n")), [
    "Cannot execute the operation as its cost must be <= 100000: current value is n",
  ]);
  assertEquals(app.statements, []);
  const values = await app.entities([...given, ...given], "__typename");
  assertEquals(values.errors!.map(({ message }) => message.replace(/\d+$/, "n")), [
    "Cannot execute the operation as the number of its input values must be <= 50000: current value is n",
  ]);
});

Deno.test("a mapped method comes before the repository", async () => {
  class BookController {
    @EntityMapping({ params: [param.argument("id", t.id)] })
    book(id: string): Book {
      return new Book(id, "mapped");
    }
  }
  await using app = await startSubgraph(`${link} type Book @key(fields: "id") { id: ID! title: String }`, [
    data({ entities: [Book] }),
    controller(BookController),
    graphQlRepository(Books),
    beans(({ bind }) => void bind(Books).toResolvedValue((database) => new Books(database), [Database])),
  ]);
  const { data: found } = await app.entities([{ __typename: "Book", id: "1" }], "... on Book { title }");
  assertEquals(found, { _entities: [{ title: "mapped" }] });
});
