/** An entry point as `deno doc --json` describes it, as far as it is read here. */
interface EntryPoint {
  readonly module_doc?: { readonly doc?: string };
}

const repository = new URL("../../", import.meta.url);

/**
 * Lists what is public and has no documentation: entry points without a description, and what `deno doc --lint` finds in
 * the sources of the repository. References to types that are not exported are left aside: most of these types only
 * compute others for the compiler, or belong to packages (see decision 0311).
 */
export async function undocumentedSymbols(): Promise<string[]> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));
  const entryPoints = Object.values<string>(exports);
  const { nodes } = JSON.parse((await denoDoc("--json", entryPoints)).stdout) as { nodes: Record<string, EntryPoint> };
  const undescribed = Object.entries(nodes).filter(([, { module_doc }]) => !module_doc?.doc);
  return [...undescribed.map(([file]) => relative(file)), ...findings((await denoDoc("--lint", entryPoints)).stderr)];
}

async function denoDoc(option: string, entryPoints: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", option, ...entryPoints],
    cwd: repository,
    env: { NO_COLOR: "1" },
  }).output();
  return { stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

function findings(report: string): string[] {
  if (!/Found \d+ documentation lint error|^\s*$|Checked \d+ file/.test(report)) {
    throw new Error(`Cannot read the report of deno doc --lint: ${report.slice(0, 500)}`);
  }
  return [...report.matchAll(/error\[([a-z-]+)\]: .*\n\s*--> (\S+):(\d+):\d+/g)]
    .map(([, rule, file, line]) => ({ rule: rule!, file: file!, line: line! }))
    .filter(({ rule, file }) => rule !== "private-type-ref" && file.startsWith(repository.pathname))
    .map(({ rule, file, line }) => `${file.slice(repository.pathname.length)}:${line} ${rule}`);
}

function relative(file: string): string {
  return file.slice(repository.href.length);
}

if (import.meta.main) { for (const symbol of await undocumentedSymbols()) console.log(symbol); }
