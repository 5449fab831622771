import type { FieldPlan, ValuePlan } from "../plan/field_plan.ts";

/** Names a field in generated code: `Book_title`. */
export function nameOf({ parentType, definition }: FieldPlan): string {
  return `${parentType.name}_${definition.name}`;
}

/** Names the plan of a field's value, or of the items of a list in it. */
export function valueNameOf(value: ValuePlan): string {
  let depth = 0;
  for (let outer: ValuePlan | undefined = value.field.value; outer !== value; outer = outer?.item) depth++;
  return `${nameOf(value.field)}${"_item".repeat(depth)}`;
}

/**
 * The variable that holds the value of a field. A key may equal the name of another variable, and in
 * a programmatically created document it may be any string.
 */
export function variableOf({ key }: FieldPlan, index: number): string {
  return /^\w+$/.test(key) ? `$${key}` : `$$${index}`;
}
