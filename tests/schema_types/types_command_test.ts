import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { runTypes, schemaTypes } from "@espalier/espalier/types";
import { run, Service } from "./service_folder.ts";

const block = (text: string, head: string) => /[^]*?\n *\}/.exec(text.slice(text.indexOf(head)))?.[0] ?? "";

const subgraphs = ["cluster/subgraphs/reviews", "cluster/subgraphs/shipping"];
for (const example of ["bookstore", "clinic", "bearer_token", "two_processes", ...subgraphs]) {
  Deno.test(`the types of the example ${example} are up to date`, async () => {
    const { pathname } = new URL(`../../examples/${example}/`, import.meta.url);
    assertEquals(await run("--root", pathname, "--check"), { code: 0, output: [] });
  });
}

Deno.test("--check ends with 1 and lists the lines that differ; writing again makes it 0", async () => {
  using service = new Service({ "graphql/a.graphqls": "type Query { book(id: ID!): String }" });
  const root = service.root.pathname;
  assertEquals(await run("--root", root, "--check"), { code: 1, output: ["schema.ts is missing: run the types task"] });
  assertEquals(await run("--root", root), { code: 0, output: ["Wrote schema.ts"] });
  assertEquals(await run("--root", root, "--check"), { code: 0, output: [] });
  assertEquals(await run("--root", root), { code: 0, output: [] });
  service.write("graphql/a.graphqls", "type Query { book(id: ID): String }");
  assertEquals(await run("--root", root, "--check"), {
    code: 1,
    output: [
      "schema.ts is out of date: run the types task\n" +
      "- 14:     book(args: { id: string }): string | null;\n" +
      "+ 14:     book(args: { id?: string | null }): string | null;",
    ],
  });
});

Deno.test("26.5 semantically non-null fields are non-null for controllers, at each level", async () => {
  using service = new Service({
    "graphql/a.graphqls":
      "type Query { a: String @semanticNonNull b: [Int] @semanticNonNull(levels: [1]) book: Book } " +
      "type Book { tags: [[String]] @semanticNonNull(levels: [0, 2]) title: String @semanticNonNull }",
  });
  const text = await service.types();
  assertStringIncludes(text, "    a: string;\n    b: readonly number[] | null;\n    book: Book | null;");
  assertStringIncludes(text, "    tags: readonly (readonly string[] | null)[];");
  assertStringIncludes(text, "  readonly title: string;");
});

Deno.test("moving definitions, fields, arguments, values and files changes nothing", async () => {
  using one = new Service({
    "graphql/a.graphqls":
      "type Query { a(x: Int, y: Int): A b: U } enum E { P Q } type A { e: E i: Int } union U = A | B",
    "graphql/b.graphqls": "type B implements I & J { i: Int j: Int } interface I { i: Int } interface J { j: Int }",
  });
  using other = new Service({
    "graphql/z.graphqls": "interface J { j: Int } interface I { i: Int } type B implements J & I { j: Int i: Int }",
    "graphql/y.graphqls": "union U = B | A type A { i: Int } extend type A { e: E } enum E { Q P }",
    "graphql/x.graphqls": "extend type Query { b: U } type Query { a(y: Int, x: Int): A }",
  });
  assertEquals(await other.types(), await one.types());
});

Deno.test("classes and scalars are found by name, through the mod.ts of their folder; two of one name are an error", async () => {
  using service = new Service({
    "graphql/a.graphqls":
      "scalar Money scalar Moment type Query { book: Book order: Order lost: Lost price: Money at: Moment } " +
      "type Book { id: ID! } type Order { id: ID! } type Lost { id: ID! }",
    "catalog/mod.ts": 'export { Book } from "./book.ts";\nexport * from "./money.ts";\n',
    "catalog/book.ts": "export class Book { readonly id!: string }\n",
    "catalog/lost.ts": "export class Lost {}\n// internal to the module\n",
    "catalog/money.ts": "export const Money = new GraphQLScalarType<number, string>({ name: 'Money' });\n",
    "order.ts": "/* export class Book in a comment */\nexport abstract class Order {}\n",
    "order_test.ts": "export class Order {}\n",
  });
  const text = await service.types();
  assertStringIncludes(text, 'import type { Book, Money as MoneyScalar$ } from "./catalog/mod.ts";');
  assertStringIncludes(text, 'import type { Order } from "./order.ts";');
  assertStringIncludes(text, "export type Money = ScalarValue<typeof MoneyScalar$>;");
  assertStringIncludes(text, "export type Moment = unknown;");
  assertStringIncludes(text, "export interface Lost {");
  const { modules, unknownScalars } = await schemaTypes({ root: service.root });
  assertEquals(unknownScalars, ["Moment"]);
  assertStringIncludes(modules[1]!.text!, "  Book: () => Book,\n  Order: () => Order,\n};");
  service.write("shop/book.ts", "export class Book {}\n");
  await assertRejects(
    () => service.types(),
    TypeError,
    'Cannot tie schema type "Book" to a class as several files export one, "catalog/book.ts" and "shop/book.ts": choose',
  );
});

