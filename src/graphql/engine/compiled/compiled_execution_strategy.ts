import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from "../../../../deps.ts";
import type { Logger } from "../../../kernel/mod.ts";
import type { ExecutableOperation, ExecutionStrategy } from "../execution_strategy.ts";
import { CompiledOperation } from "./compiled_operation.ts";
import { findConditions } from "./plan/conditions.ts";
import type { GeneratedCode } from "./generated_code.ts";
import type { ErrorOrderName } from "./run/error_order.ts";
import { GenerationBudget } from "./generation_budget.ts";
import type { GenerationServices } from "./program_growth.ts";

/** Settings of a {@linkcode CompiledExecutionStrategy}. */
export interface CompiledExecutionOptions {
  /** Executes what plans don't cover: incremental delivery, and operations that graphql-js's tracing channels observe. */
  readonly reference: ExecutionStrategy;
  /** Whether errors about variables and arguments keep to themselves what the client might have meant. */
  readonly hideSuggestions?: boolean;
  /** Most plans that become code within 20 ms (4); with 0 all are interpreted. */
  readonly generationBudget?: number;
  /** Is called with code that was generated for an operation, to look at it or to log it. */
  readonly onGeneratedCode?: (code: GeneratedCode) => void;
  /**
   * The order of errors that occur while something is awaited: as graphql-js reports them (the default), or at once, as
   * they occur. Data and the errors themselves are the same; only where one error decides that another one isn't reported
   * can it be another one.
   */
  readonly errorOrder?: ErrorOrderName;
  /** Hears at `DEBUG` which operations go to the reference strategy. */
  readonly logger?: Logger;
}

/** Executes operations by plans that are made once and serve every request. Exact: the same answers as graphql-js. */
export class CompiledExecutionStrategy implements ExecutionStrategy {
  readonly name = "compiled";
  readonly sharesPlans = true;
  readonly #options: CompiledExecutionOptions;
  readonly #generation: GenerationServices;

  /**
   * Creates the strategy.
   *
   * @param options what to do with operations that plans don't cover
   */
  constructor(options: CompiledExecutionOptions) {
    this.#options = options;
    const budget = new GenerationBudget(options.generationBudget ?? 4);
    this.#generation = { budget, onGeneratedCode: options.onGeneratedCode };
  }

  prepare(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): ExecutableOperation {
    const reference = this.#options.reference.prepare(schema, document, operationName);
    const operation = selectOperation(document, operationName);
    const rootType = operation && schema.getRootType(operation.operation);
    if (!operation || !rootType) return reference;
    const fragments = fragmentsOf(document);
    const conditions = findConditions(operation, fragments);
    if (conditions === undefined) {
      this.#options.logger?.debug("Executing with the reference strategy as the operation delivers incrementally", {
        operation: operation.name?.value,
      });
      return reference;
    }
    const hideSuggestions = this.#options.hideSuggestions ?? false;
    const source = { schema, document, operation, rootType, fragments, hideSuggestions };
    const refer = (written: DocumentNode) => this.#options.reference.prepare(schema, written, undefined);
    const { errorOrder = "graphql-js" } = this.#options;
    const services = { reference, refer, generation: this.#generation, errorOrder };
    return new CompiledOperation(source, conditions, services);
  }
}

/** The operation that graphql-js would choose; `undefined` where it would complain. */
function selectOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (name === undefined) return operations.length === 1 ? operations[0] : undefined;
  return operations.findLast((operation) => operation.name?.value === name);
}

function fragmentsOf(document: DocumentNode): Readonly<Record<string, FragmentDefinitionNode>> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  return fragments;
}
