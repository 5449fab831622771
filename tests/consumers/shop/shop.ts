import {
  type Application,
  BatchMapping,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  describeType,
  ErrorType,
  graphql,
  GraphQlExceptionHandler,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, EntityRepository, Sort } from "@espalier/espalier/data";
import { ApplicationEvents, ApplicationModuleListener, EventListener, events } from "@espalier/espalier/modulith";
import { exportRepository, rest } from "@espalier/espalier/rest";

export class Product {
  constructor(readonly id: string, readonly name: string, readonly cents: number) {}
}
describeType(Product, { id: t.id, name: t.string, cents: t.int }, { id: "id" });

export class Products extends EntityRepository<Product, string> {
  constructor(database: Database) {
    super(database, Product);
  }
}

class ProductAdded {
  constructor(readonly product: Product) {}
}

export class Journal {
  readonly entries: string[] = [];

  @EventListener(ProductAdded)
  atOnce({ product }: ProductAdded): void {
    this.entries.push(`at once ${product.name}`);
  }

  @ApplicationModuleListener(ProductAdded)
  later({ product }: ProductAdded): void {
    this.entries.push(`later ${product.name}`);
  }
}

class TooCheap extends Error {}

class ProductController {
  constructor(private readonly repository: Products, private readonly events: ApplicationEvents) {}

  @QueryMapping({ returns: t.list(t.object(() => Product)) })
  products(): Promise<Product[]> {
    return this.repository.findAll(Sort.by("name"));
  }

  @MutationMapping({
    params: [param.argument("name", t.string), param.argument("cents", t.int)],
    returns: t.object(() => Product),
  })
  async addProduct(name: string, cents: number): Promise<Product> {
    if (cents < 1) throw new TooCheap("A product costs at least a cent");
    const product = await this.repository.save(new Product(name.toLowerCase(), name, cents));
    await this.events.publish(new ProductAdded(product));
    return product;
  }

  @SchemaMapping({ params: [param.source(() => Product)], returns: t.string })
  price(product: Product): string {
    return `${(product.cents / 100).toFixed(2)} €`;
  }

  @BatchMapping({ source: () => Product, returns: t.int })
  rank(products: readonly Product[]): Map<Product, number> {
    return new Map([...products].sort((a, b) => a.cents - b.cents).map((product, i) => [product, i + 1]));
  }

  @SubscriptionMapping({ params: [param.argument("from", t.int)], returns: t.int })
  async *countdown(from: number): AsyncGenerator<number> {
    for (let n = from; n > 0; n--) yield await Promise.resolve(n);
  }

  @GraphQlExceptionHandler(TooCheap)
  tooCheap(error: TooCheap) {
    return { message: error.message, errorType: ErrorType.BAD_REQUEST };
  }
}

const schema = Resource.text(
  "shop",
  `type Query { products: [Product!]! }
   type Mutation { addProduct(name: String!, cents: Int!): Product! }
   type Subscription { countdown(from: Int!): Int! }
   type Product { id: ID! name: String! price: String! rank: Int! }`,
);

const beans = new ContainerModule(({ bind }) => {
  bind(Products).toResolvedValue((database) => new Products(database), [Database]);
  bind(Journal).toSelf();
});

/** Starts the shop. */
export function createShop(...overrides: ContainerModule[]): Promise<Application> {
  const container = createContainer(
    data({ entities: [Product] }),
    graphql({ schema: [schema] }),
    rest(),
    exportRepository(Products, { path: "products" }),
    actuator(),
    events(),
    beans,
    controller(ProductController, Products, ApplicationEvents),
    ...overrides,
  );
  return createApp(container, {
    root: import.meta.url,
    properties: { logging: { level: "WARN" }, actuator: { discovery: true, exposureInclude: ["*"] } },
  });
}
