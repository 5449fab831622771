import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from "../../../../../deps.ts";
import { dataFetcherOf, isSemanticallyNonNull, type ValueTypeNames, valueTypeNamesOf } from "../../../wiring/mod.ts";
import { guardedBy } from "../../guarded_resolver.ts";
import { type FieldArgumentsPlan, planArguments } from "./argument_plan.ts";
import { estimatedBytes } from "./estimated_bytes.ts";
import { type FieldFetch, fieldFetchOf } from "./fetch_plan.ts";
import type { OperationSource } from "./operation_source.ts";
import { plainOutput } from "./plain_scalar.ts";
import { ValueKind } from "./value_kind.ts";

// Selections have fields, fields have values, and values have selections: these cyclic types share one file.

/** The parts of the operation that its plans read. */
export interface OperationPlan {
  readonly source: OperationSource;
  /** Plans the merged selection of a field's nodes on an object type. */
  planSelection(type: GraphQLObjectType, nodes: readonly FieldNode[]): ObjectPlan;
  /** Numbers the plans of each kind, from 0. */
  nextId(kind: PlanKind): number;
}

/** The kinds of plans for which a program may have generated code. */
export type PlanKind = "selection" | "field" | "value";

/** A selection on an object type: its fields in the order of the response. */
export class ObjectPlan {
  /** Its index among the selections of the operation, by which a program finds its code. */
  readonly id: number;
  readonly type: GraphQLObjectType;
  readonly fields: readonly FieldPlan[];
  /** The batched fields. */
  readonly batched: readonly FieldPlan[];

  constructor(id: number, type: GraphQLObjectType, fields: readonly FieldPlan[]) {
    this.id = id;
    this.type = type;
    this.fields = fields;
    this.batched = fields.filter(({ fetch }) => fetch.kind === "batch");
  }
}

/** The collected nodes of one response key. */
export interface FieldGroup {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly definition: GraphQLField<unknown, unknown>;
}

/** One field of a selection, with everything that is independent of a request. */
export class FieldPlan {
  readonly operation: OperationPlan;
  /** Its index among the fields of the operation, by which a program finds its code. */
  readonly id: number;
  /** The key in the response. */
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly value: ValuePlan;
  /** The estimated size of the field as JSON in bytes, without the length of strings. */
  readonly bytes: number;
  readonly arguments: FieldArgumentsPlan;
  /** The source of the field's value. */
  readonly fetch: FieldFetch;
  /**
   * Whether the request's handler receives exceptions; those of an unguarded resolver are reported as graphql-js does.
   */
  readonly isGuarded: boolean;
  readonly #subPlans: Map<GraphQLObjectType, ObjectPlan> = new Map();
  #lastType: GraphQLObjectType | undefined;
  #lastPlan: ObjectPlan | undefined;

  constructor(operation: OperationPlan, parentType: GraphQLObjectType, group: FieldGroup) {
    const { source } = operation;
    this.operation = operation;
    this.id = operation.nextId("field");
    this.key = group.key;
    this.nodes = group.nodes;
    this.parentType = parentType;
    this.definition = group.definition;
    this.value = new ValuePlan(this, group.definition.type, 0);
    this.bytes = group.key.length + 3 + estimatedBytes(this.value);
    this.arguments = planArguments(group.definition, group.nodes[0]!, source.hideSuggestions);
    this.fetch = fieldFetchOf(source.schema, parentType, group.definition);
    const { resolve } = group.definition;
    this.isGuarded = this.fetch.kind !== "call" || !resolve || guardedBy(resolve) !== undefined ||
      dataFetcherOf(group.definition) !== undefined;
  }

  /** The field's name in its type. */
  get name(): string {
    return this.definition.name;
  }

  /** The plans of the selections below the field that were used so far. */
  get subPlans(): ReadonlyMap<GraphQLObjectType, ObjectPlan> {
    return this.#subPlans;
  }

  /**
   * The plan of the selection below the field. It is created for the first value of the type: a document may
   * have far more selections than its data reaches.
   */
  subPlan(type: GraphQLObjectType): ObjectPlan {
    if (type === this.#lastType) return this.#lastPlan!;
    let plan = this.#subPlans.get(type);
    if (plan === undefined) this.#subPlans.set(type, plan = this.operation.planSelection(type, this.nodes));
    this.#lastType = type;
    this.#lastPlan = plan;
    return plan;
  }
}

/** How the values of one type in one field are completed: the type's wrappers, taken apart once. */
export class ValuePlan {
  readonly kind: ValueKind;
  readonly nonNull: boolean;
  /** Whether `null` is an error here: the type is non-null, or `@semanticNonNull` applies. */
  readonly refusesNull: boolean;
  /** The type without its outer "non-null". */
  readonly type: GraphQLOutputType;
  /** The plan of a list's items. */
  readonly item: ValuePlan | undefined;
  readonly field: FieldPlan;
  /** Whether a value is a scalar that needs no coercion. */
  readonly isPlain: (value: unknown) => boolean;
  /** Determines the types of an interface's or a union's values, if the values suffice. */
  readonly typeNameOf: ValueTypeNames | undefined;
  /** Its index among the values of the operation, by which a program finds its code. */
  readonly id: number;

  /**
   * @param field the field
   * @param type the type of the values
   * @param level 0 for the field itself, 1 for its items
   */
  constructor(field: FieldPlan, type: GraphQLOutputType, level: number) {
    this.field = field;
    this.id = field.operation.nextId("value");
    this.nonNull = isNonNullType(type);
    this.refusesNull = this.nonNull || isSemanticallyNonNull(field.definition, level);
    const nullable: GraphQLOutputType = isNonNullType(type) ? type.ofType : type;
    this.type = nullable;
    this.kind = kindOf(nullable);
    this.isPlain = plainOutput(nullable)?.accepts ?? (() => false);
    this.typeNameOf = isAbstractType(nullable) ? valueTypeNamesOf(nullable, field.operation.source.schema) : undefined;
    this.item = isListType(nullable) ? new ValuePlan(field, nullable.ofType, level + 1) : undefined;
  }

  /** The type, if {@linkcode kind} is `LEAF`. */
  get leafType(): GraphQLLeafType {
    return this.type as GraphQLLeafType; // kind says so
  }

  /** The type, if {@linkcode kind} is `OBJECT`. */
  get objectType(): GraphQLObjectType {
    return this.type as GraphQLObjectType; // kind says so
  }

  /** The type, if {@linkcode kind} is `ABSTRACT`. */
  get abstractType(): GraphQLAbstractType {
    return this.type as GraphQLAbstractType; // kind says so
  }
}

function kindOf(type: GraphQLOutputType): ValueKind {
  if (isListType(type)) return ValueKind.LIST;
  if (isLeafType(type)) return ValueKind.LEAF;
  return isAbstractType(type) ? ValueKind.ABSTRACT : ValueKind.OBJECT;
}
