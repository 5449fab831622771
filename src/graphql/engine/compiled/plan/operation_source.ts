import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from "../../../../../deps.ts";

/** The operation that a plan is made of. */
export interface OperationSource {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Whether complaints keep to themselves what the client might have meant. */
  readonly hideSuggestions: boolean;
  readonly operation: OperationDefinitionNode;
  readonly rootType: GraphQLObjectType;
  /** The document's fragments by name; no prototype. */
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}
