import { type DocumentNode, GraphQLError, type GraphQLSchema, type ParseOptions } from "../../../../deps.ts";
import type { EspalierProperties } from "../../../kernel/mod.ts";
import { documentLimitErrors } from "./document_limits.ts";
import { planInputCheck } from "./input_values.ts";
import { limitError } from "./limit_error.ts";
import type { PricedOperation } from "./cost_plan.ts";
import { operationCost } from "./operation_cost.ts";
import type { Variables } from "./size_variables.ts";
import { sourceLimitErrors } from "./source_limits.ts";

/** The limits of operations; 0 disables a limit. */
export type OperationLimitProperties = Pick<
  EspalierProperties["graphql"],
  | "maxTokens"
  | "maxDepth"
  | "maxAliases"
  | "maxDirectives"
  | "maxRootFields"
  | "maxInputValues"
  | "maxPageSize"
  | "maxCost"
  | "assumedListSize"
  | "assumedPageSize"
  | "listSizeArguments"
>;

const none: readonly GraphQLError[] = [];

/** Checks the limits of every operation, on every transport: on its text, its document, and its variables. */
export class OperationLimits {
  /** The token limit of the parser. */
  readonly parseOptions: ParseOptions;
  readonly #properties: OperationLimitProperties;

  /** @param properties the limits */
  constructor(properties: OperationLimitProperties) {
    this.#properties = properties;
    const { maxTokens } = properties;
    this.parseOptions = maxTokens === 0 ? {} : { maxLexicalTokens: maxTokens, maxComments: maxTokens };
  }

  /**
   * Checks a document's text, before it is parsed.
   *
   * @returns the errors; empty if it is accepted
   */
  checkSource(text: string): readonly GraphQLError[] {
    return sourceLimitErrors(text);
  }

  /**
   * Checks a parsed document, before it is validated.
   *
   * @returns one error per exceeded limit
   */
  checkDocument(document: DocumentNode): readonly GraphQLError[] {
    return documentLimitErrors(document, this.#properties);
  }

  /**
   * Prepares the limit on input values of an operation, whose number may depend on its variables.
   *
   * @param operation a valid operation and its document
   * @returns checks the variables of a request, as the client sent them, before they are coerced: one error, or none
   */
  planInputCheck(operation: PricedOperation): (variables: Variables) => readonly GraphQLError[] {
    const { maxInputValues } = this.#properties;
    return maxInputValues === 0 ? () => none : planInputCheck(operation, maxInputValues);
  }

  /**
   * Prepares the cost limit of an operation, whose cost may depend on its variables.
   *
   * @param schema against which the document is valid
   * @param operation the operation and its document
   * @returns checks the variables of a request, as the client sent them: one error per exceeded limit
   */
  planCostCheck(
    schema: GraphQLSchema,
    operation: PricedOperation,
  ): (variables: Variables) => readonly GraphQLError[] {
    const { maxCost, maxPageSize } = this.#properties;
    if (maxCost === 0 && maxPageSize === 0) return () => none;
    const costOf = operationCost(schema, operation, this.#properties);
    return (variables) => {
      const { cost, largestPageSize, smallestPageSize } = costOf(variables);
      const isPageAllowed = maxPageSize === 0 || largestPageSize <= maxPageSize;
      if (isPageAllowed && (maxCost === 0 || cost <= maxCost) && smallestPageSize === 0) return none;
      if (smallestPageSize < 0) return [negativePageSize(smallestPageSize)];
      return [
        { name: "maxPageSize", subject: "the size of a page", limit: maxPageSize, actual: largestPageSize },
        { name: "maxCost", subject: "its cost", limit: maxCost, actual: cost },
      ].filter(({ limit, actual }) => limit > 0 && actual > limit).map(limitError);
    };
  }

  /**
   * Prepares the cost of an operation lazily.
   *
   * @param schema against which the document is valid
   * @param operation the operation and its document
   * @returns the cost with the variables of a request
   */
  planCost(schema: GraphQLSchema, operation: PricedOperation): (variables: Variables) => number {
    let costOf: ReturnType<typeof operationCost> | undefined;
    return (variables) => (costOf ??= operationCost(schema, operation, this.#properties))(variables).cost;
  }
}

function negativePageSize(size: number): GraphQLError {
  const message = `Cannot execute the operation as the size of a page must be >= 0: current value is ${size}`;
  return new GraphQLError(message, { extensions: { classification: "BAD_REQUEST" } });
}
