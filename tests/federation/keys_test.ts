import { BatchMapping, controller, describeType, param, QueryMapping, SchemaMapping, t } from "@espalier/espalier";
import {
  composeSubgraphs,
  EntityMapping,
  representations,
  required,
  requiredOfEach,
} from "@espalier/espalier/federation";
import type { DataFetchingEnvironment } from "@espalier/espalier/graphql";
import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { link, startSubgraph } from "./subgraph.ts";

class Product {
  constructor(readonly sku: string, readonly by: string) {}
}
const products = `${link}
type Query { product: Product }
type Product @key(fields: "sku") @key(fields: "package version { id }") @key(fields: "gtin", resolvable: false) {
  sku: ID! package: String version: Version! gtin: String by: String
}
type Version @shareable { id: ID! }
`;

class ProductController {
  @QueryMapping()
  product(): Product {
    return new Product("a", "query");
  }
  @EntityMapping({ typeName: "Product", params: [param.argument("sku", t.id)] })
  bySku(sku: string): Product {
    return new Product(sku, "sku");
  }
  @EntityMapping({ typeName: "Product", params: [param.argument("packageList", t.list(t.string)), representations()] })
  byPackage(packages: readonly string[], given: readonly Readonly<Record<string, unknown>>[]): Product[] {
    return packages.map((name, i) => new Product(name, JSON.stringify(given[i])));
  }
}

Deno.test("a representation is resolved by the mapping of the key that it has", async () => {
  await using app = await startSubgraph(products, [controller(ProductController)]);
  const { data, errors } = await app.entities([
    { __typename: "Product", sku: 1 },
    { __typename: "Product", package: "p", version: { id: 2, more: 1 } },
    { __typename: "Product", gtin: "3" },
    { __typename: "Product", package: "p", version: {} },
  ], "... on Product { sku by }");
  const all = '{"__typename":"Product","package":"p","version":{"id":"2"}}';
  assertEquals(data, {
    _entities: [
      { sku: "1", by: "sku" },
      { sku: "p", by: all },
      null,
      null,
    ],
  });
  assertEquals(errors!.map(({ message }) => message), [
    'Cannot resolve entity "Product" as its representation must have the fields of a key: "sku" or "package version { id }"',
    'Cannot resolve entity "Product" as its representation must have the fields of a key: "sku" or "package version { id }"',
  ]);
});

Deno.test("a nested part of a key, and the whole representation, can be bound to classes", async () => {
  class Version {
    id!: string;
  }
  describeType(Version, { id: t.id });
  class Key {
    package!: string;
    version!: Version;
  }
  describeType(Key, { package: t.string, version: t.object(() => Version) });
  class Bound {
    @EntityMapping({ typeName: "Product", params: [param.arguments(t.object(() => Key))] })
    byKey(key: Key): Product {
      return new Product(key.package, `${key instanceof Key && key.version instanceof Version} ${key.version.id}`);
    }
    @EntityMapping({ typeName: "Other", params: [param.argument("versionList", t.list(t.object(() => Version)))] })
    byVersion(versions: readonly Version[]): object[] {
      return versions.map((version) => ({ by: `${version instanceof Version} ${version.id}` }));
    }
  }
  const schema = `${link} type Version { id: ID! }
    type Product @key(fields: "package version { id }") { package: String! version: Version! by: String }
    type Other @key(fields: "version { id }") { version: Version! by: String }`;
  await using app = await startSubgraph(schema, [controller(Bound)]);
  const given = ["Product", "Other"].map((__typename) => ({ __typename, package: "p", version: { id: 1 } }));
  assertEquals((await app.entities(given, "... on Product { by } ... on Other { by }")).data, {
    _entities: [{ by: "true 1" }, { by: "true 1" }],
  });
});

