import type { ContainerModule } from "@espalier/espalier";
import { operations } from "@espalier/espalier/operations";

/** Documents that the shop itself has written. */
const documents = {
  bestsellers: `
    "The books that sell best, with their authors."
    query Bestsellers($first: Int = 5) {
      bestsellers(first: $first) { copies book { id title price author { name } } }
    }`,
  placeOrder: `
    "Orders books for a customer."
    mutation PlaceOrder($input: PlaceOrderInput!) {
      placeOrder(input: $input) { id status total }
    }`,
};

/**
 * Two operations for programs that don't speak GraphQL: resources below `/api/operations`, and tools at `/mcp`. Off by
 * default: give it to `createContainer` behind `features()`.
 */
export function publishedOperations(): ContainerModule {
  const scalars = { Money: { type: "string", pattern: "^-?\\d+\\.\\d{2}$" } };
  return operations({ documents, rest: "/api/operations", mcp: "/mcp", scalars, title: "Bookstore" });
}
