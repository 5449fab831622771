import {
  type ASTVisitor,
  BREAK,
  getNamedType,
  GraphQLError,
  isIntrospectionType,
  type ValidationContext,
} from "../../../deps.ts";

/**
 * Rejects introspection with one error, for the first field. The rule of graphql-js reports every field of an
 * introspection query, which is hundreds of errors for the queries of tools.
 *
 * @param context the validation context
 */
export function noIntrospectionRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = getNamedType(context.getType());
      if (type === undefined || type === null || !isIntrospectionType(type)) return undefined;
      const { value } = node.name;
      const message =
        `GraphQL introspection has been disabled, but the requested query contained the field "${value}".`;
      context.reportError(new GraphQLError(message, { nodes: node }));
      return BREAK;
    },
  };
}
