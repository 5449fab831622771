import type {
  DocumentNode,
  GraphQLError,
  GraphQLSchema,
  OperationDefinitionNode,
  ParseOptions,
  ValidationRule,
} from "../../../deps.ts";
import type { ExecutionInput } from "./execution_input.ts";

/** An operation that is about to be executed. */
export interface GuardedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
  readonly input: ExecutionInput;
}

/**
 * Refuses documents and operations before they cost anything: what every transport shares of a service's limits.
 *
 * The answers about texts and documents are kept with the document; that about an operation is asked per request.
 */
export interface OperationGuard {
  /** Bounds the work of the parser. */
  readonly parseOptions: ParseOptions;
  /** Rules beside the specification's. */
  readonly validationRules: readonly ValidationRule[];
  /** Whether errors keep to themselves what the client might have meant, which would tell names of the schema. */
  readonly hidesSuggestions: boolean;
  /** Asked before a document is parsed; errors refuse it. */
  checkSource(text: string): readonly GraphQLError[];
  /** Asked before a document is validated; errors refuse it. */
  checkDocument(document: DocumentNode): readonly GraphQLError[];
  /** Asked before an operation is executed; errors refuse it. */
  checkOperation(operation: GuardedOperation): readonly GraphQLError[];
}
