import type { GraphQLError } from "../../../deps.ts";

/** Says what kind of error a GraphQL error is; written to `extensions.classification`. */
export interface ErrorClassification {
  /**
   * What clients see.
   *
   * @param error the error that is being classified
   * @returns a string or any other JSON value
   */
  toSpecification(error: GraphQLError): unknown;
}
