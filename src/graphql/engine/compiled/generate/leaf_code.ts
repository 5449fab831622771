import { type GraphQLEnumType, GraphQLID, GraphQLString, isEnumType } from "../../../../../deps.ts";
import type { CodeBuffer } from "./code_buffer.ts";
import { estimatedBytes } from "../plan/estimated_bytes.ts";
import { valueNameOf } from "./names.ts";
import { plainOutput } from "../plan/plain_scalar.ts";
import type { ValuePlan } from "../plan/field_plan.ts";
import { ValueKind } from "../plan/value_kind.ts";

/** Whether values are scalars or enum values, or lists of them at any depth. */
export function isLeafOrLeafList(value: ValuePlan): boolean {
  return value.kind === ValueKind.LEAF || value.item !== undefined && isLeafOrLeafList(value.item);
}

/** A variable that holds a value, and the expression that completes it if the fast path can't. */
export interface LeafSlot {
  readonly variable: string;
  readonly slow: string;
  /** Generates a statement that adds to the counted bytes of strings. */
  readonly count: (bytes: string) => string;
}

/** Generates a statement that completes the scalar or the list of scalars in a variable. */
export function leafStatement(buffer: CodeBuffer, value: ValuePlan, { variable: a, slow, count }: LeafSlot): string {
  if (value.kind === ValueKind.LIST) {
    const copy = leafListCopy(buffer, value.item!); // lists have an item plan
    return copy === undefined
      ? `${a} = ${slow};`
      : `{ const copy = ${copy}(run, ${a}); ${a} = copy !== null ? copy : ${slow}; }`;
  }
  const orNull = value.refusesNull ? slow : `${a} === null || ${a} === undefined ? null : ${slow}`;
  if (isEnumType(value.type)) {
    const names = plainEnum(value.type);
    if (names === undefined) return `${a} = ${orNull};`;
    const known = buffer.constant(names, `${value.type.name}_names`);
    return `{ const name = ${known}.get(${a}); ${a} = name !== undefined ? name : ${orNull}; }`;
  }
  const check = plainOutput(value.type)?.expression(a);
  if (check === undefined) return `${a} = ${orNull};`;
  if (isText(value.type)) return `if (${check}) ${count(`${a}.length`)} else ${a} = ${orNull};`;
  return `if (!(${check})) ${a} = ${orNull};`;
}

/** Generates a function that copies an array of plain scalars, or returns `null` if any item needs coercion. */
function leafListCopy(buffer: CodeBuffer, item: ValuePlan): string | undefined {
  const copyItem = itemCopy(buffer, item);
  if (copyItem === undefined) return undefined;
  const name = buffer.newName(`${valueNameOf(item)}_copies`);
  const orNull = item.refusesNull
    ? ""
    : "\n      if (value === null || value === undefined) { copies[index] = null; continue; }";
  const bytes = estimatedBytes(item);
  // Reading an array may throw. Then the fast path only gives up: in a list of lists, the inner list fails.
  buffer.define(`function ${name}(run, items) {
  try {
    if (!isPlainArray(items)) return null;
    const length = items.length;
    run.budget.add(length, length * ${bytes});
    const copies = new Array(length);
    let textLength = 0;
    for (let index = 0; index < length; index++) {
      const value = items[index];
      ${copyItem}${orNull}
      run.budget.add(-length, -length * ${bytes});
      return null;
    }${isText(item.type) ? "\n    run.budget.add(0, textLength);" : ""}
    return copies;
  } catch (error) {
    if (run.endsWith(error)) throw error;
    return null;
  }
}`);
  return name;
}

/** Generates a statement that copies a plain item and continues. */
function itemCopy(buffer: CodeBuffer, item: ValuePlan): string | undefined {
  if (item.kind === ValueKind.LIST) {
    const copy = leafListCopy(buffer, item.item!); // lists have an item plan
    return copy === undefined
      ? undefined
      : `const list = ${copy}(run, value); if (list !== null) { copies[index] = list; continue; }`;
  }
  if (isEnumType(item.type)) {
    const names = plainEnum(item.type);
    if (names === undefined) return undefined;
    const known = buffer.constant(names, `${item.type.name}_names`);
    return `const name = ${known}.get(value); if (name !== undefined) { copies[index] = name; continue; }`;
  }
  const check = plainOutput(item.type)?.expression("value");
  if (check === undefined) return undefined;
  return `if (${check}) { copies[index] = value; ${isText(item.type) ? "textLength += value.length; " : ""}continue; }`;
}

/** Whether the values of a plain scalar are strings. */
export function isText(type: unknown): boolean {
  return type === GraphQLString || type === GraphQLID;
}

/** The names of an enum's values, by value, unless its coercion was replaced. */
function plainEnum(type: GraphQLEnumType): ReadonlyMap<unknown, string> | undefined {
  if (Object.hasOwn(type, "coerceOutputValue") || Object.hasOwn(type, "serialize")) return undefined;
  return new Map(
    type.getValues().filter(({ value }) => typeof value === "string" || typeof value === "number").map((
      { value, name },
    ) => [value, name]),
  );
}
