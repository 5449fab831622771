import {
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from "../../../../deps.ts";
import { type ValueTypeNames, valueTypeNamesOf } from "../../wiring/mod.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "./field_plan.ts";
import { plainOutput } from "./plain_scalar.ts";
import type { Position } from "./position.ts";

/** What has to be done with a value of a type. Numbers, so that the running code compares one word. */
export const ValueKind = { LEAF: 0, LIST: 1, OBJECT: 2, ABSTRACT: 3 } as const;

/** One of {@linkcode ValueKind}. */
export type ValueKind = typeof ValueKind[keyof typeof ValueKind];

/** How the values of one type in one field are completed: the type's wrappers, taken apart once. */
export class ValuePlan {
  readonly kind: ValueKind;
  readonly nonNull: boolean;
  /** The type without its outer "non-null". */
  readonly type: GraphQLOutputType;
  /** How a list's items are completed. */
  readonly item: ValuePlan | undefined;
  readonly field: FieldPlan;
  /** Whether a value is a scalar that is written as it is. */
  readonly isPlain: (value: unknown) => boolean;
  /** Names the types of an interface's or a union's values, where they tell it themselves. */
  readonly typeNameOf: ValueTypeNames | undefined;
  /** Generated code for lists of the type. */
  completeList: ((x: Execution, items: unknown, position: Position) => unknown) | undefined = undefined;

  constructor(field: FieldPlan, type: GraphQLOutputType) {
    this.field = field;
    this.nonNull = isNonNullType(type);
    const nullable: GraphQLOutputType = isNonNullType(type) ? type.ofType : type;
    this.type = nullable;
    this.kind = kindOf(nullable);
    this.isPlain = plainOutput(nullable)?.accepts ?? (() => false);
    this.typeNameOf = isAbstractType(nullable) ? valueTypeNamesOf(nullable, field.variant.source.schema) : undefined;
    this.item = isListType(nullable) ? new ValuePlan(field, nullable.ofType) : undefined;
  }

  /** The type, where {@linkcode kind} is `LEAF`. */
  get leafType(): GraphQLLeafType {
    return this.type as GraphQLLeafType; // kind says so
  }

  /** The type, where {@linkcode kind} is `OBJECT`. */
  get objectType(): GraphQLObjectType {
    return this.type as GraphQLObjectType; // kind says so
  }

  /** The type, where {@linkcode kind} is `ABSTRACT`. */
  get abstractType(): GraphQLAbstractType {
    return this.type as GraphQLAbstractType; // kind says so
  }
}

function kindOf(type: GraphQLOutputType): ValueKind {
  if (isListType(type)) return ValueKind.LIST;
  if (isLeafType(type)) return ValueKind.LEAF;
  return isAbstractType(type) ? ValueKind.ABSTRACT : ValueKind.OBJECT;
}
