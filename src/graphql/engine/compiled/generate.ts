import { type GraphQLEnumType, isEnumType } from "../../../../deps.ts";
import type { FieldPlan } from "./field_plan.ts";
import { plainOutput } from "./plain_scalar.ts";
import { generatedSupport } from "./generated_support.ts";
import type { ObjectPlan, SelectionRun } from "./object_plan.ts";
import { ValueKind, type ValuePlan } from "./value_plan.ts";

/** Most fields for which code is generated in one go; what lies beyond is interpreted. */
const maxFields = 2_000;

/**
 * Generates functions for a plan and what was needed below it so far, and puts them in the plans' place.
 *
 * A function reads an object's fields one by one and returns an object literal, so that V8 gives all objects of a
 * selection one shape. Wherever a value is not of the plain kind it calls the code that interprets plans.
 *
 * @param root the plan
 * @returns whether functions could be made: not where the platform forbids to make code of text
 */
export function generate(root: ObjectPlan): boolean {
  const generator = new Generator();
  generator.plan(root);
  return generator.install();
}

class Generator {
  readonly #constants: unknown[] = [];
  readonly #names: Map<unknown, string> = new Map();
  readonly #functions: string[] = [];
  readonly #plans: Map<ObjectPlan, { readonly run: string; readonly leaves: string | undefined }> = new Map();
  readonly #lists: [ValuePlan, string][] = [];
  readonly #writers: [FieldPlan, string][] = [];
  #budget = maxFields;
  #count = 0;

