import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  describeType,
  graphql,
  graphQlRepository,
  Resource,
  t,
} from "@espalier/espalier";
import {
  type Database,
  EntityRepository,
  ExampleMatcher,
  openDatabase,
  Order,
  Sort,
  where,
} from "@espalier/espalier/data";
import {
  CursorStrategy,
  type DataFetcher,
  keysetStart,
  PredicateDataFetcher,
  QueryByExampleDataFetcher,
  RuntimeWiringConfigurer,
  ScrollPositionCursorStrategy,
  type SearchableRepository,
} from "@espalier/espalier/graphql";
import { onEveryStore } from "../../data/stores.ts";

class Author {
  constructor(readonly id: string, readonly firstName: string, readonly lastName: string) {}
}
describeType(Author, { id: t.id, firstName: t.string, lastName: t.string }, { id: "id", table: "writers" });

class Book {
  constructor(
    readonly id: number,
    readonly name: string,
    readonly author: Author | null,
    readonly published: number | null = null,
  ) {}
}
describeType(
  Book,
  { id: t.int, name: t.string, author: t.nullable(t.object(() => Author)), published: t.nullable(t.int) },
  { id: "id", table: "works" },
);

const adams = new Author("adams", "Douglas", "Adams");
const gilligan = new Author("gilligan", "Vince", "Gilligan");
const shelf = [
  new Book(42, "Hitchhiker's Guide to the Galaxy", adams, 1979),
  new Book(53, "Breaking Bad", gilligan, 2008),
  new Book(60, "Life, the Universe and Everything", adams, 1982),
  new Book(61, "Mostly Harmless", adams, 1992),
  new Book(62, "Better Call Saul", gilligan, 2015),
];

const schema = Resource.text(
  "books",
  `type Query {
    bookById(id: ID): Book
    booksById(id: [ID]): [Book]
    booksByCriteria(criteria: BookCriteria): [Book!]!
    books(author: AuthorCriteria, first: Int, after: String, last: Int, before: String): BookConnection!
    paged(criteria: BookCriteria, first: Int): BookConnection
    other: String
  }
  input BookCriteria { id: ID, name: String, published: Int, unknown: String, author: AuthorCriteria }
  input AuthorCriteria { firstName: String, lastName: String }
  type Book { id: ID name: String published: Int author: Author }
  type Author { firstName: String lastName: String }`,
);

const plainCursors = new ContainerModule(({ rebind }) => {
  rebind(CursorStrategy).toConstantValue(new ScrollPositionCursorStrategy());
});

class Books extends EntityRepository<Book, number> {
  constructor(database: Database) {
    super(database, Book);
  }
}

type Fetchers = (
  repository: SearchableRepository<Book>,
) => PredicateDataFetcher<Book> | QueryByExampleDataFetcher<Book>;

const styles: Record<string, Fetchers> = {
  predicate: (repository) => PredicateDataFetcher.builder(repository).sortBy(Sort.by("id")),
  example: (repository) => QueryByExampleDataFetcher.builder(repository).sortBy(Sort.by("id")),
};

interface Setting {
  readonly fetchers: Fetchers;
  readonly explicit?: (books: Books) => Record<string, DataFetcher>;
}

async function answer(database: Database, query: string, { fetchers, explicit }: Setting): Promise<unknown> {
  await database.createTables(Book);
  const books = new Books(database);
  if (await books.count() === 0) {
    await database.repository(Author).saveAll([adams, gilligan]);
    await books.saveAll(shelf);
  }
  const beans = new ContainerModule(({ bind }) => {
    bind(Books).toConstantValue(books);
    bind(RuntimeWiringConfigurer).toConstantValue({
      configure: (wiring) => {
        for (const [field, fetcher] of Object.entries(explicit?.(books) ?? {})) {
          wiring.type("Query", (type) => type.dataFetcher(field, fetcher));
        }
      },
    });
  });
  const modules = [graphql({ schema: [schema] }), beans, graphQlRepository(Books, { fetchers }), plainCursors];
  await using app = await createApp(createContainer(...modules), { properties: { logging: { level: "OFF" } } });
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
  const { data, errors } = await response.json();
  return errors?.map(({ message, extensions }: { message: string; extensions: unknown }) => ({
    message,
    extensions,
  })) ?? data;
}

