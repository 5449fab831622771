import { getNullableType, type GraphQLOutputType, isListType, isObjectType } from "../../../deps.ts";

/**
 * Returns the node type of a connection type: an object type named `…Connection` with `edges`, a list of object types
 * named `…Edge` that have `node` and `cursor`, and with `pageInfo` of the object type `PageInfo` with its four fields.
 * Every nullability is accepted.
 *
 * @param type the type of a field
 * @returns the type of the nodes, or `undefined` when the type is no connection
 */
export function connectionNodeType(type: GraphQLOutputType): GraphQLOutputType | undefined {
  const bare = getNullableType(type);
  if (!isObjectType(bare) || !bare.name.endsWith("Connection")) return undefined;
  const { edges, pageInfo } = bare.getFields();
  return edges && pageInfo && isPageInfo(pageInfo.type) ? nodeOfEdges(edges.type) : undefined;
}

function nodeOfEdges(type: GraphQLOutputType): GraphQLOutputType | undefined {
  const list = getNullableType(type);
  const edge = isListType(list) ? getNullableType(list.ofType) : undefined;
  if (!isObjectType(edge) || !edge.name.endsWith("Edge")) return undefined;
  const { node, cursor } = edge.getFields();
  return node && cursor ? node.type : undefined;
}

function isPageInfo(type: GraphQLOutputType): boolean {
  const bare = getNullableType(type);
  if (!isObjectType(bare) || bare.name !== "PageInfo") return false;
  const fields = bare.getFields();
  return ["hasPreviousPage", "hasNextPage", "startCursor", "endCursor"].every((name) => Object.hasOwn(fields, name));
}
