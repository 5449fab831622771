// deno-fmt-ignore-file
// deno-lint-ignore-file
// Written from the schema by the types task. Changes are lost: run the task again.
import { type Mappings, mappings } from "@espalier/espalier/graphql";


/** The types of the schema, and what stands for them. */
export interface Models {
}

/** The fields of the schema's types; a field with arguments is a function of them. */
export interface Schema {
  Mutation: {
    announce(args: { text: string }): boolean;
  };
  Query: {
    /** A service needs a query. */
    ready: boolean;
  };
  Subscription: {
    announced: string;
  };
}

const decorators: Mappings<Schema, Models> = mappings();
export const QueryMapping: Mappings<Schema, Models>["QueryMapping"] = decorators.QueryMapping;
export const MutationMapping: Mappings<Schema, Models>["MutationMapping"] = decorators.MutationMapping;
export const SubscriptionMapping: Mappings<Schema, Models>["SubscriptionMapping"] = decorators.SubscriptionMapping;
export const SchemaMapping: Mappings<Schema, Models>["SchemaMapping"] = decorators.SchemaMapping;
export const BatchMapping: Mappings<Schema, Models>["BatchMapping"] = decorators.BatchMapping;
