import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { parse, print } from "graphql";
import { runTypes, schemaTypes } from "@espalier/espalier/types";
import { run, Service } from "./service_folder.ts";

const schema = `
  type Query { book(id: ID!): Book books(by: BookExample, first: Int = 3): [[Book]!]! found: [Found!] price: Money! }
  type Subscription { added: Book! }
  type Book implements Node { id: ID! title: String! next: Book kind: Kind! author: Author! }
  type Author implements Node { id: ID! name: String! }
  interface Node { id: ID! }
  union Found = Book | Author
  enum Kind { NOVEL ESSAY }
  input BookExample { title: String kind: Kind = NOVEL pages: [Int!]! inner: BookExample price: Money }
  scalar Money`;

/** The operations that are written for a document. */
async function written(document: string, options: Partial<Parameters<typeof schemaTypes>[0]> = {}): Promise<string> {
  using service = new Service({ "graphql/a.graphqls": schema, "graphql-test/a.graphql": document });
  const { modules } = await schemaTypes({ root: service.root, ...options });
  return modules.find(({ file }) => file.pathname.endsWith("/operations.ts"))!.text!;
}

/** The type that is exported under a name. */
function typeOf(text: string, name: string): string {
  return new RegExp(`export (?:type|interface) ${name} [^]*?(?=\n(?:export|/\\*\\*|\n|$))`).exec(text)?.[0] ?? text;
}

Deno.test("an operation is a constant with its result, its variables and the fragments it uses", async () => {
  const text = await written(`
    query Books($by: BookExample, $n: Int! = 2, $id: ID!) {
      books(by: $by, first: $n) { ...Titled }
      one: book(id: $id) { kind }
    }
    fragment Titled on Book { title }`);
  const { Books } = await import(`data:text/typescript,${encodeURIComponent(text)}`);
  assertEquals([Books.kind, Books.name], ["query", "Books"]);
  assertEquals(print(parse(Books.document)), Books.document);
  assertEquals(
    text.slice(text.indexOf("export interface"), text.indexOf("/** From")),
    `export interface BookExample {
  readonly inner?: BookExample | null;
  readonly kind?: Kind | null;
  readonly pages: readonly number[];
  readonly price?: Money | null;
  readonly title?: string | null;
}

export type Kind = "ESSAY" | "NOVEL";

export type Money = unknown;

export type TitledFragment = {
  readonly title: string;
};

export type BooksResult = {
  readonly books: readonly (readonly ({
    readonly title: string;
  } | null)[])[];
  readonly one: {
    readonly kind: Kind;
  } | null;
};
export type BooksVariables = {
  readonly by?: BookExample | null;
  readonly n?: number;
  readonly id: string;
};
`,
  );
});

Deno.test("fields under a condition are optional, unless the same field is selected without it", async () => {
  const text = await written(`
    query Q($id: ID!, $a: Boolean!, $b: Boolean!) {
      book(id: $id) {
        id @include(if: $a)
        title @skip(if: true)
        kind @include(if: true)
        author @include(if: $a) { id }
        author @skip(if: $b) { name }
        next { id }
        ... @include(if: $a) { next { title } }
      }
    }`);
  assertEquals(
    typeOf(text, "QResult"),
    `export type QResult = {
  readonly book: {
    readonly id?: string;
    readonly kind: Kind;
    readonly author?: {
      readonly id?: string;
      readonly name?: string;
    };
    readonly next: {
      readonly id: string;
      readonly title?: string;
    } | null;
  } | null;
};`,
  );
});

Deno.test("what is selected under one condition is complete where it is present", async () => {
  const text = await written(`
    query Q($id: ID!, $a: Boolean!) {
      book(id: $id) { ... @include(if: $a) { author { id name @include(if: $a) } } }
    }`);
  assertStringIncludes(
    typeOf(text, "QResult"),
    `    readonly author?: {
      readonly id: string;
      readonly name: string;
    };`,
  );
});

Deno.test("__typename tells the objects of a union apart; without it the others' fields are absent", async () => {
  const text = await written(`
    query Told { found { kind: __typename ... on Book { title } ... on Node { id } } }
    query Untold { found { ... on Book { title } ... on Author { name } } }
    query Same { found { __typename ... on Node { id } } }`);
  assertEquals(
    typeOf(text, "ToldResult"),
    `export type ToldResult = {
  readonly found: readonly (
    | {
      readonly kind: "Author";
      readonly id: string;
    }
    | {
      readonly kind: "Book";
      readonly title: string;
      readonly id: string;
    }
  )[] | null;
};`,
  );
  assertEquals(
    typeOf(text, "UntoldResult"),
    `export type UntoldResult = {
  readonly found: readonly (
    | {
      readonly name: string;
      readonly title?: never;
    }
    | {
      readonly title: string;
      readonly name?: never;
    }
  )[] | null;
};`,
  );
  assertStringIncludes(text, 'readonly __typename: "Author" | "Book";');
});

