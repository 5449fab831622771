import ts from "typescript";
import type { Mutant } from "./mutant.ts";
import { type Edit, editsOf } from "./operators.ts";

/** A source with all of its mutants in it, of which a run switches one on. */
export interface InstrumentedSource {
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

/** The place of all mutants of one expression or statement. */
interface Host {
  readonly start: number;
  readonly end: number;
  readonly isStatement: boolean;
  readonly edits: (Edit & { readonly id: number })[];
}

/**
 * Writes all mutants of a source into it: `a < b` becomes `($mutant(1) ? (a <= b) : (a < b))`. So the modules are
 * loaded once, and a run tries many mutants.
 *
 * @param file path from the root of the repository
 * @param text the source
 * @param firstId the number of its first mutant
 */
export function instrument(file: string, text: string, firstId: number): InstrumentedSource {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const edits = collectEdits(source).map((edit, at) => ({ ...edit, id: firstId + at }));
  const mutants = edits.map((edit): Mutant => {
    const { line } = source.getLineAndCharacterOfPosition(edit.start);
    const isRemoved = ts.isStatement(edit.host);
    const shown = isRemoved ? edit : { start: edit.host.getStart(source), end: edit.host.getEnd() };
    const original = text.slice(shown.start, shown.end);
    return {
      id: edit.id,
      file,
      line: line + 1,
      lineText: text.split("\n")[line]!.trim(),
      operator: edit.operator,
      original,
      replacement: isRemoved ? "" : changed(text, edit, shown),
      edit: { start: edit.start, end: edit.end, text: edit.text },
    };
  });
  return { code: render(text, { start: 0, end: text.length }, hostsOf(edits, source)), mutants };
}

function collectEdits(source: ts.SourceFile): Edit[] {
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (isWithoutCode(node)) return;
    edits.push(...editsOf(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits;
}

function isWithoutCode(node: ts.Node): boolean {
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isEnumDeclaration(node);
}

function hostsOf(edits: readonly (Edit & { readonly id: number })[], source: ts.SourceFile): Host[] {
  const hosts = new Map<string, Host>();
  for (const edit of edits) {
    const [start, end] = [edit.host.getStart(source), edit.host.getEnd()];
    const isStatement = ts.isStatement(edit.host);
    const key = `${start} ${end} ${isStatement}`;
    const host = hosts.get(key) ?? { start, end, isStatement, edits: [] };
    host.edits.push(edit);
    hosts.set(key, host);
  }
  // An outer place comes before the places in it; a statement before the expression that it consists of.
  return [...hosts.values()].sort((a, b) =>
    a.start - b.start || b.end - a.end || Number(b.isStatement) - Number(a.isStatement)
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Writes a part of the source; `hosts` are those within it, outer ones first. */
function render(text: string, { start, end }: Span, hosts: readonly Host[]): string {
  let code = "";
  let at = start;
  for (let next = 0; next < hosts.length;) {
    const host = hosts[next]!;
    const inner = hosts.slice(next + 1).filter((each) => each.start >= host.start && each.end <= host.end);
    code += text.slice(at, host.start) + withMutants(text, host, render(text, host, inner));
    at = host.end;
    next += 1 + inner.length;
  }
  return code + text.slice(at, end);
}

function withMutants(text: string, host: Host, original: string): string {
  if (host.isStatement) {
    const conditions = host.edits.map(({ id }) => `$mutant(${id})`);
    return `{ if (!(${conditions.join(" || ")})) ${original}\n}`;
  }
  const choices = host.edits.map((edit) => `$mutant(${edit.id}) ? (${changed(text, edit, host)}) : `);
  return `(${choices.join("")}(${original}))`;
}

function changed(text: string, edit: Edit, within: Span): string {
  return text.slice(within.start, edit.start) + edit.text + text.slice(edit.end, within.end);
}
