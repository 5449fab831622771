import type {
  DocumentNode,
  GraphQLError,
  GraphQLSchema,
  OperationDefinitionNode,
  ParseOptions,
  ValidationRule,
} from "../../../deps.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { ErrorLimits } from "./errors/error_limits.ts";
import type { ExecutionInput } from "./execution_input.ts";

/** An operation of a valid document. */
export interface GuardedOperation {
  /** The schema that the document was validated against. */
  readonly schema: GraphQLSchema;
  /** The document. */
  readonly document: DocumentNode;
  /** The operation that is to be executed. */
  readonly node: OperationDefinitionNode;
}

/** Asked before an operation is executed, with what the request says; errors refuse it. */
export type OperationCheck = (input: ExecutionInput) => MaybePromise<readonly GraphQLError[]>;

/**
 * Refuses documents and operations before they cost anything: what every transport shares of a service's limits.
 *
 * The answers about texts and documents are kept with the document; that about an operation is asked per request.
 */
export interface OperationGuard {
  /** Bounds the work of the parser. */
  readonly parseOptions: ParseOptions;
  /** Rules that are checked before those of the specification: the client gets their errors alone. */
  readonly validationRules: readonly ValidationRule[];
  /** Most selections that validation compares; `Infinity` means no limit. */
  readonly maxValidationSteps: number;
  /** Bounds the errors of results. */
  readonly errorLimits: ErrorLimits;
  /** Whether errors keep to themselves what the client might have meant, which would tell names of the schema. */
  readonly hidesSuggestions: boolean;
  /**
   * Whether what it says of documents and operations depends neither on the names of operations, nor on strings, nor on
   * locations, and its parser is bounded by numbers of tokens and comments alone. Documents that differ in nothing else share its answers
   * then. Absent means that it is asked about each document.
   */
  readonly ignoresNames?: boolean;
  /** Asked before a document is parsed; errors refuse it. */
  checkSource(text: string): readonly GraphQLError[];
  /** Asked before a document is validated; errors refuse it. */
  checkDocument(document: DocumentNode): readonly GraphQLError[];
  /** Asked once for an operation, which keeps the check: what depends on no request can be worked out here. */
  planCheck(operation: GuardedOperation): OperationCheck;
}
