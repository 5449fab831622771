import type { MethodCall } from "../../../wiring/mod.ts";
import type { CodeBuffer } from "./code_buffer.ts";
import type { CallTarget } from "../plan/fetch_plan.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import { nameOf } from "./names.ts";

/** The statements of a resolver call, in a function generated for the field. */
export interface CallCode {
  /** Declares variables before the call. */
  readonly before: string;
  /** Calls the resolver, and assigns its result to the variable `value`. */
  readonly call: string;
}

/**
 * Generates the call of a field's resolver. Each field has its own function, so that the call site is monomorphic. The
 * request is `run`, the enclosing object `source`, its position `place`, the arguments `args`.
 */
export function callCode(buffer: CodeBuffer, field: FieldPlan, target: CallTarget): CallCode {
  const method = target.kind === "direct" ? target.fetcher.direct.method : undefined;
  if (method !== undefined) return methodCode(buffer, method, nameOf(field));
  return { before: "", call: `value = ${expressionOf(buffer, field, target)};` };
}

function expressionOf(buffer: CodeBuffer, field: FieldPlan, target: CallTarget): string {
  const hint = nameOf(field);
  const f = buffer.constant(field, `${hint}_field`);
  switch (target.kind) {
    case "direct":
      return `${buffer.constant(target.fetcher, `${hint}_fetcher`)}.direct(source, args, run.request)`;
    case "fetcher":
      return `${buffer.constant(target.fetcher, `${hint}_fetcher`)}(environmentOf(run, ${f}, source, args, place))`;
    case "resolver": {
      const info = target.readsInfo ? `, resolveInfoOf(run, ${f}, place)` : "";
      return `${buffer.constant(target.resolve, `${hint}_resolver`)}(source, args, run.request${info})`;
    }
  }
}

function methodCode(
  buffer: CodeBuffer,
  { target, name, reads, later, finish, refused }: MethodCall,
  hint: string,
): CallCode {
  const values = reads.map((_, i) => `read${i}`);
  const list = values.join(", ");
  const read = reads.map((read, i) =>
    `read${i} = ${buffer.constant(read, `${hint}_read`)}(source, args, run.request); `
  ).join("");
  const isWaiting = values.map((value) => `${value} instanceof Promise`).join(" || ");
  // Looked up at each call, so that a spy or a proxy that is installed later is called.
  const call = `${buffer.constant(target, `${hint}_target`)}[${JSON.stringify(name)}](${list})`;
  const called = `${buffer.constant(finish, `${hint}_finish`)}(${call}, run.request)`;
  if (values.length === 0) return { before: "", call: `value = ${called};` };
  const all = `${read}value = ${isWaiting} ? ${
    buffer.constant(later, `${hint}_later`)
  }([${list}], run.request) : ${called};`;
  if (values.length === 1) return { before: `let ${list};`, call: all };
  // If a reader throws, handles the rejections of promises that were read before: otherwise they would end the process.
  const again = `${buffer.constant(refused, `${hint}_refused`)}(error, { source, args, request: run.request })`;
  return {
    before: `let ${list};`,
    call: `try { ${all} } catch (error) { ignoreFailures([${list}]); value = ${again}; }`,
  };
}
