/** The kinds of GraphQL operations. */
export type OperationKind = "query" | "mutation" | "subscription";

/**
 * A document with one operation, and the types of its result and variables. The types command writes one for each
 * operation in the `.graphql` files of a service.
 *
 * @example
 * ```ts
 * import { GraphQlClient, type GraphQlOperation } from "@espalier/espalier/client";
 *
 * // As the types command writes it.
 * type BookByIdResult = { readonly book: { readonly title: string } | null };
 * type BookByIdVariables = { readonly id: string };
 * const BookById: GraphQlOperation<"query", BookByIdResult, BookByIdVariables> = {
 *   kind: "query",
 *   name: "BookById",
 *   document: "query BookById($id: ID!) { book(id: $id) { title } }",
 * };
 *
 * const answer = () => Response.json({ data: { book: { title: "Emma" } } });
 * await using client = GraphQlClient.http({ url: "http://localhost/graphql", fetch: answer });
 * const { book } = await client.execute(BookById, { id: "158" });
 * console.log(book?.title); // "Emma"
 * ```
 */
export interface GraphQlOperation<Kind extends OperationKind, Result, Variables> {
  /** Whether it is a query, a mutation or a subscription. */
  readonly kind: Kind;
  /** The operation's name; absent if it has none. */
  readonly name?: string;
  /** The source text: the operation and the fragments that it uses. */
  readonly document: string;
  /**
   * Never present: it holds the types, under the name by which `ResultOf` and `VariablesOf` of
   * `@graphql-typed-document-node/core` find them.
   */
  readonly __apiType?: (variables: Variables) => Result;
}

/**
 * The variables of an operation as the last argument of a call, which may be omitted if no variable is required.
 *
 * @example
 * ```ts
 * import type { VariablesArgument } from "@espalier/espalier/client";
 *
 * const required: VariablesArgument<{ readonly id: string }> = [{ id: "158" }];
 * const none: VariablesArgument<{ readonly first?: number | null }> = [];
 * console.log(required.length, none.length); // 1 0
 * ```
 */
export type VariablesArgument<Variables> = Record<never, never> extends Variables ? [variables?: NoInfer<Variables>]
  : [variables: NoInfer<Variables>];