  /** Makes the functions of a plan, unless they are made. */
  plan(plan: ObjectPlan): { readonly run: string; readonly leaves: string | undefined } | undefined {
    const known = this.#plans.get(plan);
    if (known !== undefined) return known;
    if (this.#budget < plan.fields.length || plan.fields.length === 0) return undefined;
    this.#budget -= plan.fields.length;
    const isFlat = plan.fields.every(isFlatField);
    const names = { run: `o${this.#count}`, leaves: isFlat ? `l${this.#count}` : undefined };
    this.#count++;
    this.#plans.set(plan, names);
    for (const field of plan.fields) {
      if (mayWait(field)) this.#writers.push([field, `(out, v) => { out.${field.key} = v; }`]);
    }
    this.#object(plan, names.run, undefined);
    if (names.leaves !== undefined) this.#object(plan, names.leaves, "flat");
    return names;
  }

  install(): boolean {
    const support = Object.keys(generatedSupport);
    const plans = [...this.#plans];
    const source = `"use strict";\nconst { ${support.join(", ")} } = support;\n` +
      this.#constants.map((_, i) => `const k${i} = constants[${i}];\n`).join("") +
      this.#functions.join("\n") +
      `\nreturn [${[plans.map(([, { run }]) => run), second(this.#lists), second(this.#writers)].map(arrayOf)}];`;
    let made: [SelectionRun[], NonNullable<ValuePlan["completeList"]>[], FieldPlan["write"][]];
    try {
      made = new Function("support", "constants", source)(generatedSupport, this.#constants);
    } catch (error) {
      if (error instanceof EvalError) return false;
      throw error;
    }
    plans.forEach(([plan], i) => plan.run = made[0][i]!);
    this.#lists.forEach(([list], i) => list.completeList = made[1][i]!);
    this.#writers.forEach(([field], i) => field.write = made[2][i]!);
    return true;
  }

  #constant(value: unknown): string {
    let name = this.#names.get(value);
    if (name === undefined) {
      name = `k${this.#constants.length}`;
      this.#names.set(value, name);
      this.#constants.push(value);
    }
    return name;
  }

  /** A selection on an object; flat ones get a variant that does without a place. */
  #object(plan: ObjectPlan, name: string, flavour: "flat" | undefined): void {
    const k = this.#constant(plan);
    const slots = plan.fields.map((_, i) => `a${i}`);
    const place = flavour === "flat" ? "q, k, V" : "p";
    const lines = plan.fields.map((field, i) => this.#field(field, i, place));
    const resume = flavour === "flat" ? "resumeLeaves" : "resume";
    const bind = flavour === "flat"
      ? "if (x.open !== null) bindOpen(x, out);"
      : "if (p.orphans !== null) adoptOrphans(p, out);";
    // A source that is no object has no properties to read; calls get it as it is.
    const reads = plan.fields.some(({ fetch }) => fetch.kind === "property");
    const fallback = flavour === "flat" ? "new Position(q, k, V)" : "p";
    this.#functions.push(
      `function ${name}(x, s, ${place}) {
${
        reads
          ? `  if (typeof s !== "object" || s === null) return interpretSelection(x, ${k}, s, ${fallback});\n`
          : ""
      }  let ${slots.map((slot) => `${slot} = null`).join(", ")}, i = 0;
  try {
${lines.join("\n")}
  } catch (e) {
    return ${resume}(x, ${k}, s, ${place}, i, e, [${slots.join(", ")}]);
  }
  const out = { ${plan.fields.map((field, i) => `${keyOf(field)}: a${i}`).join(", ")} };
  ${bind}
  return out;
}`,
    );
  }

  #field(field: FieldPlan, i: number, place: string): string {
    const { fetch } = field;
    const a = `a${i}`;
    const at = `    i = ${i}; `;
    if (fetch.kind === "typename") return `${at}${a} = ${JSON.stringify(field.parentType.name)};`;
    if (fetch.kind === "batch") {
      this.#below(field);
      if (field.definition.args.length === 0) return `${at}${a} = x.batches.add(${this.#constant(field)}, s, p);`;
      return `${at}${a} = runField(x, ${this.#constant(field)}, s, p);`;
    }
    if (fetch.kind === "call") return `${at}${a} = ${this.#call(field)}(x, s, p);`;
    if (field.definition.args.length > 0) {
      this.#below(field);
      return `${at}${a} = runField(x, ${this.#constant(field)}, s, p);`;
    }
    const read = `${at}${a} = s${accessor(field.definition.name)}; `;
    const f = this.#constant(field);
    const slow = place === "p" ? `slowProperty(x, ${f}, s, ${a}, p)` : `slowLeaf(x, ${f}, s, ${a}, ${place})`;
    if (isFlatField(field)) return read + this.#leaf(field.value, a, slow);
    return `${read}${a} = ${this.#composite(field, "slowProperty")}(x, ${a}, p, s);`;
  }

