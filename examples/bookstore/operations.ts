// deno-fmt-ignore-file
// deno-lint-ignore-file
// Written from the schema by the types task. Changes are lost: run the task again.
import type { GraphQlOperation } from "@espalier/espalier/client";
import type { ScalarOutput } from "@espalier/espalier/graphql";
import type { DateTime as DateTimeScalar$ } from "./orders/mod.ts";
import type { Money as MoneyScalar$ } from "./catalog/mod.ts";

/** A point in time, as ISO 8601 in UTC. */
export type DateTime = ScalarOutput<typeof DateTimeScalar$>;

/** An amount of money in euro, written with two decimals: "12.50". */
export type Money = ScalarOutput<typeof MoneyScalar$>;

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

export type BookWithAuthorResult = {
  readonly book: {
    readonly title: string;
    readonly published: number;
    readonly language: string;
    readonly gutenberg: number;
    readonly subjects: readonly string[];
    readonly author: {
      readonly name: string;
      readonly born: number | null;
      readonly died: number | null;
    };
  } | null;
};
export type BookWithAuthorVariables = {
  readonly id: string;
};
/** From graphql-test/catalog.graphql. */
export const BookWithAuthor: GraphQlOperation<"query", BookWithAuthorResult, BookWithAuthorVariables> = {
  kind: "query",
  name: "BookWithAuthor",
  document: `query BookWithAuthor($id: ID!) {
  book(id: $id) {
    title
    published
    language
    gutenberg
    subjects
    author {
      name
      born
      died
    }
  }
}`,
};

export type OrderByIdResult = {
  readonly order: {
    readonly status: OrderStatus;
    readonly total: Money;
    readonly placedAt: DateTime;
    readonly lines: readonly {
      readonly price: Money;
    }[];
  } | null;
};
export type OrderByIdVariables = {
  readonly id: string;
};
/** From graphql-test/orders.graphql. */
export const OrderById: GraphQlOperation<"query", OrderByIdResult, OrderByIdVariables> = {
  kind: "query",
  name: "OrderById",
  document: `query OrderById($id: ID!) {
  order(id: $id) {
    status
    total
    placedAt
    lines {
      price
    }
  }
}`,
};

export type PlaceOrderResult = {
  readonly placeOrder: {
    readonly customer: string;
    readonly status: OrderStatus;
    readonly lines: readonly {
      readonly quantity: number;
      readonly book: {
        readonly title: string;
        readonly available: number;
      };
    }[];
  };
};
export type PlaceOrderVariables = {
  readonly input: PlaceOrderInput;
};
/** From graphql-test/orders.graphql. */
export const PlaceOrder: GraphQlOperation<"mutation", PlaceOrderResult, PlaceOrderVariables> = {
  kind: "mutation",
  name: "PlaceOrder",
  document: `mutation PlaceOrder($input: PlaceOrderInput!) {
  placeOrder(input: $input) {
    customer
    status
    lines {
      quantity
      book {
        title
        available
      }
    }
  }
}`,
};

export type SearchResult = {
  readonly search: readonly (
    | {
      readonly __typename: "Author";
      readonly id: string;
    }
    | {
      readonly __typename: "Book";
      readonly id: string;
      readonly title: string;
    }
  )[];
};
export type SearchVariables = {
  readonly text: string;
};
/** From graphql-test/catalog.graphql. */
export const Search: GraphQlOperation<"query", SearchResult, SearchVariables> = {
  kind: "query",
  name: "Search",
  document: `query Search($text: String!) {
  search(text: $text) {
    __typename
    ... on Author {
      id
    }
    ... on Book {
      id
      title
    }
  }
}`,
};
