import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { controller, createApp, createContainer, describeType, graphql, param, Resource, t } from "@espalier/espalier";
import { Authentication } from "@espalier/espalier/graphql";
import { ContainerModule, WebGraphQlInterceptor } from "@espalier/espalier";
import { mappings, type ModelClasses } from "@espalier/espalier/graphql";
import { GraphQlTester } from "@espalier/espalier/testing";

const sdl = `
  type Query {
    book(id: ID!): Book
    echo(text: String, count: Int! = 3, tags: [String!], sizes: [[Int]]): String!
    wish(wish: Wish!): String!
    wishes(all: [Wish!]!): String!
    described(input: Point!): String!
    holder(holder: Holder!): String!
    whoAmI(greeting: String!): String!
  }
  type Mutation { rename(id: ID!, title: String!): Book! }
  type Subscription { ticks(count: Int!): Int! }
  type Book { id: ID! title: String! tag(prefix: String!): String! author: String! note: String }
  input Wish { name: String! parts: [Part!] size: Int next: Wish }
  input Part { name: String! }
  input Point { x: Int! y: Int }
  input Holder { label: String! wish: Wish }
`;

interface Book {
  readonly id: string;
  readonly title: string;
}
class Part {
  readonly name: string;
  constructor(fields: { readonly name: string }) {
    this.name = fields.name.toUpperCase();
  }
}
class Wish {
  readonly name!: string;
  readonly parts?: readonly Part[] | null;
  readonly size?: number | null;
  readonly next?: Wish | null;
  get words(): string {
    const parts = (this.parts ?? []).map((part) => `${part instanceof Part}:${part.name}`).join(",");
    return `${this.name}(${parts})${this.size === undefined ? "-" : this.size}${
      this.next ? `>${this.next.words}` : ""
    }`;
  }
}
class Point {
  constructor(readonly x: number, readonly y: number | null) {}
}
describeType(Point, { x: t.int, y: t.nullable(t.int) });

interface Schema {
  Query: {
    book(args: { id: string }): Book | null;
    echo(args: {
      text?: string | null;
      count?: number;
      tags?: readonly string[] | null;
      sizes?: readonly (readonly (number | null)[] | null)[] | null;
    }): string;
    wish(args: { wish: Wish }): string;
    wishes(args: { all: readonly Wish[] }): string;
    described(args: { input: Point }): string;
    holder(args: { holder: { readonly label: string; readonly wish?: Wish | null } }): string;
    whoAmI(args: { greeting: string }): string;
  };
  Mutation: { rename(args: { id: string; title: string }): Book };
  Subscription: { ticks(args: { count: number }): number };
  Book: { id: string; title: string; tag(args: { prefix: string }): string; author: string; note: string | null };
}
const { QueryMapping, MutationMapping, SubscriptionMapping, SchemaMapping, BatchMapping } = mappings<
  Schema,
  { Book: Book }
>({ inputs: ["Wish", "Part", "Point"] });
const models: ModelClasses = { Wish: () => Wish, Part: () => Part, Point: () => Point };

class LibraryController {
  readonly batches: number[] = [];

  @QueryMapping("id")
  book(id: string): Book | null {
    return id === "0" ? null : { id, title: `Title of ${id}` };
  }
  @QueryMapping("tags", "text", "count", "sizes")
  echo(...given: unknown[]): string {
    return JSON.stringify(given);
  }
  @QueryMapping("wish")
  wish(wish: Wish): string {
    return wish.words;
  }
  @QueryMapping("all")
  wishes(all: readonly Wish[]): string {
    return all.map((wish) => wish.words).join(" ");
  }
  @QueryMapping("input")
  described(point: Point): string {
    return `${point instanceof Point} ${point.x} ${point.y}`;
  }
  @QueryMapping("holder")
  holder({ label, wish }: { readonly label: string; readonly wish?: Wish | null }): string {
    return `${label} ${wish?.words}`;
  }
  @QueryMapping(param.principal<string>(), "greeting")
  whoAmI(principal: string, greeting: string): string {
    return `${greeting}, ${principal}`;
  }
  @MutationMapping("title", "id")
  rename(title: string, id: string): Promise<Book> {
    return Promise.resolve({ id, title });
  }
  @SubscriptionMapping("count")
  async *ticks(count: number): AsyncGenerator<number> {
    for (let tick = 1; tick <= count; tick++) yield await Promise.resolve(tick);
  }
  @SchemaMapping("Book", { field: "tag" }, "prefix")
  tagOf(book: Book, prefix: string): string {
    return prefix + book.id;
  }
  @BatchMapping("Book", { field: "author", maxBatchSize: 1 })
  authors(books: readonly Book[]): string[] {
    this.batches.push(books.length);
    return books.map(({ id }) => `Author of ${id}`);
  }
  @BatchMapping("Book")
  note(books: readonly Book[]): Map<Book, string> {
    return new Map(books.filter(({ id }) => id === "1").map((book) => [book, "first"]));
  }
}

const asAda = new ContainerModule(({ bind }) => {
  bind(WebGraphQlInterceptor).toConstantValue({
    intercept: (request, chain) => {
      request.configureExecutionInput((input) => {
        input.graphQlContext.put(Authentication, new Authentication("Ada"));
        return input;
      });
      return chain(request);
    },
  });
});

function appOf(...parts: ContainerModule[]) {
  return createApp(createContainer(...parts), { properties: { logging: { level: "OFF" } } });
}

