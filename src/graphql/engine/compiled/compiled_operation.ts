import type { DocumentNode, ExecutionResult } from "../../../../deps.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import { abortedResult } from "../engine_error_type.ts";
import type { ExecutableOperation, ExecutionValues, OpenedSubscription } from "../execution_strategy.ts";
import { type Conditions, conditionsMet } from "./plan/conditions.ts";
import type { ErrorOrderName } from "./run/error_order.ts";
import { Execution } from "./run/execution.ts";
import type { OperationSource } from "./plan/operation_source.ts";
import { runOperation } from "./run_operation.ts";
import { isTraced } from "./tracing.ts";
import { readsEventsOnly } from "./plan/reads_events_only.ts";
import { planVariables, type VariableCoercion, type Variables } from "./plan/variables.ts";
import { VariantPlan } from "./plan/variant_plan.ts";
import { type GenerationServices, ProgramGrowth } from "./program_growth.ts";

/** The maximum number of plans per operation, one for each outcome of its conditions. */
const maxVariants = 16;

/** The services that all operations of a strategy share. */
export interface OperationServices {
  /** Executes the operation if it can't be planned. */
  readonly reference: ExecutableOperation;
  /** Prepares the only operation of another document with the same tokens, for execution without a plan. */
  readonly refer: (written: DocumentNode) => ExecutableOperation;
  /** The services of code generation. */
  readonly generation: GenerationServices;
  readonly errorOrder: ErrorOrderName;
}

/** An operation with its plans. */
export class CompiledOperation implements ExecutableOperation {
  readonly #source: OperationSource;
  readonly #conditions: Conditions;
  readonly #reference: ExecutableOperation;
  readonly #refer: OperationServices["refer"];
  readonly #generation: GenerationServices;
  readonly #errorOrder: ErrorOrderName;
  readonly #coerce: VariableCoercion;
  readonly #variants: Map<string, ProgramGrowth> = new Map();
  #readsEventsOnly: boolean | undefined;

  /**
   * @param source the operation
   * @param conditions the variables of its conditions
   * @param services the services that all operations of a strategy share
   */
  constructor(source: OperationSource, conditions: Conditions, services: OperationServices) {
    const { reference, refer, generation, errorOrder } = services;
    this.#refer = refer;
    this.#errorOrder = errorOrder;
    this.#generation = generation;
    this.#source = source;
    this.#conditions = conditions;
    this.#reference = reference;
    this.#coerce = planVariables(source);
  }

  execute(values: ExecutionValues): MaybePromise<ExecutionResult> {
    if (isTraced()) return this.#referenceFor(values).execute(values);
    if (values.request.isCancelled) return abortedResult();
    return this.#run(values, this.#coerce(values.variables ?? {}, values.written));
  }

  subscribe(values: ExecutionValues): MaybePromise<OpenedSubscription | ExecutionResult> {
    const opened = this.#reference.subscribe(values);
    return opened instanceof Promise
      ? opened.then((settled) => this.#withPlans(settled, values))
      : this.#withPlans(opened, values);
  }

  /** Opens the source with graphql-js, once; its events are executed by plans, with the same variables. */
  #withPlans(
    opened: OpenedSubscription | ExecutionResult,
    { variables, onError = "PROPAGATE" }: ExecutionValues,
  ): OpenedSubscription | ExecutionResult {
    if (!("source" in opened)) return opened;
    const coerced = this.#coerce(variables ?? {});
    return {
      ...opened,
      isShareable: () => !isTraced() && (this.#readsEventsOnly ??= readsEventsOnly(this.#source)),
      execute: (event, request) => {
        if (isTraced()) return opened.execute(event, request);
        if (request.isCancelled) return abortedResult();
        return this.#run({ rootValue: event, variables, request, onError }, coerced);
      },
    };
  }

  #run(values: ExecutionValues, variables: ReturnType<VariableCoercion>): MaybePromise<ExecutionResult> {
    if ("errors" in variables) return { errors: variables.errors };
    const variant = this.#variantFor(variables);
    if (variant === undefined) return this.#referenceFor(values).execute(values);
    const program = variant.use(this.#generation);
    return runOperation(new Execution({ program, variables, values, errorOrder: this.#errorOrder }));
  }

  #referenceFor({ written }: ExecutionValues): ExecutableOperation {
    return written === undefined ? this.#reference : this.#refer(written.document);
  }

  #variantFor(variables: Variables): ProgramGrowth | undefined {
    let mask = "";
    for (const name of this.#conditions.variables) {
      const value = variables.coerced[name];
      if (typeof value !== "boolean") return undefined;
      mask += value ? "1" : "0";
    }
    const known = this.#variants.get(mask);
    if (known !== undefined) return known;
    const made = new ProgramGrowth(new VariantPlan(this.#source, conditionsMet(variables.coerced)));
    if (this.#variants.size < maxVariants) this.#variants.set(mask, made);
    return made;
  }
}
