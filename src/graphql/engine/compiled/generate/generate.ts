import { callCode } from "./call_code.ts";
import { CodeBuffer } from "./code_buffer.ts";
import { CompositeCode, type Counts, countStatement, type SelectionNames } from "./composite_code.ts";
import type { CallTarget } from "../plan/fetch_plan.ts";
import type { FieldPlan, ObjectPlan } from "../plan/field_plan.ts";
import type { Execution } from "../run/execution.ts";
import type {
  FieldCompletion,
  FieldWriter,
  ListCompletion,
  Program,
  RowCompletion,
  SelectionRun,
} from "../run/program.ts";
import { generatedSupport } from "./generated_support.ts";
import { isLeafy, isText, leafStatement } from "./leaf_code.ts";
import { nameOf, variableOf } from "./names.ts";
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
 * @returns the text of the functions; `undefined` where the platform forbids to make code of text, and where selections
 * are nested too deeply for it
 */
export function generate(program: Program<Execution>): string | undefined {
  const generator = new Generator();
  try {
    generator.plan(program.plan.root);
    return generator.install(program);
  } catch (error) {
    if (error instanceof EvalError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What the text evaluates to: functions of selections, of lists, and of fields that are awaited: to put, to complete. */
type Generated = [
  SelectionRun<Execution>[],
  ListCompletion<Execution>[],
  FieldWriter[],
  FieldCompletion<Execution>[],
  RowCompletion<Execution>[],
];

class Generator {
  readonly #buffer = new CodeBuffer();
  readonly #composites = new CompositeCode(this.#buffer, (plan) => this.plan(plan));
  readonly #plans: Map<ObjectPlan, SelectionNames> = new Map();
  readonly #writers: [FieldPlan, string][] = [];
  readonly #completions: [FieldPlan, string][] = [];
  readonly #rowCompletions: [FieldPlan, string][] = [];
  #budget = maxFields;

  /** Makes the functions of a plan, unless they are made. */
  plan(plan: ObjectPlan): SelectionNames | undefined {
    const known = this.#plans.get(plan);
    if (known !== undefined) return known;
    if (this.#budget < plan.fields.length || plan.fields.length === 0) return undefined;
    this.#budget -= plan.fields.length;
    const isFlat = plan.fields.every(isFlatField);
    const names = {
      run: this.#buffer.newName(plan.type.name),
      counts: countsOf(plan),
      leaves: isFlat ? this.#buffer.newName(`${plan.type.name}_leaves`) : undefined,
      row: isRow(plan) ? this.#buffer.newName(`${plan.type.name}_row`) : undefined,
    };
    this.#plans.set(plan, names);
    for (const field of plan.fields) {
      if (mayWait(field)) this.#writers.push([field, `(out, value) => { out[${JSON.stringify(field.key)}] = value; }`]);
    }
    this.#object(plan, names.run, flavours.placed);
    if (names.leaves !== undefined) this.#object(plan, names.leaves, flavours.leaves);
    if (names.row !== undefined) {
      this.#object(plan, names.row, flavours.row);
      for (const field of plan.batched) this.#rowCompletions.push([field, this.#composites.completeRow(field)]);
    }
    return names;
  }

  /** @throws EvalError where the platform forbids to make code of text */
  install(program: Program<Execution>): string {
    const plans = [...this.#plans];
    const names = [
      plans.map(([, { run, counts }]) =>
        `(run, source, place) => { ${countStatement(counts)} return ${run}(run, source, place); }`
      ),
      second(this.#composites.lists),
      second(this.#writers),
      second(this.#completions),
      second(this.#rowCompletions),
    ];
    const body = this.#buffer.body(Object.keys(generatedSupport), arrayOf(names.map(arrayOf)));
    const [runs, lists, writers, completions, rowCompletions]: Generated = new Function("support", "constants", body)(
      generatedSupport,
      this.#buffer.constants,
    );
    program.selections = byId(program.selections, plans, runs);
    program.lists = byId(program.lists, this.#composites.lists, lists);
    program.writers = byId(program.writers, this.#writers, writers);
    program.completions = byId(program.completions, this.#completions, completions);
    program.rowCompletions = byId(program.rowCompletions, this.#rowCompletions, rowCompletions);
    return body;
  }

  /** A selection on an object. */
  #object(plan: ObjectPlan, name: string, flavour: Flavour): void {
    const { parameters, place, isPlaced, resume, bind } = flavour;
    const p = this.#buffer.constant(plan, `${plan.type.name}_plan`);
    const slots = plan.fields.map(variableOf);
    const lines = plan.fields.map((field, i) => this.#field(field, i, flavour));
    // A source that is no object has no properties to read; calls get it as it is. Without a place it is an object.
    const reads = isPlaced && plan.fields.some(({ fetch }) => fetch.kind === "property");
    const texts = plan.fields.some(({ value, fetch }) => fetch.kind === "property" && isText(value.type));
    const notObject = `  if (typeof source !== "object" || source === null) ` +
      `return interpretSelection(run, ${p}, source, place);\n`;
    const entries = plan.fields.map((field, i) => `${keyOf(field)}: ${slots[i]}`).join(", ");
    this.#buffer.define(
      `function ${name}(run, source, ${parameters}) {
${reads ? notObject : ""}  let ${slots.map((slot) => `${slot} = null`).join(", ")}, field = 0${
        texts ? ", textLength = 0" : ""
      };
  try {
${lines.join("\n")}
  } catch (error) {
    return ${resume}(run, ${place}, { plan: ${p}, source, field, error, done: [${slots.join(", ")}] }${
        flavour === flavours.row ? ", rows" : ""
      });
  }
${texts ? "  run.budget.bytes += textLength;\n" : ""}  const out = { ${entries} };
  ${bind}
  return out;
}`,
    );
  }

  #field(field: FieldPlan, i: number, { place, isPlaced }: Flavour): string {
    const { fetch } = field;
    const slot = variableOf(field, i);
    const at = `    field = ${i}; `;
    if (fetch.kind === "typename") return `${at}${slot} = ${JSON.stringify(field.parentType.name)};`;
    if (fetch.kind === "call") return `${at}${slot} = ${this.#call(field, fetch.target)}(run, source, place);`;
    const f = this.#buffer.constant(field, `${nameOf(field)}_field`);
    if (fetch.kind === "batch") {
      if (!isPlaced) return `${at}${slot} = null;`; // the rows are gathered when all are made
      this.#completion(field);
      const gather = field.definition.args.length === 0
        ? `run.batches.add(${f}, source, place)`
        : `runField(run, ${f}, source, place)`;
      return `${at}${slot} = ${gather};`;
    }
    if (field.definition.args.length > 0) {
      this.#composites.below(field);
      return `${at}${slot} = runField(run, ${f}, source, place);`;
    }
    const read = `${at}${slot} = source[${JSON.stringify(field.definition.name)}]; `;
    if (!isFlatField(field)) {
      return `${read}${slot} = ${this.#composites.complete(field, "completeProperty")}(run, ${slot}, place, source);`;
    }
    const slow = `completeProperty(run, ${f}, source, ${slot}, ${place})`;
    const count = (length: string) => `textLength += ${length};`;
    return read + leafStatement(this.#buffer, field.value, { variable: slot, slow, count });
  }

  /** A function that calls a field's code and completes the result. */
  #call(field: FieldPlan, target: CallTarget): string {
    const name = this.#buffer.newName(`${nameOf(field)}_call`);
    const { value } = field;
    const f = this.#buffer.constant(field, `${nameOf(field)}_field`);
    const plan = this.#buffer.constant(value, `${nameOf(field)}_value`);
    const key = JSON.stringify(field.key);
    const code = callCode(this.#buffer, field, target);
    // Fetchers that are called directly only read arguments, so that none can be shared.
    const hasNone = target.kind === "direct" && field.definition.args.length === 0;
    const args = `args = ${this.#buffer.constant(field.arguments, `${nameOf(field)}_arguments`)}(run.variables);`;
    const coerce = hasNone
      ? ""
      : `try { ${args} } catch (error) { return failAt(run, error, ${plan}, place, ${key}); }`;
    const waiting = this.#waitingScalar(field);
    const wait = waiting === undefined ? "" : `value instanceof Promise ? ${waiting}(run, source, place, value) : `;
    const slow = `${wait}completeFetched(run, ${f}, source, value, place)`;
    const complete = isLeafy(value)
      ? `${leafStatement(this.#buffer, value, { variable: "value", slow, count: countNow })} return value;`
      : `return ${this.#completion(field)}(run, value, place, source);`;
    this.#buffer.define(
      `function ${name}(run, source, place) {
  let args = noArguments, value;
  ${coerce}
  ${code.before}
  try { ${code.call} } catch (error) { return guardThrown(run, error, new Position(place, ${key}, ${plan}, source)); }
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
    const check = value.kind === ValueKind.LEAF ? plainOutput(value.type)?.expression("value") : undefined;
    if (check === undefined || !mayWait(field)) return undefined;
    const name = this.#buffer.newName(`${nameOf(field)}_wait`);
    const f = this.#buffer.constant(field, `${nameOf(field)}_field`);
    this.#buffer.define(
      `function ${name}(run, source, place, promise) {
  run.await(place);
  whenSettled(promise, (value) => {
    const out = place.content;
    if (!(${check}) || out === null || run.isFinished) return settleField(run, ${f}, source, place, value);
${isText(value.type) ? "    if (!run.countsText(value)) return;\n" : ""}    out[${JSON.stringify(field.key)}] = value;
    run.arrived(place);
  }, (error) => failField(run, ${f}, source, place, error));
  return null;
}`,
    );
    return name;
  }
}

/** One way to make an object of a selection. */
interface Flavour {
  /** What says where the object stands. */
  readonly parameters: string;
  /** The expression of the object's place. */
  readonly place: string;
  /** Whether the object has a place from the start. */
  readonly isPlaced: boolean;
  /** The function that carries on when something was thrown. */
  readonly resume: string;
  /** Gives the object to its place. */
  readonly bind: string;
}

const opened = "openPosition(run, outer, key, valuePlan)";

const flavours = {
  placed: { parameters: "place", place: "place", isPlaced: true, resume: "resume", bind: "place.content = out;" },
  leaves: {
    parameters: "outer, key, valuePlan",
    place: opened,
    isPlaced: false,
    resume: "resumeLeaves",
    bind: "if (run.open !== null) bindOpen(run, out);",
  },
  row: {
    parameters: "outer, key, valuePlan, rows",
    place: opened,
    isPlaced: false,
    resume: "resumeRow",
    bind: "if (run.open !== null) bindRow(run, out, rows);",
  },
} as const satisfies Record<string, Flavour>;

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
  return `run.budget.add(0, ${bytes});`;
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

/** Whether objects of a selection can be made without a place though values of theirs come in batches. */
function isRow({ fields, batched }: ObjectPlan): boolean {
  return batched.length > 0 && fields.every((field) => isFlatField(field) || isWholeBatch(field));
}

/** Whether all sources of a batched field are asked for in one call, whatever the client says. */
function isWholeBatch({ fetch, definition }: FieldPlan): boolean {
  return fetch.kind === "batch" && fetch.fetcher.maxBatchSize === undefined && definition.args.length === 0;
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
