import { type GraphQLSchema, isObjectType } from "../../deps.ts";
import type { HandlerMapping } from "../kernel/mod.ts";
import { dataFetcherOf, type SelfDescribingDataFetcher } from "./wiring/mod.ts";

/**
 * Lists the fields of a schema that have a data fetcher, with the code behind it.
 *
 * @param schema an executable schema
 * @returns the root types first, then the others by name; fields that read a property are left out
 */
export function fieldMappings(schema: GraphQLSchema): HandlerMapping[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const others = Object.values(schema.getTypeMap()).filter(isObjectType)
    .filter((type) => !type.name.startsWith("__") && !roots.includes(type))
    .sort((one, other) => one.name < other.name ? -1 : 1);
  return [...roots, ...others].flatMap((type) =>
    Object.values(type?.getFields() ?? {}).flatMap((field) => {
      const fetcher = dataFetcherOf(field) as Partial<SelfDescribingDataFetcher> | undefined;
      if (fetcher === undefined) return [];
      const { method, description = "data fetcher" } = fetcher;
      const handler = method === undefined ? description : `${method.owner.name}#${method.name}`;
      return [{ predicate: `${type!.name}.${field.name}`, handler }];
    })
  );
}
