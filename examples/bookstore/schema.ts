// deno-fmt-ignore-file
// deno-lint-ignore-file
// Written from the schema by the types task. Changes are lost: run the task again.
import { type Agrees, type Connection, type ConnectionSource, type Mappings, type ScalarValue, mappings } from "@espalier/espalier/graphql";
import type { Author, Book, Money as MoneyScalar$ } from "./catalog/mod.ts";
import type { Bestseller, DateTime as DateTimeScalar$, Order, OrderLine } from "./orders/mod.ts";
import type { Shipment } from "./shipping/mod.ts";

/** What an author is to look like. */
export interface AuthorExample {
  readonly born?: number | null;
  /** Part of the name. */
  readonly name?: string | null;
}
export type BookConnection = ConnectionSource<Book>;
/** What a book is to look like: everything that is given has to be the same, upper and lower case alike. */
export interface BookExample {
  readonly author?: AuthorExample | null;
  readonly language?: string | null;
  readonly published?: number | null;
  /** Part of the title. */
  readonly title?: string | null;
}
/** A point in time, as ISO 8601 in UTC. */
export type DateTime = ScalarValue<typeof DateTimeScalar$>;
/** An amount of money in euro, written with two decimals: "12.50". */
export type Money = ScalarValue<typeof MoneyScalar$>;
/** Anything with an id of its own. */
export type Node = Author | Book | Order | Shipment;
export interface OrderLineInput {
  readonly bookId: string;
  /** Between 1 and 100. */
  readonly quantity: number;
}
export type OrderStatus = "PLACED" | "SHIPPED";
export interface PlaceOrderInput {
  /** Name of the customer. */
  readonly customer: string;
  /** At least one line. */
  readonly lines: readonly OrderLineInput[];
}
export type SearchResult = Author | Book;

/** The types of the schema, and what stands for them. */
export interface Models {
  Author: Author;
  AuthorExample: AuthorExample;
  Bestseller: Bestseller;
  Book: Book;
  BookConnection: Connection<Book>;
  BookExample: BookExample;
  DateTime: DateTime;
  Money: Money;
  Node: Node;
  Order: Order;
  OrderLine: OrderLine;
  OrderLineInput: OrderLineInput;
  OrderStatus: OrderStatus;
  PlaceOrderInput: PlaceOrderInput;
  SearchResult: SearchResult;
  Shipment: Shipment;
}

/** The fields of the schema's types; a field with arguments is a function of them. */
export interface Schema {
  Author: {
    /** The author's books by year of first publication, a page at a time. */
    books(args: { after?: string | null; before?: string | null; first?: number | null; last?: number | null }): BookConnection;
    /** Year of birth; null where it is not known. */
    born: number | null;
    /** Year of death; null where it is not known. */
    died: number | null;
    id: string;
    name: string;
  };
  Bestseller: {
    book: Book;
    copies: number;
  };
  Book: {
    author: Author;
    /** How many copies can be ordered. */
    available: number;
    /** Number at Project Gutenberg, where the text can be read for free. */
    gutenberg: number;
    id: string;
    /** Language of this edition, as an ISO 639-1 code. */
    language: string;
    price: Money;
    /** Year of first publication. */
    published: number;
    subjects: readonly string[];
    title: string;
  };
  BookConnection: {
    /** How many books there are on all pages; counted only when it is asked for. */
    totalCount: number;
  };
  Mutation: {
    /** Orders books: reserves the copies and hands the order over to shipping. */
    placeOrder(args: { input: PlaceOrderInput }): Order;
  };
  Node: {
    id: string;
  };
  Order: {
    customer: string;
    id: string;
    lines: readonly OrderLine[];
    placedAt: DateTime;
    /** The parcel; null until the order has been handed over. */
    shipment: Shipment | null;
    status: OrderStatus;
    total: Money;
  };
  OrderLine: {
    book: Book;
    /** Price of one copy when it was ordered. */
    price: Money;
    quantity: number;
  };
  Query: {
    /** One author by id, for example "austen-jane". */
    author(args: { id: string }): Author | null;
    /** The books of which most copies were ordered, the most wanted first; 20 at most. */
    bestsellers(args: { first?: number | null }): readonly Bestseller[];
    /** One book by its id, for example "pg1342". */
    book(args: { id: string }): Book | null;
    /** The books of the shop by title, a page at a time. */
    books(args: { after?: string | null; before?: string | null; first?: number | null; last?: number | null }): BookConnection;
    /** The books that look like the example, a page at a time. */
    booksLike(args: { after?: string | null; before?: string | null; example: BookExample; first?: number | null; last?: number | null }): BookConnection;
    /** One order by its id. */
    order(args: { id: string }): Order | null;
    /** Books and authors whose title or name contains the text. */
    search(args: { text: string }): readonly SearchResult[];
  };
  Shipment: {
    id: string;
    shippedAt: DateTime;
    /** Number under which the carrier finds the parcel. */
    trackingNumber: string;
  };
  Subscription: {
    /** How many copies of a book are left, each time some were ordered. */
    availableChanged(args: { bookId: string }): number;
  };
}

/** Classes may lack fields, which then need a mapping, but must not contradict the schema. */
export const agrees: Agrees<Schema, Models> = true;
const decorators: Mappings<Schema, Models> = mappings();
export const QueryMapping: Mappings<Schema, Models>["QueryMapping"] = decorators.QueryMapping;
export const MutationMapping: Mappings<Schema, Models>["MutationMapping"] = decorators.MutationMapping;
export const SubscriptionMapping: Mappings<Schema, Models>["SubscriptionMapping"] = decorators.SubscriptionMapping;
export const SchemaMapping: Mappings<Schema, Models>["SchemaMapping"] = decorators.SchemaMapping;
export const BatchMapping: Mappings<Schema, Models>["BatchMapping"] = decorators.BatchMapping;