async function answer(document: string): Promise<unknown> {
  const schema = [Resource.text("library", sdl)];
  await using app = await appOf(graphql({ schema, models }), controller(LibraryController), asAda);
  const response = await GraphQlTester.create(app).document(document).execute();
  return response.path("").entity(t.unknown).get();
}

Deno.test("arguments are bound by name, in the decorator's order, and null where the client omits them", async () => {
  assertEquals(await answer('{ book(id: 7) { id title } none: book(id: "0") { id } echo }'), {
    book: { id: "7", title: "Title of 7" },
    none: null,
    echo: "[null,null,3,null]",
  });
  assertEquals(await answer('{ echo(tags: "a", text: "b", count: 1, sizes: [[1, null], null]) }'), {
    echo: '[["a"],"b",1,[[1,null],null]]',
  });
  assertEquals(await answer('mutation { rename(id: "1", title: "Emma") { id title } }'), {
    rename: { id: "1", title: "Emma" },
  });
});

Deno.test("inputs become instances of the classes that stand for them, wherever they lie in the argument", async () => {
  assertEquals(
    await answer(`{
      wish(wish: { name: "a", parts: [{ name: "p" }, { name: "q" }], next: { name: "b", size: null } })
      wishes(all: [{ name: "c" }, { name: "d", size: 2 }])
      described(input: { x: 1 })
      holder(holder: { label: "h", wish: { name: "e", parts: { name: "r" } } })
    }`),
    {
      wish: "a(true:P,true:Q)->b()null",
      wishes: "c()- d()2",
      described: "true 1 null",
      holder: "h e(true:R)-",
    },
  );
});

Deno.test("special parameters mix with names; sources come first; batches and field options work", async () => {
  assertEquals(
    await answer(
      '{ whoAmI(greeting: "Hello") a: book(id: 1) { tag(prefix: "#") author note } b: book(id: 2) { note } }',
    ),
    { whoAmI: "Hello, Ada", a: { tag: "#1", author: "Author of 1", note: "first" }, b: { note: null } },
  );
});

Deno.test("a subscription's method gets its arguments by name", async () => {
  const schema = [Resource.text("library", sdl)];
  await using app = await appOf(graphql({ schema, models }), controller(LibraryController));
  const events = GraphQlTester.create(app).document("subscription { ticks(count: 2) }").subscribe("ticks", t.int);
  assertEquals(await Array.fromAsync(events), [1, 2]);
});

Deno.test("a class that the compiler takes for an input must be named to graphql()", async () => {
  const schema = [Resource.text("library", sdl)];
  const error = await assertRejects(() => appOf(graphql({ schema }), controller(LibraryController)), Error);
  assertStringIncludes(
    error.message,
    'as input type "Wish" is a class in the types of the schema, which must be given',
  );
  assertThrows(
    () => graphql({ models: { Wish: Wish as never } }),
    TypeError,
    'Cannot use class "Wish" of option "models" of graphql()',
  );
});

Deno.test("an input class whose constructor takes more than one object must be described", async () => {
  class Pair {
    constructor(readonly a: string, readonly b: string) {}
  }
  const own = mappings<{ Query: { pair(args: { pair: Pair }): string } }, Record<never, never>>({ inputs: ["Pair"] });
  class PairController {
    @own.QueryMapping("pair")
    pair(pair: Pair): string {
      return pair.a;
    }
  }
  const schema = [
    Resource.text("pairs", "type Query { pair(pair: Pair!): String! } input Pair { a: String! b: String! }"),
  ];
  const error = await assertRejects(
    () => appOf(graphql({ schema, models: { Pair: () => Pair } }), controller(PairController)),
    Error,
  );
  assertStringIncludes(error.message, 'Cannot make class "Pair" of an input as it must be described');
});

Deno.test("an argument that the schema lacks fails the start, with the ones that it has", async () => {
  const schema = [Resource.text("library", sdl.replace("rename(id: ID!", "rename(ident: ID!"))];
  const error = await assertRejects(() => appOf(graphql({ schema, models }), controller(LibraryController)), Error);
  assertStringIncludes(
    error.message,
    'Cannot map LibraryController#rename as Mutation.rename has no argument "id" (it has ident, title)',
  );
});

Deno.test("a root type of another name serves the mappings of its operation", async () => {
  const own = mappings<
    { Root: { one(args: { of: string }): string } },
    Record<never, never>,
    { query: "Root"; mutation: "Mutation"; subscription: "Subscription" }
  >();
  class RootController {
    @own.QueryMapping("of")
    one(of: string): string {
      return of;
    }
  }
  const schema = [Resource.text("root", "schema { query: Root } type Root { one(of: String!): String! }")];
  await using app = await appOf(graphql({ schema }), controller(RootController));
  const response = await GraphQlTester.create(app).document('{ one(of: "x") }').execute();
  response.path("one").entity(t.string).isEqualTo("x");
});

Deno.test("a decorator that is used wrongly says how to use it", () => {
  const loose = { QueryMapping, SchemaMapping, BatchMapping } as unknown as Record<
    string,
    (...given: unknown[]) => void
  >;
  assertThrows(
    () => loose.QueryMapping!(() => {}, {}),
    TypeError,
    "Cannot decorate with @QueryMapping as it must be called",
  );
  assertThrows(() => loose.QueryMapping!("id", 7), TypeError, "as it must be given names of arguments and parameters");
  assertThrows(() => loose.QueryMapping!({ name: "x" }), TypeError, "after an object with field");
  assertThrows(() => loose.SchemaMapping!(), TypeError, "as its first argument must be the name of a schema type");
  assertThrows(() => loose.BatchMapping!("Book", { maxBatchSize: 0 }), RangeError, '"maxBatchSize"');
});
