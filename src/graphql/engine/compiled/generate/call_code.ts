import type { MethodCall } from "../../../wiring/mod.ts";
import type { CodeBuffer } from "./code_buffer.ts";
import type { CallTarget } from "../plan/fetch_plan.ts";
import type { FieldPlan } from "../plan/field_plan.ts";

/** Statements of a call, in a function of the field's own. */
export interface CallCode {
  /** Before the call: variables. */
  readonly before: string;
  /** Calls, and puts what is returned into the variable `v`. */
  readonly call: string;
}

/**
 * Generates the call of a field's code. It stands in a function of the field's own, in which V8 sees one callee: the
 * request is `x`, the source `s`, the arguments `g`, the place `p`.
 */
export function callCode(buffer: CodeBuffer, field: FieldPlan, target: CallTarget): CallCode {
  const method = target.kind === "direct" ? target.fetcher.direct.method : undefined;
  if (method !== undefined) return methodCode(buffer, method);
  return { before: "", call: `v = ${expressionOf(buffer, field, target)};` };
}

function expressionOf(buffer: CodeBuffer, field: FieldPlan, target: CallTarget): string {
  const f = buffer.constant(field);
  switch (target.kind) {
    case "direct":
      return `${buffer.constant(target.fetcher)}.direct(s, g, x.request)`;
    case "fetcher":
      return `${buffer.constant(target.fetcher)}(environmentOf(x, ${f}, s, g, p))`;
    case "resolver": {
      const info = target.readsInfo ? `, resolveInfoOf(x, ${f}, p)` : "";
      return `${buffer.constant(target.resolve)}(s, g, x.request${info})`;
    }
  }
}

function methodCode(buffer: CodeBuffer, { target, name, reads, later, finish, refused }: MethodCall): CallCode {
  const values = reads.map((_, i) => `b${i}`);
  const list = values.join(", ");
  const read = reads.map((read, i) => `b${i} = ${buffer.constant(read)}(s, g, x.request); `).join("");
  const isWaiting = values.map((value) => `${value} instanceof Promise`).join(" || ");
  // Looked up at each call, so that a spy or a proxy that is put on the object later is seen.
  const call = `${buffer.constant(target)}[${JSON.stringify(name)}](${list})`;
  const called = `${buffer.constant(finish)}(${call}, x.request)`;
  if (values.length === 0) return { before: "", call: `v = ${called};` };
  const all = `${read}v = ${isWaiting} ? ${buffer.constant(later)}([${list}], x.request) : ${called};`;
  if (values.length === 1) return { before: `let ${list};`, call: all };
  // A promise that was read before another reader threw is not waited for: its failure must not end the process.
  const again = `${buffer.constant(refused)}(e, { source: s, args: g, request: x.request })`;
  return {
    before: `let ${list};`,
    call: `try { ${all} } catch (e) { ignoreFailures([${list}]); v = ${again}; }`,
  };
}
