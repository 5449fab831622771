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
import { isLeafOrLeafList, isText, leafStatement } from "./leaf_code.ts";
import { nameOf, variableOf } from "./names.ts";
import { plainOutput } from "../plan/plain_scalar.ts";
import { ValueKind } from "../plan/value_kind.ts";

/** Maximum number of fields per generation; the rest of the plan is interpreted. */
const maxFields = 2_000;

/**
 * Generates functions for a program's plan and the selections below it that were used so far, and installs them in the
 * program.
 *
 * A function reads an object's fields one by one and returns an object literal, so that V8 gives all objects of a
 * selection the same hidden class. For values that need more than a plain read it calls the interpreter.
 *
 * @param program the program
 * @returns the source text of the functions; `undefined` if the platform forbids code generation from strings, or if
 *   selections are nested too deeply
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

/**
 * The value of the generated code: functions of selections and of lists, and writers and completers of awaited fields.
 */
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

  /** Generates the functions of a plan once. */
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

  /** @throws EvalError if the platform forbids code generation from strings */
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

  /** Generates the function of a selection on an object. */
  #object(plan: ObjectPlan, name: string, flavour: Flavour): void {
    const { parameters, place, isPlaced, resume, bind } = flavour;
    const p = this.#buffer.constant(plan, `${plan.type.name}_plan`);
    const slots = plan.fields.map(variableOf);
    const lines = plan.fields.map((field, i) => this.#field(field, i, flavour));
    // A source that is not an object has no properties to read, but is passed to calls. Without a position it is an
    // object.
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
      if (!isPlaced) return `${at}${slot} = null;`; // the rows are queued when all items have been created
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

  /** Generates a function that calls a field's resolver and completes the result. */
  #call(field: FieldPlan, target: CallTarget): string {
    const name = this.#buffer.newName(`${nameOf(field)}_call`);
    const { value } = field;
    const f = this.#buffer.constant(field, `${nameOf(field)}_field`);
    const plan = this.#buffer.constant(value, `${nameOf(field)}_value`);
    const key = JSON.stringify(field.key);
    const code = callCode(this.#buffer, field, target);
    // A fetcher that is called directly does not change its arguments, so that an empty object can be shared.
    const hasNone = target.kind === "direct" && field.definition.args.length === 0;
    const args = `args = ${this.#buffer.constant(field.arguments, `${nameOf(field)}_arguments`)}(run.variables);`;
    const coerce = hasNone
      ? ""
      : `try { ${args} } catch (error) { return failAt(run, error, ${plan}, place, ${key}); }`;
    const waiting = this.#waitingScalar(field);
    const wait = waiting === undefined ? "" : `value instanceof Promise ? ${waiting}(run, source, place, value) : `;
    const slow = `${wait}completeFetched(run, ${f}, source, value, place)`;
    const complete = isLeafOrLeafList(value)
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

  /** Generates a function that completes the result of a resolver, also an awaited one. */
  #completion(field: FieldPlan): string {
    const name = this.#composites.complete(field, "completeFetched");
    this.#completions.push([field, name]);
    return name;
  }

  /** Generates a function that awaits a plain scalar and writes it: one per field, so that V8 sees a single type. */
  #waitingScalar(field: FieldPlan): string | undefined {
    const { value } = field;
    const check = value.kind === ValueKind.LEAF ? plainOutput(value.type)?.expression("value") : undefined;
    if (check === undefined || !mayWait(field)) return undefined;
    const name = this.#buffer.newName(`${nameOf(field)}_wait`);
    const f = this.#buffer.constant(field, `${nameOf(field)}_field`);
    this.#buffer.define(
      `function ${name}(run, source, place, promise) {
  run.addPending(place);
  whenSettled(promise, (value) => {
    const out = place.content;
    if (!(${check}) || out === null || run.isFinished) return settleField(run, ${f}, source, place, value);
${isText(value.type) ? "    if (!run.countsText(value)) return;\n" : ""}    out[${JSON.stringify(field.key)}] = value;
    run.removePending(place);
  }, (error) => failField(run, ${f}, source, place, error));
  return null;
}`,
    );
    return name;
  }
}

/** A variant of the function that creates an object of a selection. */
interface Flavour {
  /** The parameters that locate the object. */
  readonly parameters: string;
  /** The expression of the object's position. */
  readonly place: string;
  /** Whether the object has a position from the start. */
  readonly isPlaced: boolean;
  /** The function that continues after an exception. */
  readonly resume: string;
  /** Assigns the object to its position. */
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

/** Stores functions at the ids of their plans; other entries are `undefined`, so that the arrays have no holes. */
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

/** The size of an object without its interpreted fields, which count themselves. */
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

/** Whether generated code calls the interpreter for a field. */
function isInterpreted({ fetch, definition }: FieldPlan): boolean {
  return (fetch.kind === "batch" || fetch.kind === "property") && definition.args.length > 0;
}

/** Whether objects of a selection need no position although some of their fields are batched. */
function isRow({ fields, batched }: ObjectPlan): boolean {
  return batched.length > 0 && fields.every((field) => isFlatField(field) || isWholeBatch(field));
}

/** Whether all sources of a batched field are always loaded in one call. */
function isWholeBatch({ fetch, definition }: FieldPlan): boolean {
  return fetch.kind === "batch" && fetch.fetcher.maxBatchSize === undefined && definition.args.length === 0;
}

/** Whether a field reads scalars from a property, so that it needs no position. */
function isFlatField(field: FieldPlan): boolean {
  if (field.fetch.kind === "typename") return true;
  return field.fetch.kind === "property" && field.definition.args.length === 0 && isLeafOrLeafList(field.value);
}

function second(entries: readonly (readonly [unknown, string])[]): string[] {
  return entries.map(([, text]) => text);
}

function arrayOf(texts: readonly string[]): string {
  return `[${texts.join(", ")}]`;
}

/** Whether a field's resolver may return a promise; excludes `__proto__`, to which a value can't be assigned. */
function mayWait({ fetch, key }: FieldPlan): boolean {
  return (fetch.kind === "call" || fetch.kind === "batch") && key !== "__proto__";
}

/**
 * Returns a response key as code. Keys are always quoted: in a programmatically created document a key may be any
 * string.
 */
function keyOf({ key }: FieldPlan): string {
  return key === "__proto__" ? `["__proto__"]` : JSON.stringify(key);
}
