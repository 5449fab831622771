/** An entry point as `deno doc --json` describes it, as far as it is read here. */
interface EntryPoint {
  readonly module_doc?: { readonly doc?: string };
  readonly symbols: readonly {
    readonly name: string;
    readonly declarations: readonly { readonly kind: string; readonly jsDoc?: unknown }[];
  }[];
}

/** What is wrong with the documentation of the public surface. */
export interface DocumentationFindings {
  /** Entry points, declarations and members without documentation: a file, and the line for all but entry points. */
  readonly undocumented: readonly string[];
  /** Exported functions whose documentation shows no code, and entry points whose description shows none. */
  readonly withoutExample: readonly string[];
  /** Types that public signatures name and that no entry point exports: `type <- signature`, each once, sorted. */
  readonly privateReferences: readonly string[];
}

const repository = new URL("../../", import.meta.url);

/** The references to private types that are left (see decision 0410). A line may leave the list; none may join it. */
export const allowedReferences = new URL("private_references.txt", import.meta.url);

/**
 * Reads what `deno doc --lint` finds in the sources of the repository, and finds entry points without a description.
 * Findings in packages are left aside: their types have references of their own, which nobody can export here.
 */
export async function documentationFindings(): Promise<DocumentationFindings> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));
  const entryPoints = Object.values<string>(exports);
  const { nodes } = JSON.parse((await denoDoc("--json", entryPoints)).stdout) as { nodes: Record<string, EntryPoint> };
  const undescribed = Object.entries(nodes).filter(([, { module_doc }]) => !module_doc?.doc);
  const found = findings((await denoDoc("--lint", entryPoints)).stderr);
  const references = found.flatMap(({ rule, message }) => rule === "private-type-ref" ? [reference(message)] : []);
  return {
    undocumented: [
      ...undescribed.map(([file]) => file.slice(repository.href.length)),
      ...found.filter(({ rule }) => rule !== "private-type-ref").map(({ rule, place }) => `${place} ${rule}`),
    ],
    withoutExample: Object.entries(nodes).flatMap(([file, entryPoint]) => withoutExample(file, entryPoint)),
    privateReferences: [...new Set(references)].sort(),
  };
}

function withoutExample(file: string, { module_doc, symbols }: EntryPoint): string[] {
  const functions = symbols.filter(({ declarations }) => declarations.some(({ kind }) => kind === "function"));
  const silent = functions.filter(({ declarations }) => !declarations.some(({ jsDoc }) => showsCode(jsDoc)));
  const entryPoint = file.slice(repository.href.length);
  return [
    ...(showsCode(module_doc) ? [] : [entryPoint]),
    ...silent.map(({ name }) => `${entryPoint} ${name}`),
  ];
}

function showsCode(documentation: unknown): boolean {
  return /```(ts|sh)\b/.test(JSON.stringify(documentation ?? ""));
}

/** The lines of {@linkcode allowedReferences}. */
export async function readAllowedReferences(): Promise<string[]> {
  return (await Deno.readTextFile(allowedReferences)).split("\n").filter((line) => line !== "");
}

async function denoDoc(option: string, entryPoints: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", option, ...entryPoints],
    cwd: repository,
    env: { NO_COLOR: "1" },
  }).output();
  return { stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

interface Finding {
  readonly rule: string;
  readonly message: string;
  /** File and line. */
  readonly place: string;
}

function findings(report: string): Finding[] {
  if (!/Found \d+ documentation lint error|^\s*$|Checked \d+ file/.test(report)) {
    throw new Error(`Cannot read the report of deno doc --lint: ${report.slice(0, 500)}`);
  }
  return [...report.matchAll(/error\[([a-z-]+)\]: (.*)\n\s*--> (\S+):(\d+):\d+/g)]
    .filter(([, , , file]) => file!.startsWith(repository.pathname))
    .map(([, rule, message, file, line]) => ({
      rule: rule!,
      message: message!,
      place: `${file!.slice(repository.pathname.length)}:${line}`,
    }));
}

function reference(message: string): string {
  const [, signature, type] = /^public type '(.*)' references private type '(.*)'$/.exec(message) ?? [];
  if (type === undefined) throw new Error(`Cannot read a finding of deno doc --lint: ${message}`);
  // A call signature has no name of its own.
  return `${type} <- ${signature!.replace('["%%dg_call%%"]', "()")}`;
}

if (import.meta.main) {
  const { undocumented, withoutExample, privateReferences } = await documentationFindings();
  const allowed = await readAllowedReferences();
  const lines = [
    ...undocumented,
    ...withoutExample.map((symbol) => `without example: ${symbol}`),
    ...privateReferences.filter((line) => !allowed.includes(line)).map((line) => `not exported: ${line}`),
    ...allowed.filter((line) => !privateReferences.includes(line)).map((line) => `no longer needed: ${line}`),
  ];
  for (const line of lines) console.log(line);
  if (lines.length > 0) Deno.exit(1);
}