for (const [style, fetchers] of Object.entries(styles)) {
  onEveryStore(`X8 a value that no entity can have is the client's mistake by ${style}`, async (database) => {
    const message = 'Cannot search by "id" as it must be a whole number: current value is "x"';
    const ask = (query: string) => answer(database, query, { fetchers });
    const errors = [{ message, extensions: { classification: "BAD_REQUEST" } }];
    assertEquals(await ask('{ bookById(id: "x") { name } }'), errors);
    assertEquals(await ask('{ booksByCriteria(criteria: { id: "x" }) { name } }'), errors);
    assertEquals(await ask('{ paged(criteria: { id: "x" }, first: 1) { edges { node { id } } } }'), errors);
  });

  onEveryStore(
    `X8 C452 C454 C460 C461 C463 C464 query fields are served by ${style}, by their type`,
    async (database) => {
      const ask = (query: string) => answer(database, query, { fetchers });
      assertEquals(await ask("{ bookById(id: 42) { id name author { firstName } } }"), {
        bookById: { id: "42", name: "Hitchhiker's Guide to the Galaxy", author: { firstName: "Douglas" } },
      });
      assertEquals(await ask("{ bookById(id: 1) { name } }"), { bookById: null });
      assertEquals(await ask("{ other }"), { other: null });
      assertEquals(await ask("{ booksByCriteria(criteria: { id: 42 }) { id } }"), { booksByCriteria: [{ id: "42" }] });
      assertEquals(
        await ask('{ booksByCriteria(criteria: { author: { lastName: "Gilligan" }, unknown: "x" }) { id } }'),
        { booksByCriteria: [{ id: "53" }, { id: "62" }] },
      );
      assertEquals(await ask("{ booksByCriteria { id } }"), {
        booksByCriteria: shelf.map(({ id }) => ({ id: `${id}` })),
      });
      assertEquals(
        await ask(
          '{ books(first: 2, after: "O_2") { edges { cursor node { id } } pageInfo { hasPreviousPage hasNextPage startCursor endCursor } } }',
        ),
        {
          books: {
            edges: [{ cursor: "O_3", node: { id: "61" } }, { cursor: "O_4", node: { id: "62" } }],
            pageInfo: { hasPreviousPage: true, hasNextPage: false, startCursor: "O_3", endCursor: "O_4" },
          },
        },
      );
      assertEquals(
        await ask('{ books(author: { lastName: "Adams" }, last: 2) { edges { cursor node { id } } } }'),
        { books: { edges: [{ cursor: "O_1", node: { id: "60" } }, { cursor: "O_2", node: { id: "61" } }] } },
      );
      assertEquals(
        await ask('{ books(author: { lastName: "Gilligan" }) { edges { cursor node { id } } } }'),
        { books: { edges: [{ cursor: "O_0", node: { id: "53" } }, { cursor: "O_1", node: { id: "62" } }] } },
      );
      const ofAdams = { edges: [{ node: { id: "42" } }, { node: { id: "60" } }, { node: { id: "61" } }] };
      assertEquals(await ask('{ books(author: { lastName: "Adams" }) { edges { node { id } } } }'), { books: ofAdams });
      assertEquals(
        await ask('{ paged(criteria: { author: { lastName: "Adams" } }, first: 3) { edges { node { id } } } }'),
        { paged: ofAdams },
      );
    },
  );
}

onEveryStore("X8 C455 a list argument asks for any of its values", async (database) => {
  assertEquals(await answer(database, "{ booksById(id: [42, 53]) { name } }", { fetchers: styles.predicate! }), {
    booksById: [{ name: "Hitchhiker's Guide to the Galaxy" }, { name: "Breaking Bad" }],
  });
});

onEveryStore("X8 C457 a data fetcher of the field's own wins", async (database) => {
  const explicit = (books: Books) => ({
    bookById: () => books.findById(53),
  });
  assertEquals(await answer(database, "{ bookById(id: 42) { name } }", { fetchers: styles.predicate!, explicit }), {
    bookById: { name: "Breaking Bad" },
  });
});

onEveryStore("X8 C458 projections, customized comparison and explicit registration", async (database) => {
  const project = {
    project: ({ name, author }: Book) => ({ name: `${name} by ${author?.firstName} ${author?.lastName}` }),
  };
  const explicit = (books: Books) => ({
    bookById: PredicateDataFetcher.builder(books).projectAs(project).single(),
    booksById: QueryByExampleDataFetcher.builder(books).projectAs(project).sortBy(Sort.by(Order.desc("id"))).many(),
    booksByCriteria: PredicateDataFetcher.builder(books)
      .customizer((bindings) =>
        bindings.bind("name", (path, text) => where(path).containing(String(text)).ignoringCase()).excluding(
          "published",
        )
      )
      .many(),
  });
  const ask = (query: string) => answer(database, query, { fetchers: styles.predicate!, explicit });
  assertEquals(await ask("{ bookById(id: 42) { name } }"), {
    bookById: { name: "Hitchhiker's Guide to the Galaxy by Douglas Adams" },
  });
  assertEquals(await ask("{ booksById { name } }").then((data) => (data as { booksById: unknown[] }).booksById[0]), {
    name: "Better Call Saul by Vince Gilligan",
  });
  assertEquals(await ask('{ booksByCriteria(criteria: { name: "BAD", published: 1 }) { id } }'), {
    booksByCriteria: [{ id: "53" }],
  });
});

