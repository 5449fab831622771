import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { createApp, createContainer, type EspalierPropertiesInput } from "@espalier/espalier";
import { type Finding, findingsOf, formatFindings, SchemaInspection } from "@espalier/espalier/graphql";
import { collectTypeFacts, typeFactsFile } from "@espalier/espalier/graphql/facts";
import { features } from "../../../examples/bookstore/features.ts";
import { bookstoreRoot } from "./bookstore_root.ts";

const bookstore = new URL("../../../examples/bookstore/", import.meta.url);
const facts = await collectTypeFacts({ root: bookstore, entryPoints: [new URL("features.ts", bookstore)] });

/** Lays the bookstore's schema into a folder of its own, with some text of it replaced. */
async function schemaWith(file: string, replace: string, by: string): Promise<URL> {
  const root = await bookstoreRoot();
  let isPlanted = false;
  for await (const { name } of Deno.readDir(new URL("graphql/", bookstore))) {
    const text = await Deno.readTextFile(new URL(`graphql/${name}`, bookstore));
    const changed = name === file ? text.replace(replace, by) : text;
    isPlanted ||= changed !== text;
    await Deno.writeTextFile(new URL(`graphql/${name}`, root), changed);
  }
  assertEquals(isPlanted, true, `"${replace}" stands in ${file}`);
  await Deno.writeTextFile(new URL(typeFactsFile, root), JSON.stringify(facts));
  return root;
}

async function inspect(root: URL, graphql: EspalierPropertiesInput["graphql"] = {}) {
  try {
    const properties = { logging: { level: "OFF" }, graphql } as const;
    await using app = await createApp(createContainer(...features()), { root, properties });
    return app.container.get(SchemaInspection).report!;
  } finally {
    if (root.href !== bookstore.href) await Deno.remove(root, { recursive: true });
  }
}

interface Fault {
  readonly file: string;
  readonly replace: string;
  readonly by: string;
  readonly finds: Pick<Finding, "section" | "message"> & { readonly code?: RegExp };
}

const faults: readonly Fault[] = [
  {
    file: "catalog.graphqls",
    replace: "gutenberg: Int!",
    by: "gutenberg: Int! isbn: String",
    finds: {
      section: "unmappedFields",
      message: 'Book.isbn has no data fetcher and the class "Book" has no such property: it is always null',
    },
  },
  {
    file: "inventory.graphqls",
    replace: "available: Int!",
    by: "gutenberg_: Int",
    finds: {
      section: "unmappedRegistrations",
      message: "Book.available is registered but is no field of the schema",
      code: /^@BatchMapping StockController#available\[.*inventory\/stock_controller\.ts:\d+$/,
    },
  },
  {
    file: "catalog.graphqls",
    replace: "book(id: ID!): Book",
    by: "book(id: ID!): Book!",
    finds: {
      section: "fieldNullnessErrors",
      message: "Query.book is non-null, but its code may return null",
      code: /^BookController#book\[.*catalog\/book_controller\.ts:\d+$/,
    },
  },
  {
    file: "catalog.graphqls",
    replace: "born: Int",
    by: "born: Int!",
    finds: {
      section: "fieldNullnessErrors",
      message: "Author.born is non-null, but its code may return null",
      code: /^Author#born catalog\/author\.ts:\d+$/,
    },
  },
  {
    file: "catalog.graphqls",
    replace: "union SearchResult = Book | Author",
    by: "union SearchResult = Book | Author | Magazine type Magazine { id: ID }",
    finds: {
      section: "skippedTypes",
      message: 'Query.search leads to the type "Magazine", which can\'t be checked: No class information',
    },
  },
  {
    file: "catalog.graphqls",
    replace: "author(id: ID!): Author",
    by: "author(id: ID!, locale: String): Author",
    finds: {
      section: "unreadArguments",
      message: 'Query.author never reads its argument "locale"',
      code: /^AuthorController#author\[.*catalog\/author_controller\.ts:\d+$/,
    },
  },
  {
    file: "catalog.graphqls",
    replace: "published: Int!",
    by: "published: Int! @deprecated",
    finds: {
      section: "deprecationsWithoutReason",
      message: "Book.published is deprecated without saying what to use instead",
    },
  },
];

Deno.test("I1 the bookstore has no findings", async () => {
  assertEquals(findingsOf(await inspect(bookstore)), []);
});

for (const { file, replace, by, finds } of faults) {
  Deno.test(`I1 a fault planted into the bookstore is found alone: ${finds.message}`, async () => {
    const found = findingsOf(await inspect(await schemaWith(file, replace, by)));
    const others = found.filter(({ section }) => section === "unmappedFields" && finds.section !== section);
    // Taking a field away for a registration leaves another one unmapped in its place.
    const [finding, ...rest] = found.filter((one) => !others.includes(one));
    assertEquals([finding?.section, finding?.message], [finds.section, finds.message]);
    assertEquals(rest.filter(({ section }) => section !== "unreadArguments"), []);
    if (finds.code) {
      const { description, location } = finding!.site!;
      assertMatch(`${description} ${location?.file}:${location?.line}`, finds.code);
    }
  });
}

Deno.test("a schema without an argument that a method names fails the start", async () => {
  const root = await schemaWith("catalog.graphqls", "search(text: String!)", "search(texts: String!)");
  await assertRejects(
    () => inspect(root),
    Error,
    'Cannot map SearchController#search as Query.search has no argument "text" (it has texts): did you mean "texts"?',
  );
});

Deno.test("I1 findings don't fail start-up unless they are asked to", async () => {
  const root = await schemaWith("catalog.graphqls", "gutenberg: Int!", "gutenberg: Int! isbn: String");
  await assertRejects(
    () => inspect(root, { inspectionFailOn: ["unmappedFields", "unmappedArguments"] }),
    Error,
    "Cannot use the schema as its inspection must find nothing in unmappedFields, unmappedArguments: Book.isbn has no",
  );
});

Deno.test("I1 findings as text and as SARIF name file and line", async () => {
  const report = await inspect(await schemaWith("catalog.graphqls", "born: Int", "born: Int!"));
  const line = report.fieldNullnessErrors[0]!.site.location!.line;
  assertEquals(
    formatFindings(report, "text"),
    [
      "GraphQL schema inspection: 1 finding",
      "Field nullness errors:",
      `  Author.born is non-null, but its code may return null – Author#born (catalog/author.ts:${line})`,
    ].join("\n"),
  );
  const sarif = JSON.parse(formatFindings(report, "sarif"));
  assertEquals(sarif.runs[0].results, [{
    ruleId: "fieldNullnessErrors",
    level: "error",
    message: { text: "Author.born is non-null, but its code may return null" },
    locations: [{
      physicalLocation: { artifactLocation: { uri: "catalog/author.ts" }, region: { startLine: line } },
      logicalLocations: [{ fullyQualifiedName: "Author.born" }],
    }],
  }]);
  assertStringIncludes(formatFindings(report, "json"), '"section": "fieldNullnessErrors"');
});
