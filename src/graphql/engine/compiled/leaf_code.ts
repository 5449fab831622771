import { type GraphQLEnumType, isEnumType } from "../../../../deps.ts";
import type { CodeBuffer } from "./code_buffer.ts";
import { plainOutput } from "./plain_scalar.ts";
import { ValueKind, type ValuePlan } from "./value_plan.ts";

/** Whether values are scalars or enum values, or lists of them however deep. */
export function isLeafy(value: ValuePlan): boolean {
  return value.kind === ValueKind.LEAF || value.item !== undefined && isLeafy(value.item);
}

/** A variable that holds a value, and the expression that completes it where the quick way can't. */
export interface LeafSlot {
  readonly variable: string;
  readonly slow: string;
}

/** A statement that completes the scalar or the list of scalars in a variable. */
export function leafStatement(buffer: CodeBuffer, value: ValuePlan, { variable: a, slow }: LeafSlot): string {
  if (value.kind === ValueKind.LIST) {
    const copy = leafListCopy(buffer, value.item!); // lists have an item plan
    return copy === undefined ? `${a} = ${slow};` : `{ const c = ${copy}(${a}); ${a} = c !== null ? c : ${slow}; }`;
  }
  const orNull = value.nonNull ? slow : `${a} === null || ${a} === undefined ? null : ${slow}`;
  if (isEnumType(value.type)) {
    const names = plainEnum(value.type);
    if (names === undefined) return `${a} = ${orNull};`;
    return `{ const n = ${buffer.constant(names)}.get(${a}); ${a} = n !== undefined ? n : ${orNull}; }`;
  }
  const check = plainOutput(value.type)?.expression(a);
  return check === undefined ? `${a} = ${orNull};` : `if (!(${check})) ${a} = ${orNull};`;
}

/** A function that copies an array of what is written as it is, or returns `null` where an item is anything else. */
function leafListCopy(buffer: CodeBuffer, item: ValuePlan): string | undefined {
  const copyItem = itemCopy(buffer, item);
  if (copyItem === undefined) return undefined;
  const name = buffer.newName("c");
  const orNull = item.nonNull ? "" : "\n    if (v === null || v === undefined) { r[j] = null; continue; }";
  // An array may throw when it is read. The quick way only gives up then: in a list of lists, the inner one has failed.
  buffer.define(`function ${name}(a) {
  try {
    if (!isPlainArray(a)) return null;
    const n = a.length, r = new Array(n);
    for (let j = 0; j < n; j++) {
      const v = a[j];
      ${copyItem}${orNull}
      return null;
    }
    return r;
  } catch {
    return null;
  }
}`);
  return name;
}

/** A statement that copies an item and goes on, where it is plain. */
function itemCopy(buffer: CodeBuffer, item: ValuePlan): string | undefined {
  if (item.kind === ValueKind.LIST) {
    const copy = leafListCopy(buffer, item.item!); // lists have an item plan
    return copy === undefined ? undefined : `const w = ${copy}(v); if (w !== null) { r[j] = w; continue; }`;
  }
  if (isEnumType(item.type)) {
    const names = plainEnum(item.type);
    if (names === undefined) return undefined;
    return `const w = ${buffer.constant(names)}.get(v); if (w !== undefined) { r[j] = w; continue; }`;
  }
  const check = plainOutput(item.type)?.expression("v");
  return check === undefined ? undefined : `if (${check}) { r[j] = v; continue; }`;
}

/** The names of an enum's values, by value, where nobody replaced how the enum writes them. */
function plainEnum(type: GraphQLEnumType): ReadonlyMap<unknown, string> | undefined {
  if (Object.hasOwn(type, "coerceOutputValue") || Object.hasOwn(type, "serialize")) return undefined;
  return new Map(
    type.getValues().filter(({ value }) => typeof value === "string" || typeof value === "number").map((
      { value, name },
    ) => [value, name]),
  );
}