  /** A statement that completes the scalar in a variable. */
  #leaf(value: ValuePlan, a: string, slow: string): string {
    if (value.kind === ValueKind.LIST) {
      const item = value.item!; // lists have an item plan
      const copy = this.#leafList(item);
      return copy === undefined ? `${a} = ${slow};` : `{ const c = ${copy}(${a}); ${a} = c !== null ? c : ${slow}; }`;
    }
    const orNull = value.nonNull ? slow : `${a} === null || ${a} === undefined ? null : ${slow}`;
    if (isEnumType(value.type)) {
      const names = plainEnum(value.type);
      if (names === undefined) return `${a} = ${orNull};`;
      return `{ const n = ${this.#constant(names)}.get(${a}); ${a} = n !== undefined ? n : ${orNull}; }`;
    }
    const check = plainOutput(value.type)?.expression(a);
    return check === undefined ? `${a} = ${orNull};` : `if (!(${check})) ${a} = ${orNull};`;
  }

  /** A function that copies a list of plain scalars, or returns `null` where an item is not plain. */
  #leafList(item: ValuePlan): string | undefined {
    const check = item.kind === ValueKind.LEAF ? plainOutput(item.type)?.expression("v") : undefined;
    if (check === undefined) return undefined;
    const name = `c${this.#count++}`;
    const orNull = item.nonNull ? "" : "if (v === undefined) v = null; else if (v !== null) ";
    this.#functions.push(
      `function ${name}(a) {
  if (!isPlainArray(a)) return null;
  const n = a.length, r = new Array(n);
  for (let j = 0; j < n; j++) { let v = a[j]; if (!(${check})) { ${orNull}return null; } r[j] = v; }
  return r;
}`,
    );
    return name;
  }

  /** A function that calls a field's code and completes the result. */
  #call(field: FieldPlan): string {
    const name = `r${this.#count++}`;
    const { fetch, value } = field;
    const call = this.#constant(fetch.kind === "call" ? fetch.call : undefined);
    const [f, v, args] = [this.#constant(field), this.#constant(value), this.#constant(field.arguments)];
    const key = JSON.stringify(field.key);
    // Fetchers that are called directly only read arguments, so that none can be shared.
    const hasNone = fetch.kind === "call" && fetch.isDirect && field.definition.args.length === 0;
    const coerce = hasNone ? "" : `try { g = ${args}(x); } catch (e) { return failAt(x, e, ${v}, p, ${key}, null); }`;
    const waiting = this.#waitingScalar(field);
    const wait = waiting === undefined ? "" : `v instanceof Promise ? ${waiting}(x, s, p, v) : `;
    const slow = `${wait}slowResult(x, ${f}, s, v, p)`;
    const complete = isLeafy(value)
      ? `${this.#leaf(value, "v", slow)} return v;`
      : `return ${this.#composite(field, "slowResult")}(x, v, p, s);`;
    this.#functions.push(
      `function ${name}(x, s, p) {
  let g = noArguments, v;
  ${coerce}
  try { v = ${call}(x, s, g, p); } catch (e) { return guardThrown(x, e, positionAt(p, ${key}, ${v}, s)); }
  ${complete}
}`,
    );
    return name;
  }

  /** A function that waits for a plain scalar and puts it in place: the field's own, so that V8 sees one type in it. */
  #waitingScalar(field: FieldPlan): string | undefined {
    const { value } = field;
    const check = value.kind === ValueKind.LEAF ? plainOutput(value.type)?.expression("v") : undefined;
    if (check === undefined || !mayWait(field)) return undefined;
    const name = `w${this.#count++}`;
    this.#functions.push(
      `function ${name}(x, s, p, promise) {
  const t = slotOf(x, ${this.#constant(field)}, s, p);
  promise.then((v) => {
    if (!(${check}) || t.out === null || x.isFinished) return settleScalar(x, t, v);
    t.out.${field.key} = v;
    x.arrived(p);
  }, (e) => failScalar(x, t, e));
  return null;
}`,
    );
    return name;
  }

  /** A function that completes an object or a list of objects of a field. */
  #composite(field: FieldPlan, slow: "slowProperty" | "slowResult"): string {
    const name = `v${this.#count++}`;
    const f = this.#constant(field);
    const { value } = field;
    const key = JSON.stringify(field.key);
    const otherwise = `return ${slow}(x, ${f}, s, v, p);`;
    const body = value.kind === ValueKind.LIST
      ? this.#list(value, key, otherwise)
      : this.#single(value, key, otherwise);
    if (body === undefined) this.#below(field);
    this.#functions.push(`function ${name}(x, v, p, s) {\n${body ?? otherwise}\n}`);
    return name;
  }

  /** Makes the functions of what lies below a field that is interpreted itself. */
  #below(field: FieldPlan): void {
    for (const plan of field.subPlans.values()) this.plan(plan);
    if (field.value.kind === ValueKind.LIST) this.#listBody(field.value);
  }

  #single(value: ValuePlan, key: string, otherwise: string): string | undefined {
    const plan = value.kind === ValueKind.OBJECT && !value.objectType.isTypeOf
      ? value.field.subPlans.get(value.objectType)
      : undefined;
    const names = plan && this.plan(plan);
    if (names === undefined) return undefined;
    const isNull = value.nonNull ? "" : "if (v === null || v === undefined) return null;\n  ";
    return `  ${isNull}if (!(${isPlainObject("v")})) ${otherwise}\n  ${this.#place(value, names, { key, prev: "p" })}`;
  }

  /** Statements that return the object `v` at a place. */
  #place(
    value: ValuePlan,
    names: { readonly run: string; readonly leaves: string | undefined },
    at: { readonly key: string; readonly prev: string },
  ): string {
    const V = this.#constant(value);
    const make = names.leaves === undefined ? `const c = positionAt(${at.prev}, ${at.key}, ${V}, s); ` : "";
    const run = names.leaves === undefined
      ? `${names.run}(x, v, c)`
      : `${names.leaves}(x, v, ${at.prev}, ${at.key}, ${V})`;
    if (value.nonNull) return `${make}return ${run};`;
    const position = names.leaves === undefined ? "c" : "null";
    return `${make}try { return ${run}; } catch (e) { return failAt(x, e, ${V}, ${at.prev}, ${at.key}, ${position}); }`;
  }

  #list(value: ValuePlan, key: string, otherwise: string): string | undefined {
    const items = this.#listBody(value);
    if (items === undefined) return undefined;
    const V = this.#constant(value);
    const run = `${items}(x, v, c)`;
    const make = `const c = positionAt(p, ${key}, ${V}, s);`;
    const ending = value.nonNull
      ? `return ${run};`
      : `try { return ${run}; } catch (e) { return failAt(x, e, ${V}, p, ${key}, c); }`;
    return `  if (!isPlainArray(v)) ${otherwise}\n  ${make}\n  ${ending}`;
  }

  /** A function that completes an array's items at the list's place. */
  #listBody(value: ValuePlan): string | undefined {
    const item = value.item!; // lists have an item plan
    if (item.kind !== ValueKind.OBJECT) return undefined;
    const single = this.#single(item, "j", `return completeAt(x, ${this.#constant(item)}, v, p, j, s);`);
    if (single === undefined) return undefined;
    const name = `i${this.#count++}`;
    this.#functions.push(
      `function ${name}i(x, v, p, j, s) {\n${single}\n}
function ${name}(x, a, p) {
  const n = a.length, r = new Array(n), s = p.source;
  let j = 0;
  try { for (; j < a.length; j++) r[j] = ${name}i(x, a[j], p, j, s); } catch (e) { ignoreItems(a, j + 1); throw e; }
  if (j !== n) r.length = j;
  if (p.orphans !== null) adoptOrphans(p, r);
  return r;
}`,
    );
    this.#lists.push([value, name]);
    return name;
  }
}

