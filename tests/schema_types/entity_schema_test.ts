import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { buildSchema } from "graphql";
import { runSchema } from "@espalier/espalier/schema";
import { codeBlocks, page } from "../docs/pages.ts";
import { captured, Service } from "./service_folder.ts";

const root = new URL("../../", import.meta.url);
const kernel = JSON.stringify(new URL("mod.ts", root).href);

/** What the command prints for entities that are declared by some source. */
async function fromEntities(source: string, ...options: string[]): Promise<string> {
  using service = new Service({
    "entities.ts": `import { describeType, entity, extend, t, value } from ${kernel};\n${source}`,
  });
  const { pathname } = service.root;
  const args = ["from-entities", "--root", pathname, ...options, `${pathname}entities.ts`];
  const { output } = await captured(() => runSchema(args));
  return output.join("\n");
}

Deno.test("from-entities writes types with references, embedded values, enums, scalars, nulls and comments", async () => {
  const text = await fromEntities(`
/** What a price is. */
export class Money extends value({ cents: t.int, currency: t.enum("EUR", "USD") }) {}

/**
 * Somebody who wrote books.
 *
 * @author nobody
 */
export class Author extends entity({
  id: t.generatedId,
  name: t.string,
  /** Null where it is "not known". */
  born: t.nullable(t.int),
  books: t.list(t.ref<Book>((): unknown => Book)),
  password: t.secret(t.string),
}, { id: "id", references: { books: { mappedBy: "author" } } }) {}

export class Book extends entity({
  id: t.uuid,
  version: t.version,
  price: t.object(() => Money),
  author: t.ref<Author>((): unknown => Author),
  subtitle: t.optional(t.string),
  tags: t.mutable(t.list(t.nullable(t.string))),
  state: t.enum("in stock", "sold"),
  added: t.date,
  published: t.nullable(t.localDate),
  extra: t.json,
}, { id: "id" }) {}`);
  assertEquals(
    text,
    `scalar DateTime

scalar JSON

scalar LocalDate

type Query {
  author(id: ID!): Author
  authors: [Author!]!
  book(id: ID!): Book
  books: [Book!]!
}

"Somebody who wrote books."
type Author {
  id: ID!
  name: String!
  "Null where it is \\"not known\\"."
  born: Int
  books: [Book!]!
}

type Book {
  id: ID!
  price: Money!
  author: Author!
  subtitle: String
  tags: [String]!
  state: String!
  added: DateTime!
  published: LocalDate
  extra: JSON!
}

"What a price is."
type Money {
  cents: Int!
  currency: MoneyCurrency!
}

enum MoneyCurrency {
  EUR
  USD
}`,
  );
  buildSchema(text);
});

Deno.test("from-entities: the handbook shows what is written", async () => {
  const blocks = codeBlocks(page("docs/types.md"));
  const shown = blocks.findIndex(({ code }) => code.includes("export class Author"));
  const source = blocks[shown]!.code.replace(/^import.*$/m, "");
  assertEquals(await fromEntities(source), blocks[shown + 1]!.code.trim());
});

const shelf = `
export class Shelf extends entity({
  id: t.id,
  kind: t.enum("A", "B"),
  at: t.date,
  books: t.list(t.object(() => Book)),
}, { id: "id" }) {}
export class LowShelf extends extend(Shelf, { height: t.int }, { name: "LowShelf" }) {}
class Book {
  constructor(readonly id: string) {}
}
describeType(Book, { id: t.id }, { id: "id" });`;

Deno.test("from-entities: connections, scalars of one's own, no queries; what is inherited has one enum", async () => {
  assertEquals(
    await fromEntities(shelf, "--connections", "--scalar", "Date=Moment", "--no-query"),
    `scalar Moment

type Shelf {
  id: ID!
  kind: ShelfKind!
  at: Moment!
  books(first: Int, after: String, last: Int, before: String): BookConnection!
}

type Book {
  id: ID!
}

type LowShelf {
  id: ID!
  kind: ShelfKind!
  at: Moment!
  books(first: Int, after: String, last: Int, before: String): BookConnection!
  height: Int!
}

enum ShelfKind {
  A
  B
}`,
  );
});

Deno.test("from-entities: a word whose plural is the same", async () => {
  const text = await fromEntities(`export class Sheep extends entity({ id: t.id }, { id: "id" }) {}`);
  assertStringIncludes(text, "  sheep(id: ID!): Sheep\n  allSheep: [Sheep!]!\n");
});

const mistakes: readonly (readonly [source: string, message: string, ...options: string[]])[] = [
  ["export const a = 1;", "must export entities, or lists of them"],
  [
    `class Foo {}\nexport class A extends entity({ id: t.id, foo: t.object(() => Foo) }, { id: "id" }) {}`,
    'Cannot write the schema of class "Foo" in property "foo" of class "A" as it must be described',
  ],
  [
    `export class A extends entity({ id: t.id, "a-b": t.int }, { id: "id" }) {}`,
    'Cannot write property "a-b" of class "A" as names of GraphQL have letters',
  ],
  [
    `export class A extends entity({ id: t.id }, { id: "id" }) {}
     export class B extends entity({ id: t.id }, { id: "id", name: "A" }) {}`,
    'Cannot write type "A" as two classes have this name',
  ],
  [shelf, 'Cannot map the scalar "Dat" as no descriptor has this name: did you mean Date?', "--scalar", "Dat=X"],
  [shelf, 'Cannot use --scalar as it must be NAME=SCALAR: current value is "Date"', "--scalar", "Date"],
];

for (const [source, message, ...options] of mistakes) {
  Deno.test(`from-entities: ${message}`, async () => {
    const error = await assertRejects(() => fromEntities(source, ...options), TypeError);
    assertStringIncludes(error.message, message);
  });
}

Deno.test("print writes the schema of the files with its connections, and that of an application", async () => {
  const bookstore = new URL("examples/bookstore/", root).pathname;
  const files = await captured(() => runSchema(["print", "--sort", "--root", bookstore]));
  const app = await captured(() => runSchema(["print", "--sort", `${bookstore}features.ts`]));
  assertEquals(files.output, app.output);
  assertStringIncludes(files.output[0]!, "type BookConnection {");
  buildSchema(files.output[0]!);
});

Deno.test("--out writes a file, and overwrites none", async () => {
  using service = new Service({ "graphql/a.graphqls": "type Query { a: Int }" });
  const args = ["print", "--root", service.root.pathname, "--out", `${service.root.pathname}made/all.graphqls`];
  assertEquals((await captured(() => runSchema(args))).code, 0);
  assertEquals(service.read("made/all.graphqls"), "type Query {\n  a: Int\n}\n");
  const error = await assertRejects(() => runSchema(args), TypeError);
  assertStringIncludes(error.message, "as there is such a file: remove it, or choose another one by --out");
});

Deno.test("the command says what it needs", async () => {
  for (
    const [args, message] of [
      [[], 'the command must be print, diff or from-entities: current value is ""'],
      [["prnt"], 'current value is "prnt"'],
      [["from-entities"], "a module that exports entities must be named"],
      [["print", "a.ts", "b.ts"], 'one module may be named: current value is "b.ts"'],
      [["print", "--root", "/nowhere"], "there must be a schema file"],
    ] as const
  ) {
    const error = await assertRejects(() => runSchema(args), TypeError);
    assertStringIncludes(error.message, message);
  }
});