Deno.test("an undescribed mapping gets the representation as the arguments of its environment", async () => {
  class Items {
    @EntityMapping("Item")
    any(environment: DataFetchingEnvironment) {
      return { id: environment.argument("id"), has: environment.containsArgument("other") };
    }
  }
  const schema = `${link} type Item @key(fields: "id") { id: Int! has: Boolean other: Int }`;
  await using app = await startSubgraph(schema, [controller(Items)]);
  const given = [{ __typename: "Item", id: 1 }, { __typename: "Item", id: 2, other: 3 }];
  assertEquals((await app.entities(given, "... on Item { id has }")).data, {
    _entities: [{ id: 1, has: false }, { id: 2, has: true }],
  });
});

const shipping = `${link}
type Product @key(fields: "id") {
  id: ID!
  weight: Int @external
  price: Float @external
  estimate: Float @requires(fields: "weight price")
  boxes: Int @requires(fields: "weight")
}
`;
class Shipped {
  constructor(readonly id: string) {}
}
class ShippingController {
  @EntityMapping({ params: [param.argument("id", t.id)], returns: t.object(() => Shipped) })
  product(id: string): Shipped {
    return new Shipped(id);
  }
  @SchemaMapping({ typeName: "Product", params: [required("weight", t.int), required("price", t.nullable(t.float))] })
  estimate(weight: number, price: number | null): number | null {
    return price === null ? null : weight * price;
  }
  @BatchMapping({
    typeName: "Product",
    source: () => Shipped,
    params: [requiredOfEach("weight", t.int)],
    returns: t.int,
  })
  boxes(products: readonly Shipped[], weightOf: (product: unknown) => number): number[] {
    return products.map((product) => Math.ceil(weightOf(product) / 10));
  }
}

Deno.test("fields that @requires names reach the handler of the field, single and in a batch", async () => {
  await using app = await startSubgraph(shipping, [controller(ShippingController)]);
  const given = [{ __typename: "Product", id: "1", weight: 25, price: 2 }, {
    __typename: "Product",
    id: "1",
    weight: 5,
    price: null,
  }];
  assertEquals(await app.entities(given, "... on Product { id estimate boxes }"), {
    data: { _entities: [{ id: "1", estimate: 50, boxes: 3 }, { id: "1", estimate: null, boxes: 1 }] },
  });
  const { data, errors } = await app.entities(
    [{ __typename: "Product", id: "1" }, given[0]],
    "... on Product { id estimate }",
  );
  assertEquals(data, { _entities: [{ id: "1", estimate: null }, { id: "1", estimate: 50 }] });
  assertEquals(errors!.map(({ path, extensions }) => [path, extensions?.classification]), [
    [["_entities", 0, "estimate"], "BAD_REQUEST"],
  ]);
});

Deno.test("imports under other names, prefixes and the @link of another name are those of the specification", async () => {
  const schema = `
    extend schema @core(url: "https://specs.apollo.dev/link/v1.0", as: "core")
      @core(url: "https://specs.apollo.dev/federation/v2.3", as: "fed", import: [{ name: "@key", as: "@entityKey" }])
    extend type Query { item: Item }
    type Item @entityKey(fields: "id") @fed__shareable { id: ID! name: String @fed__inaccessible }`;
  class Items {
    @QueryMapping()
    item() {
      return { id: "0" };
    }
    @EntityMapping({ typeName: "Item", params: [param.argument("id", t.id)] })
    byId(id: string) {
      return { id };
    }
  }
  await using app = await startSubgraph(schema, [controller(Items)]);
  assertEquals((await app.entities([{ __typename: "Item", id: "7" }], "... on Item { id }")).data, {
    _entities: [{ id: "7" }],
  });
  const sdl = await app.sdl();
  assertStringIncludes(sdl, 'type Item @entityKey(fields: "id") @fed__shareable {');
  for (const machinery of ["directive", "_entities", "_service", "_Any", "scalar", "_Entity"]) {
    assertEquals(sdl.includes(machinery), false, machinery);
  }
});

