import type { GraphQLError } from "../../../deps.ts";

/** Classifies a GraphQL error; written to `extensions.classification`. */
export interface ErrorClassification {
  /**
   * Returns the classification as clients see it.
   *
   * @param error the error that is being classified
   * @returns a string or any other JSON value
   */
  toSpecification(error: GraphQLError): unknown;
}
