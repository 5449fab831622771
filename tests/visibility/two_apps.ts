import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  graphql,
  Resource,
  RuntimeWiringConfigurer,
} from "@espalier/espalier";
import { apiKeys, createApiKey, security, visibility } from "@espalier/espalier/security";

/** Lines that end with `#H` are hidden from the public; the others are the schema of a service that never had them. */
export const schemaText = `
  type Query {
    book(id: ID!): Book
    books(first: Int = 3, order: Order = TITLE, filter: BookFilter, debug: Boolean): [Book!]!
    node(id: ID!): Node
    search(text: String): [Hit]
    margin: Float #H
    audits: [Audit] #H
  }
  type Mutation {
    rename(id: ID!, title: String!, input: RenameInput): Book
    audit(id: ID!): Audit #H
  }
  type Subscription {
    renamed: Book
    audited: Audit #H
  }
  interface Node {
    id: ID!
    secret: String #H
  }
  type Book implements Node {
    id: ID!
    title(upper: Boolean): String
    cost: Money #H
    secret: String #H
    author: Author
    kind: Kind
    last: Hit
  }
  type Author implements Node {
    id: ID!
    secret: String #H
    name: String
    salary: Int #H
    books: [Book]
  }
  type Audit implements Node { id: ID! secret: String by: Author rows: Float } #H
  scalar Money #H
  union Hit = Book | Author | Audit
  enum Kind {
    NOVEL
    DRAFT #H
    POEM
  }
  enum Order {
    TITLE
    COST #H
  }
  input BookFilter {
    title: String
    cost: Float #H
    kind: Kind
  }
  input RenameInput {
    note: String
    force: Boolean #H
  }
  directive @loud(by: Int) on FIELD
  directive @internal(why: Kind) on FIELD #H
`;

/** What `schemaText` marks, but for what follows from it and `Author.salary`, which a directive of the schema hides. */
const hide = [
  "Query.margin",
  "Query.books(debug:)",
  "Audit",
  "Node.secret",
  "Money",
  "Kind.DRAFT",
  "Order.COST",
  "BookFilter.cost",
  "RenameInput.force",
  "@internal",
];

const author = { __typename: "Author", id: "a1", name: "Emma", salary: 4711, secret: "s3cret" };
const audit = { __typename: "Audit", id: "x1", by: author, rows: 0.5, secret: "s3cret" };
const books = ["Alpha", "Beta", "Gamma"].map((title, i) => ({
  __typename: "Book",
  id: `b${i}`,
  title,
  cost: 12.5,
  secret: "s3cret",
  author: { ...author, books: [] as unknown[] },
  kind: ["NOVEL", "DRAFT", "POEM"][i],
  last: [author, audit, null][i],
}));
for (const book of books) book.author.books = books;

const wiring = new ContainerModule(({ bind }) => {
  bind(RuntimeWiringConfigurer).toConstantValue({
    configure: (wiring) => {
      wiring.type("Query", (type) => {
        type.dataFetcher("book", ({ arguments: { id } }) => books.find((book) => book.id === id));
        type.dataFetcher("books", ({ arguments: given }) => books.slice(0, Number(given.first)));
        type.dataFetcher("node", ({ arguments: { id } }) => id === "x1" ? audit : books.find((b) => b.id === id));
        type.dataFetcher("search", () => [...books, author, audit]);
        type.dataFetcher("margin", () => 0.25);
        type.dataFetcher("audits", () => [audit]);
      });
      wiring.type("Mutation", (type) => {
        type.dataFetcher("rename", ({ arguments: { title, input } }) => {
          if (title === "fail") throw new Error(JSON.stringify(input));
          return { ...books[0], title };
        });
        type.dataFetcher("audit", () => audit);
      });
      wiring.type("Subscription", (type) => {
        type.dataFetcher("renamed", async function* () {
          yield books[0];
          yield books[1];
        });
        type.dataFetcher("audited", async function* () {
          yield audit;
        });
      });
    },
  });
});

const staffKey = createApiKey("staff", { roles: ["staff"] });

/** Header of requests of the staff. */
export const staff = { "x-api-key": staffKey.key };

export const properties: EspalierPropertiesInput = {
  logging: { level: "OFF" },
  graphql: {
    suggestions: true,
    schemaEndpoint: true,
    incremental: true,
    automaticPersistedQueries: true,
    maxBatchOperations: 10,
  },
};

const keys = () => security({ schemes: [apiKeys({ keys: [staffKey.stored] })] });

/** The service whose public does not see what is marked. */
export function filteredApp(more: EspalierPropertiesInput = {}): Promise<Application> {
  const text = schemaText.replace("salary: Int #H", 'salary: Int @visible(to: ["staff"])');
  const schema = [Resource.text("s", text)];
  const profiles = visibility({
    profiles: { public: { hide }, staff: {} },
    choose: ({ roles }) => roles.has("staff") ? "staff" : "public",
  });
  return createApp(createContainer(graphql({ schema }), wiring, keys(), profiles), {
    properties: { ...properties, ...more },
  });
}

/** The service that never had it. */
export function bareApp(more: EspalierPropertiesInput = {}): Promise<Application> {
  const text = schemaText.split("\n").filter((line) => !line.endsWith("#H")).join("\n").replace(", debug: Boolean", "")
    .replace(" | Audit", "");
  return createApp(createContainer(graphql({ schema: [Resource.text("s", text)] }), wiring, keys()), {
    properties: { ...properties, ...more },
  });
}

/** All that a client sees of a response, but for the random ids of executions. */
export async function seen(
  response: Response,
): Promise<{ readonly status: number; readonly headers: readonly string[][]; readonly text: string }> {
  const text = (await response.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>");
  return { status: response.status, headers: [...response.headers].sort(), text };
}
