import type {
  DocumentNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from "../../../../../deps.ts";

/** The operation from which a plan is created. */
export interface OperationSource {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** Whether errors omit suggestions. */
  readonly hideSuggestions: boolean;
  readonly operation: OperationDefinitionNode;
  readonly rootType: GraphQLObjectType;
  /** The document's fragments by name; no prototype. */
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}
