import type { GraphQLSchema } from "../../../../deps.ts";
import { type ArgumentSizes, merged } from "./argument_sizes.ts";
import { costAt, type CostForm } from "./cost_form.ts";
import {
  CostPlan,
  type FieldSizes,
  type FragmentPlan,
  type PricedOperation,
  type SelectionPlan,
  type VariableField,
} from "./cost_plan.ts";
import { type CostRules, fieldCost } from "./field_cost.ts";
import type { SizeVariable, Variables } from "./size_variables.ts";

/** The cost of an operation with the variables of one request. */
export interface OperationCost {
  /** The number of fields, multiplied by the lengths of the lists around them; `Infinity` on overflow. */
  readonly cost: number;
  /** The largest page size; 0 when there is none. */
  readonly largestPageSize: number;
  /** The smallest page size; 0 when none is negative. */
  readonly smallestPageSize: number;
}

/**
 * Prepares the cost of an operation, so that a request only inserts its variables. The time of both is linear in the
 * length of the document, and for a request also in the size of its variables.
 *
 * @param schema the schema against which the document is valid
 * @param operation the operation and its document
 * @param rules the assumptions, and the names of size arguments
 */
export function operationCost(
  schema: GraphQLSchema,
  operation: PricedOperation,
  rules: CostRules,
): (variables: Variables) => OperationCost {
  const plan = new CostPlan(schema, operation, rules);
  const { root, pageSizes } = plan;
  const evaluate = (variables: Variables) => {
    const evaluation = new CostEvaluation(plan.variables.read(variables), rules.assumedListSize);
    return evaluation.operation(root, pageSizes);
  };
  if (plan.variables.uses.length > 0) return evaluate;
  const constant = evaluate({});
  return () => constant;
}

class CostEvaluation {
  readonly #read: (variable: SizeVariable) => ArgumentSizes;
  readonly #assumed: number;
  readonly #fragments = new Map<FragmentPlan, CostForm>();

  constructor(read: (variable: SizeVariable) => ArgumentSizes, assumedListSize: number) {
    this.#read = read;
    this.#assumed = assumedListSize;
  }

  operation(root: SelectionPlan, pageSizes: FieldSizes): OperationCost {
    const { largest, smallest } = this.#sizes(pageSizes);
    const cost = costAt(this.#selections(root), { edges: this.#assumed, items: this.#assumed });
    return { cost, largestPageSize: largest, smallestPageSize: smallest };
  }

  #selections({ constant, fields, fragments }: SelectionPlan): CostForm {
    let { fixed, perEdge, perItem } = constant;
    const add = (cost: CostForm) => {
      fixed += cost.fixed;
      perEdge += cost.perEdge;
      perItem += cost.perItem;
    };
    for (const field of fields) add(this.#field(field));
    for (const fragment of fragments) add(this.#fragment(fragment));
    return { fixed, perEdge, perItem };
  }

  #field({ shape, sizes, below }: VariableField): CostForm {
    return fieldCost(shape, this.#sizes(sizes), this.#selections(below));
  }

  #fragment(fragment: FragmentPlan): CostForm {
    const known = this.#fragments.get(fragment);
    if (known !== undefined) return known;
    const cost = this.#selections(fragment.selections);
    this.#fragments.set(fragment, cost);
    return cost;
  }

  #sizes({ constant, variables }: FieldSizes): ArgumentSizes {
    let sizes = constant;
    for (const variable of variables) sizes = merged(sizes, this.#read(variable));
    return sizes;
  }
}
