import type { FieldNode, GraphQLObjectType, SelectionSetNode } from "../../../../../deps.ts";
import { LateValues } from "../../late_values.ts";
import { collectFields, type CollectionContext } from "./collect.ts";
import { FieldPlan, ObjectPlan, type OperationPlan, type PlanKind } from "./field_plan.ts";
import type { OperationSource } from "./operation_source.ts";

/** The plan of an operation for one outcome of its `@skip` and `@include` conditions. */
export class VariantPlan implements OperationPlan {
  readonly source: OperationSource;
  readonly root: ObjectPlan;
  /** Handles values that are never completed. */
  readonly late: LateValues;
  readonly #collection: CollectionContext;
  readonly #counts: Record<PlanKind, number> = { selection: 0, field: 0, value: 0 };

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

  /** The number of selections that were planned so far. It grows when data reaches a selection for the first time. */
  get selections(): number {
    return this.#counts.selection;
  }

  planSelection(type: GraphQLObjectType, nodes: readonly FieldNode[]): ObjectPlan {
    return this.#plan(type, nodes.flatMap((node) => node.selectionSet ?? []));
  }

  nextId(kind: PlanKind): number {
    return this.#counts[kind]++;
  }

  #plan(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): ObjectPlan {
    const fields: FieldPlan[] = [];
    for (const [key, nodes] of collectFields(this.#collection, type, selectionSets)) {
      const definition = this.source.schema.getField(type, nodes[0]!.name.value);
      // Validation reports unknown fields; graphql-js passes over them, too.
      if (definition !== undefined) fields.push(new FieldPlan(this, type, { key, nodes, definition }));
    }
    return new ObjectPlan(this.nextId("selection"), type, fields);
  }
}
