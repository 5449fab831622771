import { type GraphQLField, type GraphQLSchema, isIntrospectionType, isObjectType } from "../../../../deps.ts";
import { dataFetcherOf, markSemanticNonNull } from "../../wiring/mod.ts";
import { eventOf } from "../event_of.ts";
import { guardedResolver, resolverOf } from "./guarded_fetch.ts";
import { streamOpenerOf } from "./open_stream.ts";

/**
 * Sets, for each field with a data fetcher, a graphql-js resolver that calls it. Plain resolvers are guarded.
 *
 * The fields of the subscription type get `subscribe`, which opens the fetcher's stream; an event of the stream is the
 * value of the field. The levels of `@semanticNonNull` are stored, too.
 *
 * @param schema a schema built by this library, whose fields may be changed in place
 */
export function installResolvers(schema: GraphQLSchema): void {
  markSemanticNonNull(schema);
  const subscriptionType = schema.getSubscriptionType();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (type === subscriptionType) installSubscription(field);
      else installResolver(field);
    }
  }
}

function installResolver(field: GraphQLField<unknown, unknown>): void {
  const fetcher = dataFetcherOf(field);
  if (fetcher) field.resolve = resolverOf(fetcher) as typeof field.resolve;
  else if (field.resolve) field.resolve = guardedResolver(field.resolve) as typeof field.resolve;
}

function installSubscription(field: GraphQLField<unknown, unknown>): void {
  const fetcher = dataFetcherOf(field);
  if (!fetcher) return;
  field.subscribe = streamOpenerOf(fetcher) as typeof field.subscribe;
  field.resolve = guardedResolver(eventOf) as typeof field.resolve;
}
