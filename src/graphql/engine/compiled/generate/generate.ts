import { callCode } from "./call_code.ts";
import { CodeBuffer } from "./code_buffer.ts";
import { CompositeCode, type Counts, countStatement, type SelectionNames } from "./composite_code.ts";
import type { CallTarget } from "../plan/fetch_plan.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import type { Execution } from "../run/execution.ts";
import type { FieldCompletion, FieldWriter, ListCompletion, Program, SelectionRun } from "../run/program.ts";
import { generatedSupport } from "./generated_support.ts";
import { isLeafy, isText, leafStatement } from "./leaf_code.ts";
import type { ObjectPlan } from "../plan/field_plan.ts";
import { plainOutput } from "../plan/plain_scalar.ts";
import { ValueKind } from "../plan/value_kind.ts";

/** Maximum number of fields per generation; the rest of the plan is interpreted. */
const maxFields = 2_000;

/**
 * Generates functions for a program's plan and what was needed below it so far, and puts them into the program.
 *
 * A function reads an object's fields one by one and returns an object literal, so that V8 gives all objects of a
 * selection one shape. Wherever a value is not of the plain kind it calls the code that interprets plans.
 *
 * @param program the program
 * @returns whether functions could be made: not where the platform forbids to make code of text, and not of selections
 * that are nested too deeply for it
 */
export function generate(program: Program<Execution>): boolean {
  const generator = new Generator();
  try {
    generator.plan(program.plan.root);
    generator.install(program);
    return true;
  } catch (error) {
    if (error instanceof EvalError || error instanceof RangeError) return false;
    throw error;
  }
}

/** What the text evaluates to: functions of selections, of lists, and of fields that are awaited: to put and complete. */
type Generated = [
  SelectionRun<Execution>[],
  ListCompletion<Execution>[],
  FieldWriter[],
  FieldCompletion<Execution>[],
];

class Generator {
  readonly #buffer = new CodeBuffer();
  readonly #composites = new CompositeCode(this.#buffer, (plan) => this.plan(plan));
  readonly #plans: Map<ObjectPlan, SelectionNames> = new Map();
  readonly #writers: [FieldPlan, string][] = [];
  readonly #completions: [FieldPlan, string][] = [];
  #budget = maxFields;

