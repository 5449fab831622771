import type { GraphQLFieldResolver } from "../../../deps.ts";
import type { RequestContext } from "../wiring/mod.ts";

type Resolver = GraphQLFieldResolver<unknown, RequestContext>;

const plain: unique symbol = Symbol("espalier.plainResolver");

/**
 * Attaches the unguarded resolver to its guarded wrapper. The compiled engine has its own guard and calls the unguarded
 * one, so that errors and extensions of a `DataFetcherResult` survive.
 *
 * @param guarded what graphql-js calls
 * @param resolver what the service wrote
 * @returns the guarded resolver
 */
export function guarding(guarded: Resolver, resolver: Resolver): Resolver {
  return Object.assign(guarded, { [plain]: resolver });
}

/**
 * The plain resolver that a guarded one calls.
 *
 * @param resolver any resolver
 * @returns `undefined` where the resolver guards no other
 */
export function guardedBy(resolver: object): GraphQLFieldResolver<unknown, unknown> | undefined {
  return (resolver as { readonly [plain]?: GraphQLFieldResolver<unknown, unknown> })[plain];
}
