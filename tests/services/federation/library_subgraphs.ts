import {
  bean,
  type ContainerModule,
  controller,
  graphql,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import { EntityMapping, federation } from "@espalier/espalier/federation";
import {
  features as reviewFeatures,
  schema as reviewSchema,
} from "../../../examples/cluster/subgraphs/reviews/features.ts";
import { Reviews } from "../../../examples/cluster/subgraphs/reviews/reviews.ts";
import {
  features as shippingFeatures,
  schema as shippingSchema,
} from "../../../examples/cluster/subgraphs/shipping/features.ts";
import { Rates } from "../../../examples/cluster/subgraphs/shipping/rates.ts";

interface Book {
  readonly id: string;
  readonly title: string;
  readonly published: number;
  readonly authorId: string;
}

const authors = ["austen", "woolf", "melville", "shelley"].map((id, i) => ({ id, born: 1775 + 30 * i }));
const books: readonly Book[] = Array.from({ length: 24 }, (_, i) => ({
  id: `pg${100 + i}`,
  title: `Book ${"x".repeat(i % 7)}${i}`,
  published: 1800 + i * 7,
  authorId: authors[i % authors.length]!.id,
}));

/** What the bookstore is in the cluster: who owns books and authors. */
class CatalogController {
  @QueryMapping({ params: [param.argument("id", t.id)] })
  book(id: string) {
    return books.find((book) => book.id === id) ?? null;
  }
  @QueryMapping({ params: [param.argument("first", t.nullable(t.int))] })
  books(first: number | null) {
    return books.slice(0, first ?? 5);
  }
  @QueryMapping({ params: [param.argument("id", t.id)] })
  author(id: string) {
    return authors.find((author) => author.id === id) ?? null;
  }
  @SchemaMapping({ typeName: "Book", field: "author", params: [param.environment()] })
  authorOf({ source }: { readonly source: unknown }) {
    return this.author((source as Book).authorId);
  }
  @SchemaMapping({ typeName: "Author", field: "books", params: [param.environment()] })
  booksOf({ source }: { readonly source: unknown }) {
    return books.filter(({ authorId }) => authorId === (source as { readonly id: string }).id);
  }
}
class CatalogEntities {
  @EntityMapping({ typeName: "Book", params: [param.argument("idList", t.list(t.id))] })
  books(ids: readonly string[]) {
    return ids.map((id) => books.find((book) => book.id === id) ?? null);
  }
  @EntityMapping({ typeName: "Author", params: [param.argument("id", t.id)] })
  author(id: string) {
    return authors.find((author) => author.id === id) ?? null;
  }
}

const catalogSchema = Resource.text(
  "catalog",
  `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  type Query { book(id: ID!): Book books(first: Int = 5): [Book!]! author(id: ID!): Author }
  type Book @key(fields: "id") { id: ID! title: String! published: Int! author: Author! }
  type Author @key(fields: "id") { id: ID! born: Int! books: [Book!]! }`,
);

/** A service of the library by its features. */
export interface Service {
  readonly name: string;
  readonly schema: Resource;
  readonly features: readonly ContainerModule[];
}

/** The library in three subgraphs. */
export const subgraphs: readonly Service[] = [
  {
    name: "catalog",
    schema: catalogSchema,
    features: [
      graphql({ schema: [catalogSchema] }),
      federation(),
      controller(CatalogController),
      controller(CatalogEntities),
    ],
  },
  { name: "reviews", schema: reviewSchema, features: reviewFeatures() },
  { name: "shipping", schema: shippingSchema, features: shippingFeatures() },
];

/** What reviews and shipping add, where books are at hand as a whole. */
class WholeController {
  readonly #reviews: Reviews;
  readonly #rates: Rates;

  constructor(reviews: Reviews, rates: Rates) {
    this.#reviews = reviews;
    this.#rates = rates;
  }

  @QueryMapping({ params: [param.argument("id", t.id)] })
  review(id: string) {
    return this.#reviews.byId(id);
  }
  @QueryMapping({ params: [] })
  readers() {
    return this.#reviews.readers;
  }
  @QueryMapping({ params: [] })
  zones() {
    return this.#rates.zones;
  }
  @SchemaMapping({ typeName: "Book", params: [param.environment(), param.argument("first", t.nullable(t.int))] })
  reviews({ source }: { readonly source: unknown }, first: number | null) {
    return this.#reviews.ofBook((source as Book).id).slice(0, first ?? 3);
  }
  @SchemaMapping({ typeName: "Book", params: [param.environment()] })
  stars({ source }: { readonly source: unknown }) {
    const all = this.#reviews.ofBook((source as Book).id);
    return all.length === 0 ? null : all.reduce((sum, { stars }) => sum + stars, 0) / all.length;
  }
  @SchemaMapping({ typeName: "Book", params: [param.environment()] })
  weight({ source }: { readonly source: unknown }) {
    return this.#rates.weight((source as Book).published);
  }
  @SchemaMapping({ typeName: "Book", params: [param.environment(), param.argument("zone", t.id)] })
  shippingCosts({ source }: { readonly source: unknown }, zone: string) {
    return this.#rates.costs((source as Book).published, zone);
  }
  @SchemaMapping({ typeName: "Book", params: [param.environment()] })
  parcel({ source }: { readonly source: unknown }) {
    return { millimetres: [200 + (source as Book).id.length, 130, 30] };
  }
  @SchemaMapping({ typeName: "Review", params: [param.environment()] })
  book({ source }: { readonly source: unknown }) {
    const id = this.#reviews.bookOf(source as { readonly id: string });
    return books.find((book) => book.id === id) ?? null;
  }
  @SchemaMapping({ typeName: "Review", params: [param.environment()] })
  reader({ source }: { readonly source: unknown }) {
    return this.#reviews.readerOf(source as { readonly id: string });
  }
}

/**
 * The library in one service.
 *
 * @param publicSdl the schema that clients of the subgraphs' gateway see
 */
export function wholeLibrary(publicSdl: string): readonly ContainerModule[] {
  return [
    graphql({ schema: [Resource.text("whole", publicSdl)] }),
    controller(CatalogController),
    bean(Reviews),
    bean(Rates),
    controller(WholeController, Reviews, Rates),
  ];
}
