import { assertEquals } from "@std/assert";
import { MutationMapping, param, QueryMapping, t } from "@espalier/espalier";
import { setCacheHint } from "@espalier/espalier/cache";
import { cacheApp, get, post } from "./cache_app.ts";

const schema = `
  type Query {
    plain: Int
    sixty: Int @cacheControl(maxAge: 60)
    ten: Int @cacheControl(maxAge: 10)
    personal: Int @cacheControl(maxAge: 60, scope: PRIVATE)
    book: Book @cacheControl(maxAge: 60)
    unhintedBook: Book
    typed: Typed
    shop: Shop @cacheControl(maxAge: 60)
    thing: Thing @cacheControl(maxAge: 60)
    hinted(maxAge: Int, private: Boolean): Int @cacheControl(maxAge: 60)
  }
  type Mutation { change: Int @cacheControl(maxAge: 60) }
  type Book { title: String, author: Author, inherited: Author @cacheControl(inheritMaxAge: true), short: Int @cacheControl(maxAge: 5) }
  type Author { name: String }
  type Typed @cacheControl(maxAge: 30) { name: String, own: Author @cacheControl(maxAge: 40) }
  type Shop { book: Book @cacheControl(maxAge: 50), own: Own }
  type Own @cacheControl(inheritMaxAge: true) { name: String }
  interface Thing { name: String, part: Author }
  type A implements Thing { name: String, part: Author @cacheControl(maxAge: 20) }
  type B implements Thing { name: String @cacheControl(maxAge: 15), part: Author @cacheControl(maxAge: 25, scope: PRIVATE) }
`;

const author = { name: "Jane" };
const book = { title: "Emma", author, inherited: author, short: 1 };

class Api {
  @QueryMapping({ returns: t.int })
  plain(): number {
    return 1;
  }
  @QueryMapping({ returns: t.int })
  sixty(): number {
    return 1;
  }
  @QueryMapping({ returns: t.int })
  ten(): number {
    return 1;
  }
  @QueryMapping({ returns: t.int })
  personal(): number {
    return 1;
  }
  @QueryMapping()
  book(): object {
    return book;
  }
  @QueryMapping()
  unhintedBook(): object {
    return book;
  }
  @QueryMapping()
  typed(): object {
    return { name: "n", own: author };
  }
  @QueryMapping()
  shop(): object {
    return { book, own: { name: "o" } };
  }
  @QueryMapping()
  thing(): object {
    return { __typename: "A", name: "a", part: author };
  }
  @QueryMapping({
    params: [
      param.argument("maxAge", t.nullable(t.int)),
      param.argument("private", t.nullable(t.boolean)),
      param.graphQlContext(),
    ],
  })
  hinted(maxAge: number | null, isPrivate: boolean | null, context: Parameters<typeof setCacheHint>[0]): number {
    if (maxAge !== null) setCacheHint(context, { maxAge });
    if (isPrivate === true) setCacheHint(context, { scope: "PRIVATE" });
    return 1;
  }
  @MutationMapping({ returns: t.int })
  change(): number {
    return 1;
  }
}

const cases: readonly (readonly [string, string | null])[] = [
  ["{ plain }", null],
  ["{ sixty }", "max-age=60, public"],
  ["{ sixty ten }", "max-age=10, public"],
  ["{ a: sixty __typename }", "max-age=60, public"],
  ["{ sixty plain }", null],
  ["{ sixty personal }", null],
  ["{ unhintedBook { title } }", null],
  ["{ book { title } }", "max-age=60, public"],
  ["{ book { title author { name } } }", null],
  ["{ book { title inherited { name } } }", "max-age=60, public"],
  ["{ book { short } }", "max-age=5, public"],
  ["{ book { ...F } } fragment F on Book { short }", "max-age=5, public"],
  ["query ($no: Boolean = false) { book { title short @include(if: $no) } }", "max-age=5, public"],
  ["{ typed { name } }", "max-age=30, public"],
  ["{ typed { own { name } } }", "max-age=30, public"],
  ["{ shop { book { title } } }", "max-age=50, public"],
  ["{ shop { own { name } } }", "max-age=60, public"],
  ["{ thing { name } }", "max-age=15, public"],
  ["{ thing { ... on A { part { name } } } }", "max-age=20, public"],
  ["{ thing { part { name } } }", null],
  ["{ __schema { queryType { name } } sixty }", null],
  ["{ hinted }", "max-age=60, public"],
  ["{ hinted(maxAge: 3) }", "max-age=3, public"],
  ["{ hinted(maxAge: 300) }", "max-age=60, public"],
  ["{ hinted(maxAge: 0) }", null],
  ["{ hinted(maxAge: -1) }", null],
];

Deno.test("26.4 the policy of a response is the lowest maximum age and the narrowest scope of its fields", async () => {
  await using app = await cacheApp({ schema, controllers: [Api] });
  for (const [query, expected] of cases) {
    const { response, body } = await get(app, query);
    assertEquals(body.errors, undefined, query);
    const header = response.headers.get("cache-control");
    assertEquals(header, expected ?? "no-store", query);
  }
});

Deno.test("26.4 private responses are kept for clients who are known, and no cache between shares them", async () => {
  await using app = await cacheApp({ schema, controllers: [Api] });
  const headers = { "x-user": "ada" };
  const of = async (query: string) => (await get(app, query, { headers })).response.headers.get("cache-control");
  assertEquals(await of("{ personal }"), "max-age=60, private");
  assertEquals(await of("{ sixty }"), "max-age=60, private");
  assertEquals(await of("{ thing { part { name } } }"), "max-age=20, private");
  // It is learnt from the first response.
  assertEquals(await of("{ hinted(private: true) }"), "no-store");
  assertEquals(await of("{ hinted(private: true) }"), "max-age=60, private");
});

Deno.test("26.4 mutations are not kept, and POST gets the header as well", async () => {
  await using app = await cacheApp({ schema, controllers: [Api] });
  assertEquals((await post(app, "mutation { change }")).response.headers.get("cache-control"), null);
  assertEquals((await post(app, "{ sixty }")).response.headers.get("cache-control"), "max-age=60, public");
  const { response } = await get(app, "{ sixty }");
  assertEquals(response.headers.get("vary")?.includes("Authorization"), true);
});

Deno.test("26.4 policies in code go before the directive, by field and by type", async () => {
  const policies = { "Query.sixty": { maxAge: 7 }, "Query.plain": { maxAge: 9 }, Book: { maxAge: 11 } };
  await using app = await cacheApp({ schema, controllers: [Api], cache: { policies } });
  const of = async (query: string) => (await get(app, query)).response.headers.get("cache-control");
  assertEquals(await of("{ sixty }"), "max-age=7, public");
  assertEquals(await of("{ plain }"), "max-age=9, public");
  assertEquals(await of("{ unhintedBook { title } }"), "max-age=11, public");
});
