import type { FieldNode, GraphQLField, GraphQLObjectType } from "../../../../deps.ts";
import { dataFetcherOf } from "../../wiring/mod.ts";
import { guardedBy } from "../guarded_resolver.ts";
import { type FieldArgumentsPlan, planArguments } from "./argument_plan.ts";
import { estimatedBytes } from "./estimated_bytes.ts";
import type { Execution } from "./execution.ts";
import { type FieldFetch, fieldFetchOf } from "./field_fetch.ts";
import type { ObjectPlan } from "./object_plan.ts";
import { type Container, type Position, put } from "./position.ts";
import { completeFetched } from "./run_selection.ts";
import type { VariantPlan } from "./variant_plan.ts";
import { ValuePlan } from "./value_plan.ts";

/** One field of a selection: all that is known of it before a request comes. */
export class FieldPlan {
  readonly variant: VariantPlan;
  /** The key in the response. */
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly value: ValuePlan;
  /** Estimated size of the field as JSON, without the length of a text. */
  readonly bytes: number;
  readonly arguments: FieldArgumentsPlan;
  /** How the field's value is got. */
  readonly fetch: FieldFetch;
  /** Whether exceptions go to the request's handler; a resolver that nobody guards is graphql-js's business. */
  readonly isGuarded: boolean;
  /** Puts a value into the response's object after it was made. */
  write: (out: Container, value: unknown) => void = (out, value) => put(out, this.key, value);
  /** Completes a value that the field's code gave; what `completeFetched` says of results and errors holds here too. */
  // deno-lint-ignore house-rules/parameter-count -- runs for every value that was waited for
  complete: FieldCompletion = (x, value, prev, source) => completeFetched(x, this, source, value, prev);
  readonly #subPlans: Map<GraphQLObjectType, ObjectPlan> = new Map();
  #lastType: GraphQLObjectType | undefined;
  #lastPlan: ObjectPlan | undefined;

  constructor(variant: VariantPlan, parentType: GraphQLObjectType, group: FieldGroup) {
    this.variant = variant;
    this.key = group.key;
    this.nodes = group.nodes;
    this.parentType = parentType;
    this.definition = group.definition;
    this.value = new ValuePlan(this, group.definition.type);
    this.bytes = group.key.length + 3 + estimatedBytes(this.value);
    this.arguments = planArguments(group.definition, group.nodes[0]!);
    this.fetch = fieldFetchOf(this);
    const { resolve } = group.definition;
    this.isGuarded = this.fetch.kind !== "call" || !resolve || guardedBy(resolve) !== undefined ||
      dataFetcherOf(group.definition) !== undefined;
  }

  /** The field's name in its type. */
  get name(): string {
    return this.definition.name;
  }

  /** The plans of the selections below the field that were needed so far. */
  get subPlans(): ReadonlyMap<GraphQLObjectType, ObjectPlan> {
    return this.#subPlans;
  }

  /**
   * The plan of the selection below the field. It is made when the first value of the type is seen: a document may
   * spell out far more selections than its data ever reaches.
   */
  subPlan(type: GraphQLObjectType): ObjectPlan {
    if (type === this.#lastType) return this.#lastPlan!;
    let plan = this.#subPlans.get(type);
    if (plan === undefined) this.#subPlans.set(type, plan = this.variant.planSelection(type, this.nodes));
    this.#lastType = type;
    this.#lastPlan = plan;
    return plan;
  }
}

/** Completes a value of a field, at the place of the object that the field belongs to. */
export type FieldCompletion = (x: Execution, value: unknown, prev: Position, source: unknown) => unknown;

/** What collecting found under one response key. */
export interface FieldGroup {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly definition: GraphQLField<unknown, unknown>;
}
