import { valuesPerCall } from "../../../../kernel/mod.ts";
import type { CodeBuffer } from "./code_buffer.ts";
import type { FieldPlan, ObjectPlan, ValuePlan } from "../plan/field_plan.ts";
import { estimatedBytes } from "../plan/estimated_bytes.ts";
import { nameOf, valueNameOf } from "./names.ts";
import { isLeafOrLeafList } from "./leaf_code.ts";
import { ValueKind } from "../plan/value_kind.ts";

/** The functions of a selection: one with a position, and for objects of scalars one without. */
export interface SelectionNames {
  readonly run: string;
  readonly leaves: string | undefined;
  /** For list items with scalars and batched fields: the function that needs no position until these fields arrive. */
  readonly row: string | undefined;
  /** The size that the caller counts for each object: the functions count only the lengths of strings. */
  readonly counts: Counts;
}

/** The fixed size of an object, independent of its values. */
export interface Counts {
  readonly values: number;
  readonly bytes: number;
  /** The number of resolver calls. */
  readonly calls: number;
}

/**
 * Returns a statement that counts an object. It does not check the limit: lists do, and without a list an object is not
 * larger than the document.
 */
export function countStatement({ values, bytes, calls }: Counts): string {
  const called = calls === 0 ? "" : ` run.budget.nextLook -= ${calls * valuesPerCall};`;
  return `run.budget.values += ${values}; run.budget.bytes += ${bytes};${called}`;
}

/**
 * The location of a value: expressions for its key, the enclosing position, and the creation of that position on
 * demand.
 */
interface Place {
  readonly key: string;
  readonly prev: string;
  readonly outer: string;
}

/** Generates the functions that complete objects and lists of objects. */
export class CompositeCode {
  readonly lists: [ValuePlan, string][] = [];
  readonly #buffer: CodeBuffer;
  readonly #selection: (plan: ObjectPlan) => SelectionNames | undefined;

  /**
   * @param buffer receives the functions
   * @param selection generates the functions of a selection, up to the limit of the generation
   */
  constructor(buffer: CodeBuffer, selection: (plan: ObjectPlan) => SelectionNames | undefined) {
    this.#buffer = buffer;
    this.#selection = selection;
  }

  /** Generates a function that completes a field value that is an object or a list of objects. */
  complete(field: FieldPlan, otherwise: "completeProperty" | "completeFetched"): string {
    const name = this.#buffer.newName(`${nameOf(field)}_complete`);
    const f = this.#buffer.constant(field, `${nameOf(field)}_field`);
    const other = `return ${otherwise}(run, ${f}, source, value, place);`;
    const place = { key: JSON.stringify(field.key), prev: "place", outer: "place" };
    const body = this.#value(field.value, place, other);
    if (body === undefined) this.below(field);
    this.#buffer.define(`function ${name}(run, value, place, source) {\n${body ?? other}\n}`);
    return name;
  }