Deno.test("scalars have the form of responses: said by --wire, or that of an exported GraphQLScalarType", async () => {
  assertStringIncludes(await written("{ price }", { wireScalars: new Map([["Money", "string"]]) }), "Money = string;");
  using service = new Service({ "graphql/a.graphqls": schema, "graphql-documents/price.graphql": "{ price }" });
  const { output } = await run("--root", service.root.pathname);
  const warning = "Scalar Money is of an unknown type in operations: say --wire Money=string, or export its";
  assertStringIncludes(output[1]!, warning);
  assertStringIncludes(service.read("operations.ts"), "export type Money = unknown;");
  assertStringIncludes(service.read("operations.ts"), 'export const Price: GraphQlOperation<"query", PriceResult');
  service.write("money.ts", "export const Money = new GraphQLScalarType<number, string>({ name: 'Money' });\n");
  await run("--root", service.root.pathname);
  assertStringIncludes(service.read("operations.ts"), 'import type { Money as MoneyScalar$ } from "./money.ts";');
  assertStringIncludes(service.read("operations.ts"), "export type Money = ScalarOutput<typeof MoneyScalar$>;");
});

Deno.test("documents that are not valid are named with file, line and column, all at once", async () => {
  using service = new Service({
    "graphql/a.graphqls": schema,
    "graphql-test/a.graphql": "query A { book(id: 1) {\n  titel\n  ...Nowhere } }",
    "graphql-test/b/b.graphql": "query B($id: ID!, $n: Int) {\n  books(first: $id) { id } }",
  });
  const error = await assertRejects(() => schemaTypes({ root: service.root }), TypeError);
  assertEquals(
    error.message,
    `Cannot write types of operations as documents are not valid:
  graphql-test/a.graphql, line 2, column 3: Cannot query field "titel" on type "Book". Did you mean "title"?
  graphql-test/a.graphql, line 3, column 6: Unknown fragment "Nowhere".
  graphql-test/b/b.graphql, line 1, column 19: Variable "$n" is never used in operation "B".
  graphql-test/b/b.graphql, line 1, column 9: Variable "$id" of type "ID!" used in position expecting type "Int".`,
  );
});

const clashes: readonly (readonly [what: string, files: Record<string, string>, faults: string])[] = [
  [
    "two operations of one name",
    { a: "query X { price }", b: "\nquery X { price }" },
    `
  graphql-test/b.graphql, line 2, column 1: There is another operation "X", in graphql-test/a.graphql, line 1: rename one of them`,
  ],
  [
    "operations whose types have one name",
    { a: "query x { price } query X { price }" },
    `
  graphql-test/a.graphql, line 1, column 19: There is another operation "x", in graphql-test/a.graphql, line 1: rename one of them`,
  ],
  [
    "an operation without name among several",
    { a: "query X { price }\n{ price }" },
    `
  graphql-test/a.graphql, line 2, column 1: The operation needs a name, as the file holds 2 operations`,
  ],
  [
    "an operation that neither it nor its file names",
    { "1": "{ price }" },
    `
  graphql-test/1.graphql, line 1, column 1: The operation needs a name, as that of its file can't name a type`,
  ],
  [
    "two fragments of one name",
    { a: "fragment F on Book { id }", b: "fragment F on Book { title }" },
    `
  graphql-test/b.graphql, line 1, column 1: There is another fragment "F", in graphql-test/a.graphql, line 1: rename one of them`,
  ],
  [
    "a syntax error",
    { a: "query X {\n  price(" },
    `
  graphql-test/a.graphql, line 2, column 9: Syntax Error: Expected Name, found <EOF>.`,
  ],
];

for (const [what, files, faults] of clashes) {
  Deno.test(`an error with file and line: ${what}`, async () => {
    const documents = Object.entries(files).map(([name, text]) => [`graphql-test/${name}.graphql`, text] as const);
    using service = new Service({ "graphql/a.graphqls": schema, ...Object.fromEntries(documents) });
    const error = await assertRejects(() => schemaTypes({ root: service.root }), TypeError);
    assertEquals(error.message, `Cannot write types of operations as documents are not valid:${faults}`);
  });
}

