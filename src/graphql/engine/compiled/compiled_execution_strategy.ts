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
  /**
   * Executes operations without plans: incremental delivery, and operations observed by graphql-js's tracing channels.
   */
  readonly reference: ExecutionStrategy;
  /** Whether errors about variables and arguments omit suggestions. */
  readonly hideSuggestions?: boolean;
  /** The maximum number of plans for which code is generated within 20 ms (4); 0 interprets all plans. */
  readonly generationBudget?: number;
  /** Called with the code that was generated for an operation, for example to log it. */
  readonly onGeneratedCode?: (code: GeneratedCode) => void;
  /**
   * The order of errors that occur asynchronously: that of graphql-js (the default), or the order of occurrence. Data
   * and errors are the same in both, unless one of two errors suppresses the other: then the order decides which is
   * reported.
   */
  readonly errorOrder?: ErrorOrderName;
  /** Logs at `DEBUG` which operations the reference strategy executes. */
  readonly logger?: Logger;
}

/** Executes operations by plans that are created once for all requests. The results are those of graphql-js. */
export class CompiledExecutionStrategy implements ExecutionStrategy {
  readonly name = "compiled";
  readonly sharesPlans = true;
  readonly #options: CompiledExecutionOptions;
  readonly #generation: GenerationServices;

  /**
   * Creates the strategy.
   *
   * @param options the strategy for operations without plans, and the limits of code generation
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

/** The operation that graphql-js would select; `undefined` where it would report an error. */
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