  /** Generates a function that completes a batched field's value for a row of a list. */
  completeRow(field: FieldPlan): string {
    const name = this.#buffer.newName(`${nameOf(field)}_row`);
    const f = this.#buffer.constant(field, `${nameOf(field)}_field`);
    const other = `return completeFetched(run, ${f}, source, value, rows.place());`;
    const place = { key: JSON.stringify(field.key), prev: "rows.place()", outer: "rows" };
    this.#buffer.define(
      `function ${name}(run, value, rows, source) {\n${this.#value(field.value, place, other) ?? other}\n}`,
    );
    return name;
  }

  /** Generates the functions of the selections below a field that is itself interpreted. */
  below(field: FieldPlan): void {
    for (const plan of field.subPlans.values()) this.#selection(plan);
    if (field.value.kind === ValueKind.LIST && !isLeafOrLeafList(field.value)) this.#items(field.value);
  }

  /** Returns statements that complete `value` at a position; `undefined` if the interpreter has to do it. */
  #value(value: ValuePlan, place: Place, otherwise: string): string | undefined {
    if (value.kind === ValueKind.LIST) return this.#list(value, place, otherwise);
    const objects = value.kind === ValueKind.ABSTRACT
      ? this.#abstract(value, place, otherwise)
      : value.kind === ValueKind.OBJECT
      ? this.#object(value, place)
      : undefined;
    if (objects === undefined) return undefined;
    const isNull = value.refusesNull ? "" : "if (value === null || value === undefined) return null;\n  ";
    return `  ${isNull}if (!(${isPlainObject})) ${otherwise}\n  ${objects}`;
  }

  #object(value: ValuePlan, place: Place): string | undefined {
    if (value.objectType.isTypeOf) return undefined;
    const plan = value.field.subPlans.get(value.objectType);
    const names = plan && this.#selection(plan);
    return names && this.#placed(value, names, place);
  }

  /** Handles objects of the types that were encountered so far; the interpreter handles all others. */
  #abstract(value: ValuePlan, place: Place, otherwise: string): string | undefined {
    const { typeNameOf } = value;
    if (typeNameOf === undefined) return undefined;
    const cases = [...value.field.subPlans].map(([type, plan]) => {
      const names = type.isTypeOf ? undefined : this.#selection(plan);
      return names && `case ${JSON.stringify(type.name)}: { ${this.#placed(value, names, place)} }`;
    }).filter((text) => text !== undefined);
    if (cases.length === 0) return undefined;
    const names = this.#buffer.constant(typeNameOf, `${value.abstractType.name}_typeNameOf`);
    return `switch (${names}(value, run.request)) {\n  ${cases.join("\n  ")}\n  }\n  ${otherwise}`;
  }

  /** Returns statements that return the object `value` at a position. */
  #placed(value: ValuePlan, names: SelectionNames, { key, prev, outer }: Place): string {
    const plan = this.#buffer.constant(value, `${valueNameOf(value)}_value`);
    const count = key === "index" && value.kind === ValueKind.OBJECT ? "" : `${countStatement(names.counts)} `;
    const make = names.leaves === undefined ? `const here = new Position(${prev}, ${key}, ${plan}, source); ` : "";
    const run = names.leaves === undefined
      ? `${names.run}(run, value, here)`
      : `${names.leaves}(run, value, ${outer}, ${key}, ${plan})`;
    if (value.nonNull) return `${count}${make}return ${run};`;
    const fail = names.leaves === undefined
      ? "failPlace(run, error, here)"
      : `failAt(run, error, ${plan}, ${prev}, ${key})`;
    return `${count}${make}try { return ${run}; } catch (error) { return ${fail}; }`;
  }

  #list(value: ValuePlan, { key, prev }: Place, otherwise: string): string | undefined {
    const items = this.#items(value);
    if (items === undefined) return undefined;
    const plan = this.#buffer.constant(value, `${valueNameOf(value)}_value`);
    const run = `${items}(run, value, here)`;
    const ending = value.nonNull
      ? `return ${run};`
      : `try { return ${run}; } catch (error) { return failPlace(run, error, here); }`;
    return `  if (!isPlainArray(value)) ${otherwise}\n  const here = new Position(${prev}, ${key}, ${plan}, source);\n  ${ending}`;
  }

  /** Generates a function that completes an array's items at the list's position. */
  #items(value: ValuePlan): string | undefined {
    const item = value.item!; // lists have an item plan
    const plan = this.#buffer.constant(item, `${valueNameOf(item)}_value`);
    const otherwise = `return completeListed(run, ${plan}, value, place, index);`;
    const row = this.#rowOf(item);
    const one = row === undefined
      ? this.#value(item, { key: "index", prev: "place", outer: "place" }, otherwise)
      : this.#row(item, row.name, otherwise);
    if (one === undefined) return undefined;
    const name = this.#buffer.newName(`${valueNameOf(value)}_items`);
    const itemName = this.#buffer.newName(`${valueNameOf(item)}_complete`);
    const { count, check } = this.#listCounts(item);
    const { gather, end, argument } = row === undefined ? noRows : {
      gather:
        `\n  const rows = new RowGathering({ x: run, position: place, item: ${plan}, content: result }, ${row.plan});`,
      end: "\n  rows.end(index);",
      argument: ", rows",
    };
    this.#buffer.define(
      `function ${itemName}(run, value, place, index, source${argument}) {\n${one}\n}
function ${name}(run, items, place) {
  const length = items.length, source = place.source;
  ${count}
  const result = new Array(length);${gather}
  let index = 0;
  try {
    for (; index < items.length; index++) { result[index] = ${itemName}(run, items[index], place, index, source${argument});${check} }
  } catch (error) {
    run.endsWith(error);${end.replace("\n", "\n  ")}
    forgetItems(run, ${plan}, items.slice(index));
    throw error;
  }${end}
  if (index !== length) result.length = index;
  return place.content = result;
}`,
    );
    this.lists.push([value, name]);
    return name;
  }

  /** The function that creates items without a position although their batched fields are awaited, if there is one. */
  #rowOf(item: ValuePlan): { readonly name: string; readonly plan: string } | undefined {
    if (item.kind !== ValueKind.OBJECT || item.objectType.isTypeOf) return undefined;
    const plan = item.field.subPlans.get(item.objectType);
    const name = plan && this.#selection(plan)?.row;
    return plan === undefined || name === undefined
      ? undefined
      : { name, plan: this.#buffer.constant(plan, `${plan.type.name}_plan`) };
  }

  /** Returns statements that complete the item `value` as a row of the list. */
  #row(item: ValuePlan, name: string, otherwise: string): string {
    const plan = this.#buffer.constant(item, `${valueNameOf(item)}_value`);
    const isNull = item.refusesNull
      ? ""
      : "if (value === null || value === undefined) { rows.skip(index); return null; }\n  ";
    const run = `${name}(run, value, place, index, ${plan}, rows)`;
    const ending = item.nonNull
      ? `return ${run};`
      : `try { return ${run}; } catch (error) { return failAt(run, error, ${plan}, place, index); }`;
    return `  ${isNull}if (!(${isPlainObject})) { rows.skip(index); ${otherwise} }
  rows.sources[index] = value;
  ${ending}`;
  }

  /**
   * Returns statements that count a list before its completion, and check the limit after each item that may hold
   * lists.
   */
  #listCounts(item: ValuePlan): { readonly count: string; readonly check: string } {
    const plan = item.kind === ValueKind.OBJECT ? item.field.subPlans.get(item.objectType) : undefined;
    const names = plan && this.#selection(plan);
    const { values, bytes, calls } = names?.counts ?? { values: 0, bytes: 0, calls: 0 };
    const count = `run.budget.add(length * ${1 + values}, length * ${estimatedBytes(item) + bytes});`;
    if (names?.leaves !== undefined || names?.row !== undefined) return { count, check: "" };
    const called = calls === 0 ? "" : ` run.budget.nextLook -= ${calls * valuesPerCall};`;
    return { count, check: `${called} if (run.budget.values >= run.budget.nextLook) run.budget.look();` };
  }
}

/** The additional code of a list whose items need no rows. */
const noRows = { gather: "", end: "", argument: "" };

/** Whether `value` is a source object, not a promise, an `Error` or a `DataFetcherResult`. */
const isPlainObject = 'typeof value === "object" && value !== null && typeof value.then !== "function" && ' +
  "!(value instanceof Error) && !(value instanceof DataFetcherResult)";
