import { type FieldNode, GraphQLError, locatedError } from "../../../deps.ts";
import { lazyError } from "../wiring/mod.ts";

/**
 * Locates an error at a field or at an item of it, unless it is located already. An exception may be an object that
 * throws when graphql-js reads it: then that error is reported instead.
 *
 * @param raw the thrown value
 * @param nodes the field
 * @param path the path in the response
 */
export function locateError(
  raw: unknown,
  nodes: readonly FieldNode[],
  path: readonly (string | number)[],
): GraphQLError {
  const locate = (error: unknown) =>
    isPlain(error)
      ? lazyError(error.message, { nodes, path, originalError: error })
      : locatedError(error, nodes as never, path); // the nodes are only read
  try {
    return locate(raw);
  } catch (unreadable) {
    try {
      return locate(unreadable);
    } catch {
      return new GraphQLError("Unexpected error value", { nodes, path });
    }
  }
}

/** Whether an error has no properties that graphql-js copies except message and extensions. */
function isPlain(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { path, nodes, source, positions } = error as Partial<GraphQLError>;
  return path === undefined && nodes === undefined && source === undefined && positions === undefined;
}
