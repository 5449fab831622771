/**
 * Packages that only commands need.
 *
 * @module
 */

export type { Change } from "@graphql-inspector/core";

/** Loads the comparison of schemas. */
export const loadSchemaComparison: () => Promise<typeof import("@graphql-inspector/core")> = () =>
  import("@graphql-inspector/core");
