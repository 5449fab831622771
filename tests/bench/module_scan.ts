/**
 * Scans 5,000 generated TypeScript files for the imports between their modules, beside dependency-cruiser and madge:
 * `deno task bench:modules`. Needs Node and npm; files and peers lie in the folder for temporary files.
 *
 * Each scanner is a process of its own that starts, scans and writes the edges between modules that it found. All must
 * find the same edges as were generated, type-only imports included.
 */
import { ApplicationModules } from "@espalier/espalier/modulith";

const work = new URL(`file://${Deno.env.get("TMPDIR") ?? "/tmp"}/espalier-module-scan/`);
const peers = { "dependency-cruiser": "18.7.2", "madge": "8.0.0", "typescript": "5.9.3" };
const modules = 50;
const filesPerModule = 100;
const rounds = 3;

async function compare(): Promise<void> {
  Deno.mkdirSync(work, { recursive: true });
  const expected = generate();
  await install();
  const scanners: Readonly<Record<string, string[]>> = {
    "espalier": [Deno.execPath(), "run", "-q", "--no-check", "-A", new URL(import.meta.url).pathname, "scan"],
    "dependency-cruiser": ["node", "dependency_cruiser.mjs"],
    "madge": ["node", "madge.mjs"],
  };
  const times = new Map<string, number[]>(Object.keys(scanners).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of Object.entries(scanners)) {
      times.get(name)!.push(await measure(command));
      const edges = Deno.readTextFileSync(new URL("edges.txt", work));
      const missing = expected.filter((edge) => !edges.split("\n").includes(edge));
      console.log(
        `${name}: ${times.get(name)!.at(-1)!.toFixed(0)} ms, ` +
          (edges === expected.join("\n") ? "all edges" : `${missing.length} of ${expected.length} edges missing`),
      );
    }
  }
  report(times);
}

function report(times: ReadonlyMap<string, readonly number[]>): void {
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const own = median(times.get("espalier")!);
  console.log(`\n${modules * filesPerModule} files, median of ${rounds}:`);
  for (const [name, values] of times) {
    console.log(
      `${name.padEnd(20)} ${median(values).toFixed(0).padStart(7)} ms  ${(median(values) / own).toFixed(1)} x`,
    );
  }
}

async function measure([name = "", ...args]: readonly string[]): Promise<number> {
  const start = performance.now();
  const { success } = await new Deno.Command(name, { args, cwd: work, stdout: "null", stderr: "inherit" }).output();
  if (!success) throw new Error(`Cannot measure "${name}" as it fails`);
  return performance.now() - start;
}

/** Writes the files; tells the edges between modules. */
function generate(): string[] {
  let seed = 42;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const name = (module: number) => `m${String(module).padStart(2, "0")}`;
  const edges = new Set<string>();
  const project = new URL("project/", work);
  for (let module = 0; module < modules; module++) {
    const folder = new URL(`${name(module)}/internal/`, project);
    Deno.mkdirSync(folder, { recursive: true });
    const exports: string[] = [];
    for (let file = 0; file < filesPerModule - 1; file++) {
      const imports = [`import { readFile } from "node:fs/promises";`];
      for (let count = 0; count < 4 && file > 0; count++) {
        imports.push(`import { C${random(file)} as L${count} } from "./f${random(file)}.ts";`);
      }
      if (module > 0 && random(4) === 0) {
        const target = random(module);
        const kind = ["import type { C0 as X } from", "import { C1 as X } from", "export * as x from"][random(3)];
        imports.push(`${kind} "../../${name(target)}/mod.ts";`);
        edges.add(`${name(module)} ${name(target)}`);
      }
      Deno.writeTextFileSync(new URL(`f${file}.ts`, folder), `${imports.join("\n")}\n${body(file)}`);
      exports.push(`export * from "./internal/f${file}.ts";`);
    }
    Deno.writeTextFileSync(new URL("../mod.ts", folder), exports.join("\n"));
  }
  Deno.writeTextFileSync(
    new URL("tsconfig.json", project),
    JSON.stringify({
      compilerOptions: {
        module: "esnext",
        moduleResolution: "bundler",
        allowImportingTsExtensions: true,
        noEmit: true,
      },
    }),
  );
  return [...edges].sort();
}

/** About 80 lines of what services consist of. */
function body(file: number): string {
  const methods = Array.from({ length: 12 }, (_, at) => `
  /** Does the ${at}th thing, and it isn't an import "x" from 'y'. */
  method${at}(values: readonly number[], label = \`a \${"b"} c\`): string {
    const pattern = /^[a-z"']+\\/(\\d+)$/g;
    return values.filter((value) => value / 2 > ${at}).map((value) => \`\${label}: \${value}\`).join(", ").replace(pattern, "");
  }
`);
  return `export class C${file} {${methods.join("")}}\n`;
}

async function install(): Promise<void> {
  Deno.writeTextFileSync(new URL("package.json", work), JSON.stringify({ private: true, dependencies: peers }));
  Deno.writeTextFileSync(new URL("dependency_cruiser.mjs", work), dependencyCruiser);
  Deno.writeTextFileSync(new URL("madge.mjs", work), madge);
  if (Object.keys(peers).every((name) => isInstalled(name))) return;
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--no-audit", "--no-fund", "--ignore-scripts"],
    cwd: work,
  }).output();
  if (!success) throw new Error("Cannot install the peers as npm install fails");
}

function isInstalled(name: string): boolean {
  try {
    return Deno.statSync(new URL(`node_modules/${name}`, work)).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const writeEdges = `
function writeEdges(pairs) {
  const edges = new Set();
  for (const [from, to] of pairs) {
    const [origin, target] = [from, to].map((path) => /(?:^|project\\/)(m\\d\\d)\\//.exec(path)?.[1]);
    if (origin && target && origin !== target) edges.add(origin + " " + target);
  }
  writeFileSync("edges.txt", [...edges].sort().join("\\n"));
}`;

const dependencyCruiser = `
import { writeFileSync } from "node:fs";
import { cruise } from "dependency-cruiser";
const options = { tsPreCompilationDeps: true, doNotFollow: { path: "node_modules" } };
const { output } = await cruise(["project"], options, { extensions: [".ts"] });
writeEdges(output.modules.flatMap((m) => m.dependencies.map((d) => [m.source, d.resolved])));
${writeEdges}
`;

const madge = `
import { writeFileSync } from "node:fs";
import madge from "madge";
const found = await madge("project", { fileExtensions: ["ts"], tsConfig: "project/tsconfig.json" });
writeEdges(Object.entries(found.obj()).flatMap(([from, all]) => all.map((to) => [from, to])));
${writeEdges}
`;

if (Deno.args[0] === "scan") {
  const found = await ApplicationModules.scan(new URL("project/", work));
  const edges = found.references.map(({ origin, target }) => `${origin.identifier} ${target.identifier}`);
  Deno.writeTextFileSync(new URL("edges.txt", work), [...new Set(edges)].sort().join("\n"));
} else await compare();