Deno.test("_service gives the schema as composition reads it, with the types that graphql() adds", async () => {
  const schema = `${link}
    extend schema @link(url: "https://books.example/cover/v1.0", import: ["@cover"]) @composeDirective(name: "@cover")
    directive @cover(size: Int) on FIELD_DEFINITION
    type Query { books: BookConnection @tag(name: "public") me: User @authenticated }
    type Book @key(fields: "id") @key(fields: "isbn") { id: ID! isbn: ID! "The title." title: String @cover(size: 1) owner: User @provides(fields: "name")
      shelf: String @override(from: "stock", label: "percent(5)") }
    type User @key(fields: "id", resolvable: false) { id: ID! name: String @external }
    type Media @interfaceObject @key(fields: "id") { id: ID! stars: Int }`;
  class Books {
    @EntityMapping("Book")
    book(environment: DataFetchingEnvironment) {
      return environment.arguments;
    }
    @EntityMapping("Media")
    media(environment: DataFetchingEnvironment) {
      return environment.arguments;
    }
  }
  await using app = await startSubgraph(schema, [controller(Books)]);
  const sdl = await app.sdl();
  assertStringIncludes(sdl, "type BookConnection");
  assertMatch(sdl, /type Media @interfaceObject @key\(fields: "id"\)/);
  const stock = `${link} type Query { stock: Int } type Book @key(fields: "id") { id: ID! shelf: String }
    type User @key(fields: "id") { id: ID! name: String @shareable }
    interface Media @key(fields: "id") { id: ID! } type Film implements Media @key(fields: "id") { id: ID! }`;
  const { supergraphSdl, publicSdl } = await composeSubgraphs([{ name: "books", sdl }, { name: "stock", sdl: stock }]);
  assertStringIncludes(supergraphSdl, '@join__field(graph: BOOKS, override: "stock", overrideLabel: "percent(5)"');
  assertStringIncludes(supergraphSdl, "@cover(size: 1)");
  assertStringIncludes(publicSdl, "stars: Int");
});

const wrong: readonly (readonly [what: string, schema: string, message: string])[] = [
  [
    "no link",
    "type Query { a: Int }",
    "Cannot use the schema as a subgraph as it must import the federation specification: add extend schema @link(",
  ],
  [
    "an unknown version",
    link.replace("v2.9", "v2.99"),
    'its version must be one of v2.0, v2.1, v2.2, v2.3, v2.4, v2.5, v2.6, v2.7, v2.8, v2.9: current value is "v2.99"',
  ],
  [
    "an element of a later version",
    link.replace("v2.9", "v2.5"),
    'Cannot import "@policy" as version v2.5 of the federation specification lacks it: it came with v2.6',
  ],
  [
    "an unknown element",
    link.replace('"@key"', '"@keys"'),
    'Cannot import "@keys" as version v2.9 of the federation specification lacks it: did you mean "@key"?',
  ],
  [
    "a key without the field",
    `${link} type Product @key(fields: "skuu") { sku: ID! }`,
    'Cannot use @key(fields: "skuu") as type "Product" must have a field "skuu": did you mean "sku"?',
  ],
  [
    "a key that is no selection",
    `${link} type Product @key(fields: "sku {") { sku: ID! }`,
    'Cannot read @key of type "Product" as its fields must be a selection',
  ],
  [
    "a mapping of no entity",
    `${link} type Product { sku: ID! }`,
    'Cannot map ProductController#bySku[1 args] to entity "Product" as the schema must have a type of that name with a @key: entities are none',
  ],
  [
    "an argument that is no field",
    `${link} type Product @key(fields: "id") { id: ID! package: String }`,
    'Cannot map ProductController#bySku[1 args] as its argument "sku" must be a field of entity "Product": there are id, package',
  ],
  [
    "a key that no argument takes",
    `${link} type Product @key(fields: "sku gtin") { sku: ID! gtin: ID! }`,
    'as an argument must take the key field "gtin"',
  ],
];
for (const [what, schema, message] of wrong) {
  Deno.test(`${what} ends the start with a message that says what is needed`, async () => {
    class ProductController {
      @EntityMapping({ typeName: "Product", params: [param.argument("sku", t.id)] })
      bySku(sku: string): Product {
        return new Product(sku, "sku");
      }
    }
    const error = await assertRejects(() => startSubgraph(schema, [controller(ProductController)]), Error);
    assertStringIncludes(error.message, message);
  });
}
