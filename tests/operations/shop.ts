import {
  type Application,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  t,
} from "@espalier/espalier";
import { AccessDeniedError, DataFetcherExceptionResolver } from "@espalier/espalier/graphql";
import { operations, type OperationsOptions } from "@espalier/espalier/operations";
import { hasRole, Secured } from "@espalier/espalier/security";

const schema = `
  scalar Money
  enum Genre { NOVEL POEM }
  type Query {
    "One book."
    book(id: ID!): Book
    books(genre: Genre, ids: [ID!], max: Int, cheap: Boolean, below: Float, filter: Filter): [Book!]!
    node(id: ID!): Node
    search(text: String!): [Result!]!
    failing(how: String!): Int
    staff: String
    slow: Int
    count: Int!
  }
  type Mutation { addBook(input: BookInput!, note: String = "none"): Book! }
  interface Node { id: ID! }
  union Result = Book | Author
  type Book implements Node { id: ID! title: String! genre: Genre price: Money author: Author tags: [String]! matrix: [[Int!]] }
  type Author implements Node { id: ID! name: String }
  input Filter { title: String, genres: [Genre!], inner: Filter }
  input BookInput { title: String!, genre: Genre = NOVEL, price: Money, choice: Choice }
  input Choice @oneOf { a: Int, b: String }
`;

const author = { __typename: "Author", id: "a1", name: null };
const emma = {
  __typename: "Book",
  id: "1",
  title: "Emma",
  genre: "NOVEL",
  price: "12.50",
  author,
  tags: ["a", null],
  matrix: [[1], null],
};

/** What the last call of `books` was given. */
export const given: { books?: unknown; cancelled?: Promise<void> | undefined } = {};

class Shop {
  @QueryMapping({ params: [param.argument("id", t.id)] })
  book(id: string): object | null {
    return id === "1" ? emma : null;
  }
  @QueryMapping({ params: [param.environment()] })
  books({ arguments: args }: { readonly arguments: object }): object[] {
    given.books = { ...args };
    return [emma];
  }
  @QueryMapping({ params: [param.argument("id", t.id)] })
  node(id: string): object {
    return id === "1" ? emma : author;
  }
  @QueryMapping({ params: [param.argument("text", t.string)] })
  search(_text: string): object[] {
    return [emma, author];
  }
  @QueryMapping({ params: [param.argument("how", t.string)], returns: t.int })
  failing(how: string): number {
    if (how === "403") throw new AccessDeniedError("Not yours");
    if (how !== "other") throw new RangeError(how);
    throw new Error("secret of the implementation");
  }
  @QueryMapping({ returns: t.string })
  @Secured(hasRole("staff"))
  staff(): string {
    return "for staff";
  }
  @QueryMapping({ params: [param.signal()], returns: t.int })
  slow(signal: AbortSignal): Promise<number> {
    const { promise, reject } = Promise.withResolvers<number>();
    const cancelled = Promise.withResolvers<void>();
    given.cancelled = cancelled.promise;
    signal.addEventListener("abort", () => {
      cancelled.resolve();
      reject(signal.reason);
    });
    return promise;
  }
  @QueryMapping({ returns: t.int })
  count(): number {
    return 1;
  }
  @MutationMapping({ params: [param.environment()] })
  addBook({ arguments: { input } }: { readonly arguments: { readonly input?: unknown } }): object {
    return { ...emma, ...(input as object) };
  }
}

const classifications: Readonly<Record<string, string>> = {
  404: "NOT_FOUND",
  503: "UNAVAILABLE",
  429: "TOO_MANY_REQUESTS",
};

const classified = new ContainerModule(({ bind }) => {
  bind(DataFetcherExceptionResolver).toConstantValue(
    DataFetcherExceptionResolver.forSingleError((exception) =>
      exception instanceof RangeError
        ? { errorType: { toSpecification: () => classifications[exception.message] ?? "" }, message: "Refused" }
        : undefined
    ),
  );
});

/** The trusted documents. */
export const documents: Readonly<Record<string, string>> = {
  book: `# Finds a book
    # by its id.
    query BookById($id: ID!) { book(id: $id) { id title genre price tags matrix author { name } } }`,
  books:
    `"Lists books." query Books($genre: Genre, $ids: [ID!], $max: Int = 5, $cheap: Boolean, $below: Float, $filter: Filter) {
    books(genre: $genre, ids: $ids, max: $max, cheap: $cheap, below: $below, filter: $filter) { ...Name }
  } fragment Name on Book { name: title }`,
  search: `query Search($text: String!, $more: Boolean = false) {
    search(text: $text) { __typename ... on Book { title genre @include(if: $more) } ... on Author { id name @skip(if: true) } }
  }`,
  node: "query Node($id: ID!) { node(id: $id) { id ... on Book { title } } }",
  same: "query Same($id: ID!) { node(id: $id) { id } }",
  failing: "query Failing($how: String!) { failing(how: $how) }",
  staff: "query Staff { staff }",
  slow: "query Slow { slow }",
  count: "query Count { count } query Slower { slow }",
  add: `mutation AddBook($input: BookInput!, $note: String) { addBook(input: $input, note: $note) { id title genre } }`,
  unnamed: "{ count }",
};

/** Starts the shop with its operations. */
export function startShop(
  options: Partial<OperationsOptions> = {},
  { modules = [], properties = {} }: { readonly modules?: readonly ContainerModule[]; readonly properties?: object } =
    {},
): Promise<Application> {
  const scalars = { Money: { type: "string" } };
  const published = operations({ documents, rest: "/api/operations", mcp: "/mcp", scalars, title: "Shop", ...options });
  const container = createContainer(
    graphql({ schema: [Resource.text("shop", schema)] }),
    controller(Shop),
    published,
    classified,
    ...modules,
  );
  return createApp(container, { properties: { logging: { level: "OFF" }, ...properties } });
}