Deno.test("--model and --scalar go before what is found, and say what is wrong", async () => {
  using service = new Service({
    "graphql/a.graphqls": "scalar Money type Query { book: Book price: Money } type Book { id: ID! }",
    "a.ts": "export class Book {}\n",
    "b.ts": "export class StoredBook {}\nexport interface Row { readonly id: string }\n",
  });
  const root = service.root.pathname;
  const types = async (...args: string[]) => {
    await run("--root", root, ...args);
    return service.read("schema.ts");
  };
  const own = await types("--model", "Book=./b.ts#StoredBook", "--scalar", "Money=number");
  assertStringIncludes(own, 'import type { StoredBook as Book } from "./b.ts";');
  assertStringIncludes(own, "export type Money = number;");
  const row = await types("--model", "Book=./b.ts#Row");
  assertStringIncludes(row, 'import type { Row as Book } from "./b.ts";');
  const none = await types("--model", "Book=");
  assertStringIncludes(none, "export interface Book {");
  const wrong: readonly (readonly [string[], string])[] = [
    [["--model", "Book=./c.ts#X"], 'as there must be a file "./c.ts"'],
    [
      ["--model", "Book=./b.ts#X"],
      'as it must name an export, such as ./catalog/book.ts#Book: "./b.ts" exports StoredBook, Row',
    ],
    [["--model", "Bok=./b.ts#Row"], 'as the schema has no type "Bok": did you mean "Book"?'],
    [["--scalar", "Money"], 'Cannot use --scalar as it must be NAME=TYPE: current value is "Money"'],
    [["--locations", "nowhere/**"], "as there must be a schema file: none ends in .graphqls or .gqls at nowhere/**"],
  ];
  for (const [args, message] of wrong) {
    const error = await assertRejects(() => run("--root", root, ...args), TypeError);
    assertStringIncludes(error.message, message);
  }
});

Deno.test("the schema's faults name file and line", async () => {
  using service = new Service({ "graphql/a.graphqls": "type Query {\n  book: Bok\n}" });
  const error = await assertRejects(() => service.types(), Error);
  assertStringIncludes(error.message, "a.graphqls, line 2, column 9");
});

Deno.test("what is deprecated or described says so; fields of declared types that can be mapped are optional", async () => {
  using service = new Service({
    "graphql/a.graphqls": `type Query { shelf: Shelf }
      "Where books stand." type Shelf {
        "Its number." number: Int! @deprecated(reason: "Use label")
        label: String
        books(first: Int!): [Shelf!]!
        next: Shelf!
      }`,
  });
  assertEquals(
    block(await service.types(), "/** Where books"),
    `/** Where books stand. */
export interface Shelf {
  readonly label?: string | null;
  readonly next?: Shelf;
  /**
   * Its number.
   * @deprecated Use label
   */
  readonly number: number;
}`,
  );
});

