import { type DocumentNode, type GraphQLError, type ParseOptions, type ValidationRule } from "../../../deps.ts";
import { OperationCharge } from "../../context/mod.ts";
import type { EspalierProperties } from "../../kernel/mod.ts";
import { ErrorLimits, type GuardedOperation, type OperationCheck, type OperationGuard } from "../execution/mod.ts";
import { operationNotAllowed } from "./allowed_operations.ts";
import { DeprecationHeaders } from "./deprecation_headers.ts";
import { OperationLimits } from "./limits/operation_limits.ts";
import { noIntrospectionRule } from "./no_introspection_rule.ts";

/** Checks the operations of all transports before they are parsed, validated and executed. */
export class OperationSecurity implements OperationGuard {
  readonly parseOptions: ParseOptions;
  readonly validationRules: readonly ValidationRule[];
  readonly maxValidationSteps: number;
  readonly errorLimits: ErrorLimits;
  readonly hidesSuggestions: boolean;
  readonly ignoresNames = true;
  readonly #limits: OperationLimits;
  readonly #deprecations: DeprecationHeaders | undefined;

  /**
   * Creates the security.
   *
   * @param properties the limits and switches
   */
  constructor(properties: EspalierProperties["graphql"]) {
    this.#limits = new OperationLimits(properties);
    if (properties.deprecationHeaders) this.#deprecations = new DeprecationHeaders();
    this.parseOptions = this.#limits.parseOptions;
    this.validationRules = properties.introspection ? [] : [noIntrospectionRule];
    this.maxValidationSteps = properties.maxValidationSteps || Infinity;
    this.errorLimits = new ErrorLimits(properties);
    this.hidesSuggestions = !properties.suggestions;
  }

  checkSource(text: string): readonly GraphQLError[] {
    return this.#limits.checkSource(text);
  }

  checkDocument(document: DocumentNode): readonly GraphQLError[] {
    return this.#limits.checkDocument(document);
  }

  planCheck({ schema, document, node }: GuardedOperation): OperationCheck {
    const checkInput = this.#limits.planInputCheck({ document, node });
    const checkCost = this.#limits.planCostCheck(schema, { document, node });
    const costOf = this.#limits.planCost(schema, { document, node });
    const noteDeprecations = this.#deprecations?.plan(schema, document, node);
    return ({ graphQlContext, variables }) => {
      noteDeprecations?.(graphQlContext);
      const refusal = operationNotAllowed(graphQlContext, node.operation);
      if (refusal !== undefined) return [refusal];
      // First, because the cost depends on the variables.
      const tooMuchInput = checkInput(variables);
      if (tooMuchInput.length > 0) return tooMuchInput;
      const tooExpensive = checkCost(variables);
      const charged = graphQlContext.get<OperationCharge>(OperationCharge);
      if (charged === undefined || tooExpensive.length > 0) return tooExpensive;
      const pending = charged.charge(costOf(variables));
      return pending instanceof Promise ? pending.then(() => tooExpensive) : tooExpensive;
    };
  }
}