Deno.test("fragments may stand in other files; the document holds those that are used", async () => {
  using service = new Service({
    "graphql/a.graphqls": schema,
    "graphql-documents/parts/book.graphql": "fragment Parts on Book { ...Id title } fragment Unused on Book { id }",
    "graphql-documents/parts/id.graphql": "fragment Id on Node { id }",
    "graphql-documents/later.graphql": "# nothing yet\n\n",
    "graphql-documents/one.graphql": "query One($id: ID!) { book(id: $id) { ...Parts } }",
  });
  await run("--root", service.root.pathname);
  const text = service.read("operations.ts");
  assertEquals(/document: `([^`]*)`/.exec(text)![1]!.match(/^(?:query|fragment) \w+/gm), [
    "query One",
    "fragment Parts",
    "fragment Id",
  ]);
  assertStringIncludes(text, "export type UnusedFragment = {");
});

Deno.test("--check compares the operations; those of documents that are gone are removed, code of people stays", async () => {
  using service = new Service({ "graphql/a.graphqls": schema, "graphql-test/a.graphql": "query X { price }" });
  const root = service.root.pathname;
  await run("--root", root);
  assertEquals(await run("--root", root, "--check"), { code: 0, output: [] });
  service.write("graphql-test/a.graphql", "query Y { price }");
  const { code, output } = await run("--root", root, "--check");
  assertEquals([code, output[0]!.split("\n")[0]], [1, "operations.ts is out of date: run the types task"]);
  Deno.removeSync(new URL("graphql-test/a.graphql", service.root));
  assertEquals((await run("--root", root, "--check")).output, [
    "operations.ts is no longer needed: run the types task",
  ]);
  assertStringIncludes((await run("--root", root)).output.join(), "Removed operations.ts");
  service.write("operations.ts", "export const mine = 1;\n");
  assertEquals((await run("--root", root, "--check")).code, 0);
  assertEquals((await run("--root", root)).code, 0);
  service.write("graphql-test/a.graphql", "query Y { price }");
  const error = await assertRejects(() => run("--root", root), TypeError);
  assertStringIncludes(error.message, "Cannot write operations.ts as it holds code that this command did not write");
});

Deno.test("--watch writes the operations again when a document changes", async () => {
  using service = new Service({ "graphql/a.graphqls": "type Query { a: Int b: Int }" });
  const stop = new AbortController();
  const { log, error } = console;
  let printed = Promise.withResolvers<string>();
  console.log = console.error = (line: unknown) => printed.resolve(String(line));
  try {
    const watching = runTypes(["--root", service.root.pathname, "--watch"], stop.signal);
    await printed.promise;
    printed = Promise.withResolvers();
    service.write("graphql-test/x.graphql", "query X { a }");
    assertEquals(await printed.promise, "Wrote operations.ts");
    stop.abort();
    await watching;
  } finally {
    Object.assign(console, { log, error });
  }
});

Deno.test("--client writes the operations alone, for another service", async () => {
  using service = new Service({
    "remote/schema.graphqls": schema,
    "remote/documents/price.graphql": "query Price { price }",
    "money.ts": "export const Money = new GraphQLScalarType<number, string>({ name: 'Money' });\n",
  });
  const options = ["--client", "--locations", "remote/*.graphqls", "--operations", "remote/documents/**"];
  const out = ["--out", "remote/schema.ts", "--wire", "Money=string"];
  const { output } = await run("--root", service.root.pathname, ...options, ...out);
  assertEquals(output, ["Wrote operations.ts"]);
  assertStringIncludes(service.read("remote/operations.ts"), "export type Money = string;");
  assertEquals([...Deno.readDirSync(new URL("remote/", service.root))].map(({ name }) => name).sort(), [
    "documents",
    "operations.ts",
    "schema.graphqls",
  ]);
  const error = await assertRejects(() => run("--root", service.root.pathname, "--client", ...options.slice(1, 3)));
  assertStringIncludes(
    String(error),
    "as there must be a document: none ends in .graphql or .gql at graphql-documents/**",
  );
});

Deno.test("names that TypeScript reserves, and texts that end a template, are harmless", async () => {
  const text = await written('query delete { book(id: "`${Deno.exit(1)}\\\\") { new: id constructor: title } }');
  assertStringIncludes(
    text,
    'export const deleteOperation: GraphQlOperation<"query", DeleteResult, DeleteVariables> = {',
  );
  assertStringIncludes(text, 'id: "\\`\\${Deno.exit(1)}\\\\\\\\"');
  assertStringIncludes(text, 'readonly "new": string;');
});
