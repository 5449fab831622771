import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode } from "../../../deps.ts";

/**
 * Finds the operation that a request names, with graphql-js's own messages where there is none.
 *
 * @param document a valid document
 * @param operationName the name, or `undefined` where the document has only one operation
 */
export function selectOperation(
  document: DocumentNode,
  operationName: string | undefined,
): OperationDefinitionNode | GraphQLError {
  const operations = document.definitions.filter((d) => d.kind === Kind.OPERATION_DEFINITION);
  if (operationName !== undefined) {
    const named = operations.find((operation) => operation.name?.value === operationName);
    return named ?? new GraphQLError(`Unknown operation named "${operationName}".`);
  }
  if (operations.length > 1) {
    return new GraphQLError("Must provide operation name if query contains multiple operations.");
  }
  return operations[0] ?? new GraphQLError("Must provide an operation.");
}