  /** Makes the functions of a plan, unless they are made. */
  plan(plan: ObjectPlan): SelectionNames | undefined {
    const known = this.#plans.get(plan);
    if (known !== undefined) return known;
    if (this.#budget < plan.fields.length || plan.fields.length === 0) return undefined;
    this.#budget -= plan.fields.length;
    const isFlat = plan.fields.every(isFlatField);
    const names = {
      run: this.#buffer.newName("o"),
      counts: countsOf(plan),
      leaves: isFlat ? this.#buffer.newName("l") : undefined,
    };
    this.#plans.set(plan, names);
    for (const field of plan.fields) {
      if (mayWait(field)) this.#writers.push([field, `(out, v) => { out[${JSON.stringify(field.key)}] = v; }`]);
    }
    this.#object(plan, names.run, undefined);
    if (names.leaves !== undefined) this.#object(plan, names.leaves, "flat");
    return names;
  }

  /** @throws EvalError where the platform forbids to make code of text */
  install(program: Program<Execution>): void {
    const plans = [...this.#plans];
    const names = [
      plans.map(([, { run, counts }]) => `(x, s, p) => { ${countStatement(counts)} return ${run}(x, s, p); }`),
      second(this.#composites.lists),
      second(this.#writers),
      second(this.#completions),
    ];
    const body = this.#buffer.body(Object.keys(generatedSupport), arrayOf(names.map(arrayOf)));
    const [runs, lists, writers, completions]: Generated = new Function("support", "constants", body)(
      generatedSupport,
      this.#buffer.constants,
    );
    program.selections = byId(program.selections, plans, runs);
    program.lists = byId(program.lists, this.#composites.lists, lists);
    program.writers = byId(program.writers, this.#writers, writers);
    program.completions = byId(program.completions, this.#completions, completions);
  }

  /** A selection on an object; flat ones get a variant that does without a place. */
  #object(plan: ObjectPlan, name: string, flavour: "flat" | undefined): void {
    const k = this.#buffer.constant(plan);
    const slots = plan.fields.map((_, i) => `a${i}`);
    const place = flavour === "flat" ? "q, k, V" : "p";
    const lines = plan.fields.map((field, i) => this.#field(field, i, place));
    const resume = flavour === "flat" ? "resumeLeaves" : "resume";
    const bind = flavour === "flat" ? "if (x.open !== null) bindOpen(x, out);" : "p.content = out;";
    // A source that is no object has no properties to read; calls get it as it is.
    const reads = plan.fields.some(({ fetch }) => fetch.kind === "property");
    const texts = plan.fields.some(({ value, fetch }) => fetch.kind === "property" && isText(value.type));
    const fallback = flavour === "flat" ? "new Position(q, k, V, undefined)" : "p";
    this.#buffer.define(
      `function ${name}(x, s, ${place}) {
${
        reads
          ? `  if (typeof s !== "object" || s === null) return interpretSelection(x, ${k}, s, ${fallback});\n`
          : ""
      }  let ${slots.map((slot) => `${slot} = null`).join(", ")}, i = 0${texts ? ", b = 0" : ""};
  try {
${lines.join("\n")}
  } catch (e) {
    return ${resume}(x, ${k}, s, ${place}, i, e, [${slots.join(", ")}]);
  }
${texts ? "  x.budget.bytes += b;\n" : ""}  const out = { ${
        plan.fields.map((field, i) => `${keyOf(field)}: a${i}`).join(", ")
      } };
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
      this.#completion(field);
      if (field.definition.args.length === 0) {
        return `${at}${a} = x.batches.add(${this.#buffer.constant(field)}, s, p);`;
      }
      return `${at}${a} = runField(x, ${this.#buffer.constant(field)}, s, p);`;
    }
    if (fetch.kind === "call") return `${at}${a} = ${this.#call(field, fetch.target)}(x, s, p);`;
    if (field.definition.args.length > 0) {
      this.#composites.below(field);
      return `${at}${a} = runField(x, ${this.#buffer.constant(field)}, s, p);`;
    }
    const read = `${at}${a} = s[${JSON.stringify(field.definition.name)}]; `;
    const f = this.#buffer.constant(field);
    const slow = place === "p" ? `completeProperty(x, ${f}, s, ${a}, p)` : `slowLeaf(x, ${f}, s, ${a}, ${place})`;
    if (isFlatField(field)) {
      return read + leafStatement(this.#buffer, field.value, { variable: a, slow, count: (bytes) => `b += ${bytes};` });
    }
    return `${read}${a} = ${this.#composites.complete(field, "completeProperty")}(x, ${a}, p, s);`;
  }

  /** A function that calls a field's code and completes the result. */
  #call(field: FieldPlan, target: CallTarget): string {
    const name = this.#buffer.newName("r");
    const { value } = field;
    const [f, v] = [this.#buffer.constant(field), this.#buffer.constant(value)];
    const key = JSON.stringify(field.key);
    const code = callCode(this.#buffer, field, target);
    // Fetchers that are called directly only read arguments, so that none can be shared.
    const hasNone = target.kind === "direct" && field.definition.args.length === 0;
    const args = `g = ${this.#buffer.constant(field.arguments)}(x.variables);`;
    const coerce = hasNone ? "" : `try { ${args} } catch (e) { return failAt(x, e, ${v}, p, ${key}, null); }`;
    const waiting = this.#waitingScalar(field);
    const wait = waiting === undefined ? "" : `v instanceof Promise ? ${waiting}(x, s, p, v) : `;
    const slow = `${wait}completeFetched(x, ${f}, s, v, p)`;
    const complete = isLeafy(value)
      ? `${leafStatement(this.#buffer, value, { variable: "v", slow, count: countNow })} return v;`
      : `return ${this.#completion(field)}(x, v, p, s);`;
    this.#buffer.define(
      `function ${name}(x, s, p) {
  let g = noArguments, v;
  ${coerce}
  ${code.before}
  try { ${code.call} } catch (e) { return guardThrown(x, e, new Position(p, ${key}, ${v}, s)); }
  ${complete}
}`,
    );
    return name;
  }

  /** A function that completes what a field's code gave; what was waited for comes to it later. */
  #completion(field: FieldPlan): string {
    const name = this.#composites.complete(field, "completeFetched");
    this.#completions.push([field, name]);
    return name;
  }

  /** A function that waits for a plain scalar and puts it in place: the field's own, so that V8 sees one type in it. */
  #waitingScalar(field: FieldPlan): string | undefined {
    const { value } = field;
    const check = value.kind === ValueKind.LEAF ? plainOutput(value.type)?.expression("v") : undefined;
    if (check === undefined || !mayWait(field)) return undefined;
    const name = this.#buffer.newName("w");
    const f = this.#buffer.constant(field);
    this.#buffer.define(
      `function ${name}(x, s, p, promise) {
  x.await(p);
  whenSettled(promise, (v) => {
    const out = p.content;
    if (!(${check}) || out === null || x.isFinished) return settleField(x, ${f}, s, p, v);
${isText(value.type) ? "    if (!x.countsText(v)) return;\n" : ""}    out[${JSON.stringify(field.key)}] = v;
    x.arrived(p);
  }, (e) => failField(x, ${f}, s, p, e));
  return null;
}`,
    );
    return name;
  }
}

/** Adds functions at the ids of their plans; the rest is `undefined`, so that V8 sees arrays without holes. */
function byId<F>(
  known: readonly (F | undefined)[],
  plans: readonly (readonly [{ readonly id: number }, unknown])[],
  functions: readonly F[],
): (F | undefined)[] {
  const length = plans.reduce((most, [{ id }]) => Math.max(most, id + 1), known.length);
  const all = Array.from({ length }, (_, id) => known[id]);
  plans.forEach(([{ id }], i) => all[id] = functions[i]);
  return all;
}

function countNow(bytes: string): string {
  return `x.budget.add(0, ${bytes});`;
}

/** What an object counts; fields that are interpreted count themselves. */
function countsOf({ fields }: ObjectPlan): Counts {
  const counted = fields.filter((field) => !isInterpreted(field));
  return {
    values: counted.length,
    bytes: counted.reduce((sum, field) => sum + field.bytes + typeNameLength(field), 2),
    calls: fields.filter(({ fetch }) => fetch.kind === "call").length,
  };
}

function typeNameLength({ fetch, parentType }: FieldPlan): number {
  return fetch.kind === "typename" ? parentType.name.length : 0;
}

/** Whether generated code leaves a field to the interpreter. */
function isInterpreted({ fetch, definition }: FieldPlan): boolean {
  return (fetch.kind === "batch" || fetch.kind === "property") && definition.args.length > 0;
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

/** Whoever makes documents by code may choose keys that are no names: none of them is written as code. */
function keyOf({ key }: FieldPlan): string {
  return key === "__proto__" ? `["__proto__"]` : JSON.stringify(key);
}
