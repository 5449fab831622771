import type { ServiceDescription } from "./service_description.ts";
import { bookControllerFile, bookFile, booksFile } from "./book_files.ts";
import { configurationFile, dockerFile, dockerIgnoreFile, gitIgnoreFile, readmeFile } from "./project_files.ts";

/**
 * The files of a new service.
 *
 * @param service what differs between services
 * @returns texts by path
 */
export function serviceFiles(service: ServiceDescription): Readonly<Record<string, string>> {
  return {
    "deno.json": configurationFile(service),
    "graphql/books.graphqls": schemaFile,
    "graphql-test/books.graphql": operationsFile,
    "books/book.ts": bookFile,
    "books/books.ts": booksFile,
    "books/book_controller.ts": bookControllerFile,
    "service.ts": serviceFile(service),
    "main.ts": mainFile(service),
    "service_test.ts": testFile,
    "README.md": readmeFile(service),
    ".gitignore": gitIgnoreFile,
    "Dockerfile": dockerFile(service),
    ".dockerignore": dockerIgnoreFile,
  };
}

const schemaFile = `type Query {
  books: [Book!]!
  bookById(id: ID!): Book
}

type Mutation {
  addBook(title: String!, author: String!): Book!
}

type Book {
  id: ID!
  title: String!
  author: String!
}
`;

const operationsFile = `mutation AddBook($title: String!, $author: String!) {
  addBook(title: $title, author: $author) {
    id
  }
}

query BookById($id: ID!) {
  bookById(id: $id) {
    title
    author
  }
}
`;

function serviceFile({ database }: ServiceDescription): string {
  return `import {
  type Application,
  bean,
  type ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  graphql,
  propertiesFromEnv,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database } from "@espalier/espalier/data";
import { graphiql } from "@espalier/espalier/graphiql";
import { BookController } from "./books/book_controller.ts";
import { Book } from "./books/book.ts";
import { Books } from "./books/books.ts";
import { models } from "./schema_models.ts";

/** Puts the service together; a test gives another database, and modules that override beans. */
export function createService(database = "${database}", ...overrides: ContainerModule[]): Promise<Application> {
  const container = createContainer(
    data({ url: database, entities: [Book] }),
    graphql({ models }),
    graphiql(),
    actuator({ endpoints: true }),
    bean(Books, Database),
    controller(BookController, Books),
    ...overrides,
  );
  return createApp(container, { root: import.meta.url, properties: propertiesFromEnv() });
}
`;
}

function mainFile({ port }: ServiceDescription): string {
  return `import { start } from "@espalier/espalier";
import { createService } from "./service.ts";

await start(createService${port === 8080 ? "" : `, { port: ${port} }`});
`;
}

const testFile = `import { assertNoSchemaFindings, GraphQlTester } from "@espalier/espalier/testing";
import { AddBook, BookById } from "./operations.ts";
import { createService } from "./service.ts";

Deno.test("every field of the schema has code", async () => {
  await using app = await createService("sqlite::memory:");
  assertNoSchemaFindings(app);
});

Deno.test("a book that was added can be read", async () => {
  await using app = await createService("sqlite::memory:");
  const tester = GraphQlTester.create(app);

  const { addBook: { id } } = await tester.execute(AddBook, { title: "Emma", author: "Jane Austen" });
  const response = await tester.document(BookById, { id }).execute();
  response.path("bookById").matchesJson({ title: "Emma", author: "Jane Austen" });
});

Deno.test("a book needs a title", async () => {
  await using app = await createService("sqlite::memory:");
  const tester = GraphQlTester.create(app);

  const response = await tester.document(AddBook, { title: " ", author: "Nobody" }).execute();
  response.errors().expect(({ extensions }) => extensions?.classification === "BAD_REQUEST").verify();
});
`;
