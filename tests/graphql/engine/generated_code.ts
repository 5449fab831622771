import {
  CompiledExecutionStrategy,
  ExecutionInput,
  GraphQlSource,
  ReferenceExecutionStrategy,
  Resource,
} from "@espalier/espalier/graphql";

/** The files that hold the code of each document. */
export const generatedFolder = new URL("./generated/", import.meta.url);

const schema = `
  type Query { books(first: Int): [Book!]!  book: Book  found: [Item!]! }
  interface Item { id: ID! }
  type Book implements Item { id: ID!  title: String!  format: Format  tags: [String!]!  author: Author  rating: Float }
  type Author implements Item { id: ID!  name: String }
  enum Format { HARDCOVER PAPERBACK }
`;

class Author {
  constructor(readonly id: string, readonly name: string) {}
}

class Book {
  readonly format = "PAPERBACK";
  readonly tags = ["classic"];
  readonly author = new Author("1", "Ada");
  constructor(readonly id: string, readonly title: string) {}
}

const books = [new Book("1", "One"), new Book("2", "Two")];

/** The documents whose code is kept in files, by the name of the file. */
export const documents: Readonly<Record<string, string>> = {
  "properties.txt": "{ book { id title format tags author { name } } }",
  "fetchers.txt": "query Rated($n: Int) { books(first: $n) { title rating } }",
  "interface.txt": "{ found { __typename id ... on Book { title } ... on Author { name } } }",
};

/** The code that is generated for a document of the schema of books. */
export async function generatedCodeOf(document: string): Promise<string> {
  const texts: string[] = [];
  const source = await GraphQlSource.schemaResourceBuilder()
    .schemaResources(Resource.text("books", schema))
    .configureRuntimeWiring((wiring) => {
      wiring.type(
        "Query",
        (type) =>
          type.dataFetcher("books", ({ arguments: { first } }) => books.slice(0, first as number))
            .dataFetcher("book", () => books[0])
            .dataFetcher("found", () => [books[0], books[0]!.author]),
      );
      wiring.type("Book", (type) => type.dataFetcher("rating", () => Promise.resolve(4.5)));
    })
    .configureGraphQl((graphQl) =>
      graphQl.queryExecutionStrategy(
        new CompiledExecutionStrategy({
          reference: new ReferenceExecutionStrategy(),
          onGeneratedCode: ({ text }) => texts.push(text),
        }),
      )
    )
    .build();
  const results: string[] = [];
  for (let i = 0; i < 4; i++) {
    const input = new ExecutionInput({ query: document, variables: { n: 2 } });
    results.push(JSON.stringify(await source.graphQl.execute(input)));
  }
  if (new Set(results).size !== 1) throw new Error(`Generated code answers otherwise: ${results.join("\n")}`);
  if (texts.length !== 1) throw new Error(`Expected code to be generated once: ${texts.length} times`);
  return `${texts[0]}\n`;
}

// Writes the files: `deno run --allow-read --allow-write --allow-env tests/graphql/engine/generated_code.ts`.
if (import.meta.main) {
  for (const [name, document] of Object.entries(documents)) {
    await Deno.writeTextFile(new URL(name, generatedFolder), await generatedCodeOf(document));
  }
}
