import type { GraphQLFieldResolver } from "../../../deps.ts";
import type { RequestContext } from "../wiring/mod.ts";

type Resolver = GraphQLFieldResolver<unknown, RequestContext>;

const plain: unique symbol = Symbol("espalier.plainResolver");

/**
 * Attaches the unguarded resolver to its guarded wrapper. The compiled engine has its own guard and calls the unguarded
 * one, so that errors and extensions of a `DataFetcherResult` survive.
 *
 * @param guarded the wrapper, which graphql-js calls
 * @param resolver the resolver of the service
 * @returns the guarded resolver
 */
export function guarding(guarded: Resolver, resolver: Resolver): Resolver {
  return Object.assign(guarded, { [plain]: resolver });
}

/**
 * Returns the unguarded resolver of a guarded one.
 *
 * @param resolver any resolver
 * @returns `undefined` if the resolver is not a guarded one
 */
export function guardedBy(resolver: object): GraphQLFieldResolver<unknown, unknown> | undefined {
  return (resolver as { readonly [plain]?: GraphQLFieldResolver<unknown, unknown> })[plain];
}
