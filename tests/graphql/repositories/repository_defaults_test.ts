import { assertEquals, assertRejects } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  describeType,
  graphql,
  graphQlRepository,
  Resource,
  RuntimeWiringConfigurer,
  t,
} from "@espalier/espalier";
import { type Database, EntityRepository, openDatabase, Sort } from "@espalier/espalier/data";
import {
  type GraphQlRepositoryOptions,
  PredicateDataFetcher,
  QueryByExampleDataFetcher,
  ScrollPositionCursorStrategy,
} from "@espalier/espalier/graphql";
import { override } from "@espalier/espalier/testing";

class Book {
  constructor(readonly id: string, readonly title: string, readonly author: string | null) {}
}
describeType(Book, { id: t.id, title: t.string, author: t.nullable(t.string) }, { id: "id" });

class Books extends EntityRepository<Book, string> {
  constructor(database: Database) {
    super(database, Book);
  }
}

const shelf = [new Book("1", "Emma", "Austen"), new Book("2", "Orlando", "Woolf"), new Book("3", "Beowulf", null)];

const types = `
  books(title: String, author: String): [Book!]!
  scrolled(first: Int, after: String): BookConnection!
  explicit(first: Int, after: String): BookConnection!
`;

interface Setting {
  readonly schema?: string;
  readonly options?: GraphQlRepositoryOptions<Book>;
}

async function ask(query: string, { schema = `type Query { ${types} }`, options = {} }: Setting = {}) {
  await using database = await openDatabase("memory:");
  await database.createTables(Book);
  const books = new Books(database);
  await books.saveAll(shelf);
  const beans = new ContainerModule(({ bind }) => {
    bind(Books).toConstantValue(books);
    bind(RuntimeWiringConfigurer).toConstantValue({
      configure: (wiring) => {
        const fetcher = PredicateDataFetcher.builder(books).sortBy(Sort.by("id")).scrollable();
        wiring.type("Query", (type) => type.dataFetcher("explicit", fetcher));
      },
    });
  });
  const resource = Resource.text("books", `${schema} type Book { id: ID title: String }`);
  const container = createContainer(graphql({ schema: [resource] }), beans, graphQlRepository(Books, options));
  await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  const url = `http://localhost/graphql?${new URLSearchParams({ query })}`;
  return await (await app.fetch(new Request(url))).json();
}

const byId = { predicate: PredicateDataFetcher, example: QueryByExampleDataFetcher };

for (const [style, fetcher] of Object.entries(byId)) {
  Deno.test(`X8 an argument that is null leaves out its property, as one that is omitted does (${style})`, async () => {
    const options: GraphQlRepositoryOptions<Book> = {
      fetchers: (books) => fetcher.builder<Book>(books).sortBy(Sort.by("id")),
    };
    assertEquals(await ask("{ books(title: null, author: null) { id } }", { options }), {
      data: { books: [{ id: "1" }, { id: "2" }, { id: "3" }] },
    });
    assertEquals(await ask('{ books(title: null, author: "Woolf") { id } }', { options }), {
      data: { books: [{ id: "2" }] },
    });
  });
}

Deno.test("G1.4 a fetcher that is wired by hand reads the cursors that the application writes", async () => {
  const page = (field: string) => `{ ${field}(first: 1, after: "T18w") { edges { cursor node { id } } } }`;
  const second = { edges: [{ cursor: "T18x", node: { id: "2" } }] };
  assertEquals(await ask(page("explicit")), { data: { explicit: second } });
  assertEquals(await ask(page("scrolled")), { data: { scrolled: second } });
});

Deno.test("X8 a cursor strategy of the repository's own comes before the application's", async () => {
  const options: GraphQlRepositoryOptions<Book> = {
    fetchers: (books) => PredicateDataFetcher.builder(books).cursorStrategy(new ScrollPositionCursorStrategy()),
  };
  assertEquals(await ask('{ scrolled(first: 1, after: "O_1") { edges { node { id } } } }', { options }), {
    data: { scrolled: { edges: [{ node: { id: "3" } }] } },
  });
});

Deno.test("X8 fields of a query type of another name are served, too", async () => {
  const schema = `schema { query: Library } type Library { ${types} }`;
  assertEquals(await ask('{ books(title: "Emma") { id } }', { schema }), { data: { books: [{ id: "1" }] } });
});

Deno.test("A5 what stands in for a repository without knowing its entity is told by name", async () => {
  class BooksOfTheTest {
    findById(): Book | undefined {
      return shelf[0];
    }
  }
  const container = createContainer(
    graphql({ schema: [Resource.text("books", "type Query { books: [Book!]! } type Book { title: String! }")] }),
    graphQlRepository(Books),
    override(Books, new BooksOfTheTest() as unknown as Books),
  );
  await assertRejects(
    () => createApp(container),
    Error,
    'Cannot serve query fields from repository "BooksOfTheTest" as property "entityType" must be the class of its ' +
      "entities: current value is undefined",
  );
});