Deno.test("descriptions can't end their comment, begin a tag or directive, or hold code that documentation tests run", async () => {
  const hostile = ["x */ export const stolen = Deno.env.toObject(); /*", "@ts-ignore", "```ts", "Deno.exit(1)", "```"]
    .join("\n");
  using service = new Service({
    "graphql/a.graphqls": `"""\n${hostile}\n""" type Query { a(
      """\n${hostile}\n""" b: Int): Int @deprecated(reason: "*/ Deno.exit(2) \\u2028 /*\\n@module") }`,
  });
  const text = await service.types();
  // Without comments nothing of it is left.
  const code = text.replace(/\/\*\*[^]*?\*\//g, "").replace(/^\/\/.*$/gm, "");
  assertEquals(
    [/stolen|Deno|ts-ignore|```|@/.test(code.replaceAll("@espalier", "")), /^ *\*? ?@ts-ignore/m.test(text)],
    [false, false],
  );
  assertEquals(/```/.test(text), false);
});

Deno.test("--watch writes again after a change, prints failures, and goes on", async () => {
  using service = new Service({ "graphql/a.graphqls": "type Query { a: Int }" });
  const stop = new AbortController();
  const { log, error } = console;
  let printed = Promise.withResolvers<string>();
  console.log = console.error = (line: unknown) => printed.resolve(String(line));
  const next = async (change: () => void) => {
    printed = Promise.withResolvers();
    change();
    return await printed.promise;
  };
  try {
    const first = printed.promise;
    const watching = runTypes(["--root", service.root.pathname, "--watch"], stop.signal);
    assertEquals(await first, "Wrote schema.ts");
    assertStringIncludes(await next(() => service.write("graphql/a.graphqls", "type Query { a: In }")), "Unknown type");
    assertEquals(await next(() => service.write("graphql/a.graphqls", "type Query { b: Int }")), "Wrote schema.ts");
    assert(service.read("schema.ts").includes("b: number | null;"));
    stop.abort();
    assertEquals(await watching, 0);
  } finally {
    Object.assign(console, { log, error });
  }
});

Deno.test("a schema with rules and visibility has types: what graphql() declares is declared", async () => {
  const rules = '@requiresScopes(scopes: [["a"]]) @visible(to: ["staff"])';
  using service = new Service({
    "graphql/a.graphqls":
      `type Query { all: Int @authenticated, some: Int @requiresRole(roles: ["x"]), one: Int ${rules} }`,
  });
  const text = await service.types();
  for (const field of ["all", "some", "one"]) assertStringIncludes(text, `${field}: number | null;`);
});

Deno.test("code that people wrote is neither overwritten nor removed, and nothing is written beside it", async () => {
  const mine = "export const mine = 1;\n";
  for (const name of ["schema.ts", "schema_models.ts"]) {
    using service = new Service({ "graphql/a.graphqls": "type Query { a: String }", [name]: mine });
    const error = await assertRejects(() => run("--root", service.root.pathname), TypeError);
    assertStringIncludes(error.message, `Cannot write ${name} as it holds code that this command did not write`);
    assertEquals(service.read(name), mine);
    assertEquals([...Deno.readDirSync(service.root)].length, 2);
  }
});

Deno.test("the folder of --out is made; a file in its place is named", async () => {
  using service = new Service({ "graphql/a.graphqls": "type Query { a: String }", "file": "" });
  assertEquals((await run("--root", service.root.pathname, "--out", "new/folder/schema.ts")).code, 0);
  assertStringIncludes(service.read("new/folder/schema.ts"), "export interface Models");
  const error = await assertRejects(() => run("--root", service.root.pathname, "--out", "file/schema.ts"), Error);
  assertStringIncludes(error.message, "Cannot write schema.ts as");
});

Deno.test("of the fields of an input with @oneOf exactly one is given, and is not null", async () => {
  using service = new Service({
    "graphql/a.graphqls": "type Query { book(by: BookBy!): String } input BookBy @oneOf { id: ID isbn: String }",
  });
  assertStringIncludes(
    await service.types(),
    `export type BookBy =
  | { readonly id: string; readonly isbn?: never; }
  | { readonly isbn: string; readonly id?: never; };
`,
  );
});

Deno.test("the scalar Upload is that of uploads(), unless the service says otherwise", async () => {
  using service = new Service({ "graphql/a.graphqls": "scalar Upload type Query { a(file: Upload!): Int }" });
  const root = service.root.pathname;
  assertEquals((await run("--root", root)).output, ["Wrote schema.ts"]);
  const own = service.read("schema.ts");
  assertStringIncludes(own, 'type Upload as UploadScalar$, mappings } from "@espalier/espalier/graphql";');
  assertStringIncludes(own, "export type Upload = UploadScalar$;");
  assertEquals((await run("--root", root, "--scalar", "Upload=string")).code, 0);
  assertStringIncludes(service.read("schema.ts"), "export type Upload = string;");
});

for (const example of ["bookstore", "clinic"]) {
  Deno.test(`the ${example} has the tasks of a new service: start, types, dev and test`, async () => {
    const { tasks } = JSON.parse(
      await Deno.readTextFile(new URL(`../../examples/${example}/deno.json`, import.meta.url)),
    );
    assertEquals(Object.keys(tasks), ["start", "types", "dev", "test"]);
    assertStringIncludes(
      tasks.dev,
      "deno task types --watch & deno run --allow-read --allow-env --allow-run=deno jsr:@espalier/espalier@^0.1.0/dev --allow-net ",
    );
  });
}