onEveryStore("G1.4 connections by keys, and cursors of another sort", async (database) => {
  const byName: Fetchers = (repository) =>
    PredicateDataFetcher.builder(repository).sortBy(Sort.by("name")).defaultScrollSubrange(2, keysetStart);
  const ask = (query: string, fetchers = byName) => answer(database, query, { fetchers });
  const connection = "{ edges { cursor node { id } } pageInfo { hasPreviousPage hasNextPage } }";
  const cursor = (id: number) => `K_${JSON.stringify({ name: shelf.find((book) => book.id === id)!.name, id })}`;
  const page = (ids: readonly number[], hasPreviousPage: boolean, hasNextPage: boolean) => ({
    books: {
      edges: ids.map((id) => ({ cursor: cursor(id), node: { id: `${id}` } })),
      pageInfo: { hasPreviousPage, hasNextPage },
    },
  });
  const after = (id: number) => `after: ${JSON.stringify(cursor(id))}`;
  assertEquals(await ask(`{ books ${connection} }`), page([62, 53], false, true));
  assertEquals(await ask(`{ books(${after(53)}) ${connection} }`), page([42, 60], false, true));
  assertEquals(await ask(`{ books(first: 5, ${after(60)}) ${connection} }`), page([61], false, false));
  assertEquals(await ask(`{ books(last: 2) ${connection} }`), page([60, 61], true, false));
  assertEquals(
    await ask(`{ books(last: 5, before: ${JSON.stringify(cursor(42))}) ${connection} }`),
    page([62, 53], false, false),
  );
  const badRequest = { classification: "BAD_REQUEST" };
  const byYear: Fetchers = (repository) => PredicateDataFetcher.builder(repository).sortBy(Sort.by("published"));
  assertEquals(await ask(`{ books(${after(53)}) ${connection} }`, byYear), [
    { message: "Cannot use the cursor as it must be made for the same sort", extensions: badRequest },
  ]);
  assertEquals(await ask(`{ books(after: "K_{}") ${connection} }`), page([62, 53], false, true));
  assertEquals(await ask(`{ books(after: "nonsense") ${connection} }`), [
    { message: "Invalid or unknown cursor type: nonsense", extensions: badRequest },
  ]);
});

Deno.test("X8 examples are compared as the matcher says", async () => {
  await using database = await openDatabase("memory:");
  const fetchers: Fetchers = (repository) =>
    QueryByExampleDataFetcher.builder(repository)
      .matcher(ExampleMatcher.matching().withStringMatcher("CONTAINING").withIgnoreCase());
  assertEquals(
    await answer(database, '{ booksByCriteria(criteria: { name: "bad", published: null }) { id } }', { fetchers }),
    {
      booksByCriteria: [{ id: "53" }],
    },
  );
});

Deno.test("X8 only the selected columns are read, unless a computed field may need others", async () => {
  const statements: string[] = [];
  await using database = await openDatabase("sqlite::memory:", { onStatement: (text) => void statements.push(text) });
  const columnsFor = async (query: string) => {
    await answer(database, query, { fetchers: styles.predicate! });
    return /^select (.*?) from "works"/.exec(statements.findLast((text) => text.includes('from "works"'))!)![1]!
      .replaceAll(/"t\d+"\.|"/g, "");
  };
  assertEquals(await columnsFor("{ booksByCriteria { name } }"), "id, name");
  assertEquals(
    await columnsFor("{ books { edges { node { published } cursor } pageInfo { hasNextPage } } }"),
    "id, published",
  );
  assertEquals(await columnsFor("{ bookById { __typename id author { firstName } } }"), "id, author_id");
});

Deno.test("A1.9 X8 the fetchers describe themselves", async () => {
  await using database = await openDatabase("memory:");
  const builder = PredicateDataFetcher.builder(new Books(database));
  const described = [builder.single(), builder.many(), builder.scrollable()].map(({ description, returnType }) => [
    description,
    returnType?.kind,
  ]);
  assertEquals(described, [
    ["PredicateDataFetcher<Book> single", "nullable"],
    ["PredicateDataFetcher<Book> many", "list"],
    ["PredicateDataFetcher<Book> scrollable", "container"],
  ]);
});
