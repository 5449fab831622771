// deno-fmt-ignore-file
// deno-lint-ignore-file
// Written from the schema by the types task. Changes are lost: run the task again.
import { type Agrees, type Connection, type ConnectionSource, type Mappings, mappings } from "@espalier/espalier/graphql";
import type { Author, Book, OrderLine } from "./classes.ts";

export type BookConnection = ConnectionSource<Book>;
export type DateTime = Date;
export interface Order {
  readonly id: string;
  readonly lines?: readonly OrderLine[];
  readonly status: OrderStatus;
}
export type OrderStatus = "PLACED" | "SHIPPED";
export interface PlaceOrderInput {
  readonly customer: string;
  readonly note?: string | null;
}
export type SearchResult = Author | Book;

/** The types of the schema, and what stands for them. */
export interface Models {
  Author: Author;
  Book: Book;
  BookConnection: Connection<Book>;
  DateTime: DateTime;
  Order: Order;
  OrderLine: OrderLine;
  OrderStatus: OrderStatus;
  PlaceOrderInput: PlaceOrderInput;
  SearchResult: SearchResult;
}

/** The fields of the schema's types; a field with arguments is a function of them. */
export interface Schema {
  Author: {
    born: number | null;
    id: string;
    name: string;
  };
  Book: {
    author: Author;
    available: number;
    id: string;
    published: number | null;
    title: string;
    translated(args: { language: string }): Book | null;
  };
  Mutation: {
    placeOrder(args: { input: PlaceOrderInput }): Order;
  };
  Order: {
    id: string;
    lines: readonly OrderLine[];
    status: OrderStatus;
  };
  OrderLine: {
    book: Book;
    quantity: number;
  };
  Query: {
    book(args: { id: string }): Book | null;
    books(args: { after?: string | null; before?: string | null; first?: number | null; last?: number | null }): BookConnection;
    now: DateTime;
    order(args: { id: string }): Order | null;
    search(args: { language?: string | null; limit?: number; text: string }): readonly SearchResult[];
  };
  Subscription: {
    placed: Order;
    tick(args: { every: number }): number;
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