/** Whether a field gives scalars that are read from a property: nothing of it needs a place. */
function isFlatField(field: FieldPlan): boolean {
  if (field.fetch.kind === "typename") return true;
  return field.fetch.kind === "property" && field.definition.args.length === 0 && isLeafy(field.value);
}

function second(entries: readonly (readonly [unknown, string])[]): string[] {
  return entries.map(([, text]) => text);
}

function arrayOf(texts: readonly string[]): string {
  return `[${texts.join(", ")}]`;
}

/** Whether the code of a field may give a promise; `__proto__` is no key to assign to. */
function mayWait({ fetch, key }: FieldPlan): boolean {
  return (fetch.kind === "call" || fetch.kind === "batch") && key !== "__proto__";
}

/** Whether values are scalars, or lists of scalars. */
function isLeafy(value: ValuePlan): boolean {
  return value.kind === ValueKind.LEAF || value.item !== undefined && value.item.kind === ValueKind.LEAF;
}

function isPlainObject(v: string): string {
  return `typeof ${v} === "object" && ${v} !== null && typeof ${v}.then !== "function" && ` +
    `!(${v} instanceof Error) && !(${v} instanceof DataFetcherResult)`;
}

function keyOf(field: FieldPlan): string {
  return field.key === "__proto__" ? `["__proto__"]` : field.key;
}

function accessor(name: string): string {
  return `.${name}`;
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
