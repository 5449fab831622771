/**
 * Reports the size of what is published, and for each entry point how long it takes to import in a process of its own and
 * which packages it loads: `deno task bench:published`. Times are medians; module caches are warm, types unchecked.
 *
 * @module
 */

import { builtPackage, publishedFiles } from "../consumers/package_server.ts";

const rounds = 9;

await using published = await builtPackage();
const { folder } = published;
const files = await publishedFiles(folder);
const bytes = files.reduce((sum, file) => sum + Deno.statSync(new URL(file, folder)).size, 0);
console.log(`Published: ${files.length} files, ${kilobytes(bytes)}, ${kilobytes(await gzipped(files))} compressed\n`);

const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", folder)));
const empty = await medianOf("");
console.log(`Process start without any import: ${empty.toFixed(0)} ms\n`);
console.log("| Entry point | Import | Third-party packages |\n| --- | --- | --- |");
for (const [name, file] of Object.entries<string>(exports)) {
  const url = new URL(file, folder).href;
  const elapsed = await medianOf(`import ${JSON.stringify(url)};`) - empty;
  console.log(`| \`${name}\` | ${elapsed.toFixed(0)} ms | ${(await packagesOf(url)).join(", ") || "none"} |`);
}

async function medianOf(code: string): Promise<number> {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, `${code}\nexport {};\n`);
    const times: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const start = performance.now();
      await deno("run", "--no-check", "--allow-net", `--config=${new URL("deno.json", folder).pathname}`, file);
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
  } finally {
    await Deno.remove(file);
  }
}

interface ModuleInfo {
  readonly specifier: string;
  readonly kind?: string;
  readonly dependencies?: readonly { readonly isDynamic?: boolean; readonly code?: { readonly specifier: string } }[];
}

/** The packages that are reached by static imports of code. */
async function packagesOf(entry: string): Promise<string[]> {
  const graph: { roots: string[]; modules: ModuleInfo[] } = JSON.parse(await deno("info", "--json", entry));
  const modules = new Map(graph.modules.map((module) => [module.specifier, module]));
  const reached = new Set<string>();
  const visit = (specifier: string): void => {
    if (reached.has(specifier)) return;
    reached.add(specifier);
    for (const { code, isDynamic } of modules.get(specifier)?.dependencies ?? []) {
      if (code !== undefined && isDynamic !== true) visit(code.specifier);
    }
  };
  graph.roots.forEach(visit);
  const names = [...reached].flatMap((specifier) => /^npm:\/?((?:@[^/]+\/)?[^/@]+)/.exec(specifier)?.[1] ?? []);
  return [...new Set(names)].sort();
}

async function deno(...args: readonly string[]): Promise<string> {
  const command = new Deno.Command(Deno.execPath(), { args: [...args], cwd: folder, env: { NO_COLOR: "1" } });
  const { code, stdout, stderr } = await command.output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

async function gzipped(paths: readonly string[]): Promise<number> {
  let size = 0;
  const all = ReadableStream.from(paths.map((path) => Deno.readFileSync(new URL(path, folder))));
  for await (const chunk of all.pipeThrough(new CompressionStream("gzip"))) size += chunk.byteLength;
  return size;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KiB`;
}
