import { assertEquals, assertThrows } from "@std/assert";
import {
  BatchMapping,
  ContainerModule,
  controller,
  describeType,
  GraphQlExceptionHandler,
  param,
  QueryMapping,
  RuntimeWiringConfigurer,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import {
  type BatchLoaderEnvironment,
  DataFetcherResult,
  type DataFetchingEnvironment,
  GraphQLContext,
  GraphQLScalarType,
  GraphQlSourceBuilderCustomizer,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { startApp } from "../graphql_app.ts";

class Product {
  constructor(readonly id: number) {}
}
describeType(Product, { id: t.int });

/** Swaps the engine. */
const reference = new ContainerModule(({ bind }) => {
  bind(GraphQlSourceBuilderCustomizer).toConstantValue({
    customize: (builder) =>
      builder.configureGraphQl((graphQl) => graphQl.queryExecutionStrategy(new ReferenceExecutionStrategy())),
  });
});
const engines: readonly (readonly [name: string, modules: readonly ContainerModule[]])[] = [
  ["compiled", []],
  ["reference", [reference]],
];

/** What custom scalars make: one shows its value, one has it as text, one hides it. */
class Money {
  constructor(readonly amount: number) {}
}
class Weight {
  readonly #grams: number;
  constructor(grams: number) {
    this.#grams = grams;
  }
  toString(): string {
    return `${this.#grams} g`;
  }
}
class Price {
  readonly #cents: number;
  constructor(cents: number) {
    this.#cents = cents;
  }
  get cents(): number {
    return this.#cents;
  }
  toString(): string {
    return "a price";
  }
}
class Secret {
  readonly #value: number;
  constructor(value: number) {
    this.#value = value;
  }
  reveal(): number {
    return this.#value;
  }
}

const scalar = (name: string, make: (value: number) => unknown) =>
  new GraphQLScalarType({ name, coerceInputValue: (value) => make(value as number) });
const scalars = new ContainerModule(({ bind }) => {
  bind(RuntimeWiringConfigurer).toConstantValue({
    configure: (wiring) => {
      wiring.scalar(scalar("Money", (value) => new Money(value)))
        .scalar(scalar("Weight", (value) => new Weight(value)))
        .scalar(scalar("Price", (value) => Array.isArray(value) ? value.map((v) => new Price(v)) : new Price(value)))
        .scalar(scalar("Secret", (value) => new Secret(value)));
    },
  });
});

Deno.test("A6 a largest batch without room for a source is refused where it is written", () => {
  for (const maxBatchSize of [0, -1, 1.5, NaN, "5" as unknown as number]) {
    assertThrows(
      () => BatchMapping({ source: () => Product, maxBatchSize }),
      RangeError,
      'Cannot use option "maxBatchSize" of @BatchMapping as it must be an integer >= 1',
    );
  }
});

for (const [name, modules] of engines) {
  Deno.test(`A6 arguments that custom scalars made are told apart, each set is a batch: ${name}`, async () => {
    const sizes: number[] = [];
    class Products {
      @QueryMapping({ params: [] })
      products(): Product[] {
        return [new Product(1), new Product(2)];
      }
      @BatchMapping({
        source: () => Product,
        params: [param.argument("m", t.unknown), param.argument("w", t.unknown)],
        returns: t.string,
      })
      offer(products: readonly Product[], money: unknown, weight: unknown): string[] {
        sizes.push(products.length);
        return products.map(({ id }) => `${id}: ${(money as Money).amount}, ${weight}`);
      }
      // Whether two secrets are equal nobody can know, so they may come one by one.
      @BatchMapping({ source: () => Product, params: [param.argument("s", t.unknown)], returns: t.int })
      secret(products: readonly Product[], secret: unknown): number[] {
        return products.map(({ id }) => id * (secret as Secret).reveal());
      }
    }
    const schema = "scalar Money scalar Weight scalar Secret type Query { products: [Product] } " +
      "type Product { offer(m: Money, w: Weight): String secret(s: Secret): Int }";
    await using app = await startApp(schema, [controller(Products), scalars, ...modules]);
    const { body } = await app.post(
      "{ products { a: offer(m: 1, w: 1) b: offer(m: 2, w: 1) c: offer(m: 1, w: 2) x: secret(s: 1) y: secret(s: 2) } }",
    );
    const offers = (id: number) => ({ a: `${id}: 1, 1 g`, b: `${id}: 2, 1 g`, c: `${id}: 1, 2 g`, x: id, y: id * 2 });
    assertEquals(body, { data: { products: [offers(1), offers(2)] } });
    assertEquals(sizes, [2, 2, 2]);
  });

  Deno.test(`A6 arguments with the same text but other content never share a batch: ${name}`, async () => {
    const sizes: number[] = [];
    class Products {
      @QueryMapping({ params: [] })
      products(): Product[] {
        return [new Product(1), new Product(2)];
      }
      @BatchMapping({ source: () => Product, params: [param.argument("p", t.unknown)], returns: t.int })
      price(products: readonly Product[], price: unknown): number[] {
        sizes.push(products.length);
        const { cents } = (Array.isArray(price) ? price[0] : price) as Price;
        return products.map(({ id }) => id * cents);
      }
    }
    const schema = "scalar Price type Query { products: [Product] } " +
      "type Product { price(p: Price): Int }";
    await using app = await startApp(schema, [controller(Products), scalars, ...modules]);
    const query = "query ($v: Price) { products { a: price(p: 1) b: price(p: 2) c: price(p: $v) ...More } } " +
      "fragment More on Product { d: price(p: 4) e: price(p: [5]) f: price(p: [6]) }";
    const { body } = await app.post({ query, variables: { v: 3 } });
    const prices = (id: number) => ({ a: id, b: id * 2, c: id * 3, d: id * 4, e: id * 5, f: id * 6 });
    assertEquals(body, { data: { products: [prices(1), prices(2)] } });
    assertEquals(sizes, [2, 2, 2, 2, 2, 2]);
    const again = await app.post({ query, variables: { v: 7 } });
    assertEquals((again.body as { data: { products: { c: number }[] } }).data.products.map(({ c }) => c), [7, 14]);
  });

  Deno.test(`A6 a list of another length than the sources' is told with the field and both lengths: ${name}`, async () => {
    const messages: unknown[] = [];
    class Products {
      @QueryMapping({ params: [] })
      products(): Product[] {
        return [new Product(1), new Product(2)];
      }
      @BatchMapping({ source: () => Product, returns: t.int })
      stock(): number[] {
        return [1];
      }
      @GraphQlExceptionHandler(TypeError)
      told({ message }: TypeError): [] {
        messages.push(message);
        return [];
      }
    }
    const schema = "type Query { products: [Product] } type Product { stock: Int }";
    await using app = await startApp(schema, [controller(Products), ...modules]);
    const { body } = await app.post("{ products { stock } }");
    assertEquals(body, { data: { products: [{ stock: null }, { stock: null }] } });
    assertEquals(
      new Set(messages),
      new Set([
        "Cannot use the values of Product.stock as they must be a map or a list as long as the list of sources, 2: " +
        'current value is "a list of 1"',
      ]),
    );
  });

  Deno.test(`A6 C409 a source that is met twice is asked for once, with one key context: ${name}`, async () => {
    const calls: unknown[] = [];
    const [one, two, three] = [new Product(1), new Product(2), new Product(3)];
    const sources = [one, one, null, two, one, three];
    class Shelves {
      @QueryMapping({ params: [] })
      shelves(): number[] {
        return [...sources.keys()];
      }
      @SchemaMapping({ typeName: "Shelf", params: [param.environment()] })
      product({ source }: DataFetchingEnvironment) {
        const localContext = new GraphQLContext().put("room", source);
        return new DataFetcherResult({ data: sources[source as number], localContext });
      }
      @BatchMapping({ source: () => Product, params: [param.batchEnvironment()], returns: t.int, maxBatchSize: 2 })
      stock(products: readonly Product[], { keyContexts }: BatchLoaderEnvironment): number[] {
        const rooms = keyContexts.map((context) => (context as GraphQLContext | undefined)?.get("room"));
        calls.push([products.map(({ id }) => id), rooms]);
        return products.map(({ id }) => id * 10);
      }
    }
    const schema = "type Query { shelves: [Shelf] } type Shelf { product: Product } type Product { stock: Int }";
    await using app = await startApp(schema, [controller(Shelves), ...modules]);
    const { body } = await app.post("{ shelves { product { stock } } }");
    const stocks = [10, 10, null, 20, 10, 30].map((stock) => ({ product: stock === null ? null : { stock } }));
    assertEquals(body, { data: { shelves: stocks } });
    assertEquals(calls, [[[1, 2], [0, 3]], [[3], [5]]]);
  });
}
