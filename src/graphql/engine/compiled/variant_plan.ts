import type { FieldNode, GraphQLObjectType, SelectionSetNode } from "../../../../deps.ts";
import { LateValues } from "../late_values.ts";
import { collectFields, type CollectionContext } from "./collect.ts";
import { FieldPlan } from "./field_plan.ts";
import { generate } from "./generate.ts";
import type { GenerationBudget } from "./generation_budget.ts";
import { ObjectPlan } from "./object_plan.ts";
import type { OperationSource } from "./operation_source.ts";

/** Code is made on the third use: what comes once or twice is not worth it. */
const usesBeforeGeneration = 3;

/** A plan grows when data reaches selections for the first time; after so many times its code stays as it is. */
const maxGenerations = 4;

/** The plan of an operation for one outcome of its `@skip` and `@include` conditions. */
export class VariantPlan {
  readonly source: OperationSource;
  readonly root: ObjectPlan;
  /** Takes values that nobody completes. */
  readonly late: LateValues;
  readonly #collection: CollectionContext;
  /** How often the plan was used since it last changed. */
  #uses = 0;
  /** Whether selections were planned that no code was generated for. */
  #hasGrown = true;
  #generations = 0;

  /**
   * @param source the operation
   * @param includes the outcome of the conditions
   */
  constructor(source: OperationSource, includes: CollectionContext["includes"]) {
    this.source = source;
    this.late = new LateValues(source.fragments);
    this.#collection = { schema: source.schema, fragments: source.fragments, includes };
    this.root = this.#plan(source.rootType, [source.operation.selectionSet]);
  }

  /** Counts a use; from the third on, code is generated for what was planned, when the budget has room. */
  use(budget: GenerationBudget): void {
    if (!this.#hasGrown || ++this.#uses < usesBeforeGeneration || this.#generations >= maxGenerations) return;
    if (!budget.take()) return;
    this.#generations = generate(this.root) ? this.#generations + 1 : maxGenerations;
    this.#hasGrown = false;
    this.#uses = 0;
  }

  /** Plans what the merged nodes of a field select on an object type. */
  planSelection(type: GraphQLObjectType, nodes: readonly FieldNode[]): ObjectPlan {
    this.#hasGrown = true;
    return this.#plan(type, nodes.flatMap((node) => node.selectionSet ?? []));
  }

  #plan(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): ObjectPlan {
    const fields: FieldPlan[] = [];
    for (const [key, nodes] of collectFields(this.#collection, type, selectionSets)) {
      const definition = this.source.schema.getField(type, nodes[0]!.name.value);
      // Validation reports unknown fields; graphql-js passes over them, too.
      if (definition !== undefined) fields.push(new FieldPlan(this, type, { key, nodes, definition }));
    }
    return new ObjectPlan(type, fields);
  }
}
