import type { GraphQLSchema } from "../../../../deps.ts";
import type { GraphQL } from "../graphql.ts";
import type { SourceProfiles } from "./source_profiles.ts";

/** What a builder makes: a `GraphQlSource`. */
export interface BuiltGraphQlSource {
  /** The engine. */
  readonly graphQl: GraphQL;
  /** The executable schema. */
  readonly schema: GraphQLSchema;
  /** What the viewers of each visibility profile see; absent where there are no profiles. */
  readonly profiles?: SourceProfiles | undefined;
}
