import { type GraphQLEnumType, GraphQLID, GraphQLString, isEnumType } from "../../../../../deps.ts";
import type { CodeBuffer } from "./code_buffer.ts";
import { estimatedBytes } from "../plan/estimated_bytes.ts";
import { plainOutput } from "../plan/plain_scalar.ts";
import type { ValuePlan } from "../plan/field_plan.ts";
import { ValueKind } from "../plan/value_kind.ts";

/** Whether values are scalars or enum values, or lists of them however deep. */
export function isLeafy(value: ValuePlan): boolean {
  return value.kind === ValueKind.LEAF || value.item !== undefined && isLeafy(value.item);
}

/** A variable that holds a value, and the expression that completes it where the quick way can't. */
export interface LeafSlot {
  readonly variable: string;
  readonly slow: string;
  /** Makes a statement that counts so many bytes of text. */
  readonly count: (bytes: string) => string;
}

/** A statement that completes the scalar or the list of scalars in a variable. */
export function leafStatement(buffer: CodeBuffer, value: ValuePlan, { variable: a, slow, count }: LeafSlot): string {
  if (value.kind === ValueKind.LIST) {
    const copy = leafListCopy(buffer, value.item!); // lists have an item plan
    return copy === undefined ? `${a} = ${slow};` : `{ const c = ${copy}(x, ${a}); ${a} = c !== null ? c : ${slow}; }`;
  }
  const orNull = value.nonNull ? slow : `${a} === null || ${a} === undefined ? null : ${slow}`;
  if (isEnumType(value.type)) {
    const names = plainEnum(value.type);
    if (names === undefined) return `${a} = ${orNull};`;
    return `{ const n = ${buffer.constant(names)}.get(${a}); ${a} = n !== undefined ? n : ${orNull}; }`;
  }
  const check = plainOutput(value.type)?.expression(a);
  if (check === undefined) return `${a} = ${orNull};`;
  if (isText(value.type)) return `if (${check}) ${count(`${a}.length`)} else ${a} = ${orNull};`;
  return `if (!(${check})) ${a} = ${orNull};`;
}

/** A function that copies an array of what is written as it is, or returns `null` where an item is anything else. */
function leafListCopy(buffer: CodeBuffer, item: ValuePlan): string | undefined {
  const copyItem = itemCopy(buffer, item);
  if (copyItem === undefined) return undefined;
  const name = buffer.newName("c");
  const orNull = item.nonNull ? "" : "\n    if (v === null || v === undefined) { r[j] = null; continue; }";
  const bytes = estimatedBytes(item);
  // An array may throw when it is read. The quick way only gives up then: in a list of lists, the inner one has failed.
  buffer.define(`function ${name}(x, a) {
  try {
    if (!isPlainArray(a)) return null;
    const n = a.length;
    x.budget.add(n, n * ${bytes});
    const r = new Array(n);
    let b = 0;
    for (let j = 0; j < n; j++) {
      const v = a[j];
      ${copyItem}${orNull}
      x.budget.add(-n, -n * ${bytes});
      return null;
    }${isText(item.type) ? "\n    x.budget.add(0, b);" : ""}
    return r;
  } catch (e) {
    if (x.endsWith(e)) throw e;
    return null;
  }
}`);
  return name;
}

/** A statement that copies an item and goes on, where it is plain. */
function itemCopy(buffer: CodeBuffer, item: ValuePlan): string | undefined {
  if (item.kind === ValueKind.LIST) {
    const copy = leafListCopy(buffer, item.item!); // lists have an item plan
    return copy === undefined ? undefined : `const w = ${copy}(x, v); if (w !== null) { r[j] = w; continue; }`;
  }
  if (isEnumType(item.type)) {
    const names = plainEnum(item.type);
    if (names === undefined) return undefined;
    return `const w = ${buffer.constant(names)}.get(v); if (w !== undefined) { r[j] = w; continue; }`;
  }
  const check = plainOutput(item.type)?.expression("v");
  if (check === undefined) return undefined;
  return `if (${check}) { r[j] = v; ${isText(item.type) ? "b += v.length; " : ""}continue; }`;
}

/** Whether the values of a plain scalar are texts. */
export function isText(type: unknown): boolean {
  return type === GraphQLString || type === GraphQLID;
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
