import { isModuleCanvas, moduleDocuments } from "../documentation/module_documents.ts";
import { ApplicationModules } from "../model/application_modules.ts";
import type { ModuleNotice } from "../model/module_notice.ts";
import type { ModuleDescriptors } from "../structure/module_descriptor.ts";
import { encodedPath, relativePath } from "../source/relative_path.ts";
import { structureOf } from "../structure/structure_of.ts";
import { baselineOf, withoutBaseline } from "../verification/baseline.ts";
import { describeViolation } from "../verification/violation.ts";
import type { Violations } from "../verification/violations.ts";
import { type Annotation, annotationsOf, githubAnnotation, sarifReport } from "./annotations.ts";
import { readBaseline } from "./read_baseline.ts";
import { type CommandOptions, commandOptionsOf, usage } from "./command_options.ts";

/** The output of the command. */
export interface CommandOutput {
  /** Writes a line of the result. */
  log(text: string): void;
  /** Writes a line about a failure. */
  error(text: string): void;
}

/** The result of the command, in the form that `--json` prints. */
interface Report {
  readonly modules: readonly string[];
  readonly violations: Violations["violations"];
  readonly warnings: Violations["warnings"];
  readonly notices: readonly ModuleNotice[];
  /** Entries of the baseline that are no longer needed. */
  readonly outdatedBaseline: readonly string[];
  /** The outdated file. */
  readonly outdatedFile?: string;
  readonly written: readonly string[];
  /** Deleted canvases of modules that no longer exist. */
  readonly removed: readonly string[];
}

/**
 * Verifies the modules below a folder and writes their documentation.
 *
 * @param args of the command line; `--help` lists them
 * @param output where it prints, the console by default
 * @returns the exit code: 0 fine, 1 violations or an outdated file, 2 wrong use
 *
 * @example
 * ```ts
 * import { modulesCommand } from "@espalier/espalier/modules";
 *
 * const status = await modulesCommand(["--help"]); // prints how it is used
 * console.log(status); // 0
 * ```
 */
export async function modulesCommand(args: readonly string[], output: CommandOutput = console): Promise<number> {
  if (args.includes("--help")) {
    output.log(usage);
    return 0;
  }
  try {
    const options = commandOptionsOf(args);
    if (options.affectedBy !== undefined) return await listAffected(options, options.affectedBy, output);
    const report = await run(options, output);
    await print(report, options, output);
    return report.violations.length > 0 || report.outdatedFile !== undefined ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    output.error(error.message);
    return 2;
  }
}

/** Prints the folders of the modules affected by a change, one per line. */
async function listAffected({ root, scan, json }: CommandOptions, files: string, output: CommandOutput) {
  const folder = folderUrl(root);
  const modules = await ApplicationModules.scan(folder, scan);
  const names = files === "-" ? (await new Response(Deno.stdin.readable).text()).split("\n") : files.split(",");
  const paths = names.map((name) => name.trim()).filter((name) => name !== "")
    .map((name) => relativePath(folder.href, urlOf(name, workingFolder()).href) ?? name);
  const affected = modules.affectedBy(paths);
  if (json) output.log(JSON.stringify({ affected: affected.map(({ identifier }) => identifier) }, null, 2));
  else for (const module of affected) output.log(shown(urlOf(module.folder, folder)));
  return 0;
}

async function run(options: CommandOptions, output: CommandOutput): Promise<Report> {
  const root = folderUrl(options.root);
  const modules = await ApplicationModules.scan(root, options.scan);
  const found = modules.detectViolations();
  const { remaining, outdated } = await applyBaseline(found, options);
  const structure = urlOf(options.write ?? "", root);
  const text = `${JSON.stringify(structureOf(modules), null, 2)}\n`;
  const isOutdated = options.write !== undefined && options.check && await textOf(structure) !== text;
  const written: string[] = [];
  if (options.write !== undefined && !options.check) written.push(await write(structure, text));
  const docs = options.docs === undefined
    ? { written: [], removed: [] }
    : await writeDocs(modules, { docs: options.docs, kindsFrom: options.kindsFrom }, output);
  return {
    modules: modules.modules.map(({ identifier }) => identifier),
    violations: remaining.violations,
    warnings: remaining.warnings,
    notices: modules.notices,
    outdatedBaseline: outdated,
    ...(isOutdated && { outdatedFile: shown(structure) }),
    written: [...written, ...docs.written],
    removed: docs.removed,
  };
}

function folderUrl(path: string): URL {
  return urlOf(path.endsWith("/") ? path : `${path}/`, workingFolder());
}

function workingFolder(): URL {
  return new URL(`file://${encodedPath(Deno.cwd())}/`);
}

function urlOf(path: string, base: URL): URL {
  return new URL(encodedPath(path), base);
}

async function applyBaseline(
  found: Violations,
  { baseline, updateBaseline }: CommandOptions,
): Promise<{ remaining: Violations; outdated: readonly string[] }> {
  if (baseline === undefined) return { remaining: found, outdated: [] };
  const file = urlOf(baseline, workingFolder());
  if (updateBaseline) await write(file, `${JSON.stringify(baselineOf(found), null, 2)}\n`);
  return withoutBaseline(found, readBaseline(await textOf(file), baseline));
}

async function writeDocs(
  modules: ApplicationModules,
  { docs, kindsFrom }: { readonly docs: string; readonly kindsFrom: string | undefined },
  output: CommandOutput,
): Promise<Pick<Report, "written" | "removed">> {
  const descriptors = kindsFrom === undefined ? undefined : await fetchDescriptors(kindsFrom);
  const { root } = modules.tree;
  const sources = docs === "-" ? undefined : relativePath(folderUrl(docs).href, root.href);
  const documents = moduleDocuments(structureOf(modules), descriptors, sources);
  if (docs === "-") {
    output.log(documents.get("modules.md")!);
    return { written: [], removed: [] };
  }
  const folder = folderUrl(docs);
  await Deno.mkdir(folder, { recursive: true });
  const written = await Promise.all(
    [...documents].map(([name, text]) => write(new URL(encodeURIComponent(name), folder), text)),
  );
  return { written, removed: await removeOldCanvases(folder, documents) };
}

async function removeOldCanvases(folder: URL, current: ReadonlyMap<string, string>): Promise<string[]> {
  const removed: string[] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    const file = new URL(encodeURIComponent(name), folder);
    // Other files in the folder were not written by this command.
    if (current.has(name) || !isFile || !name.endsWith(".md")) continue;
    if (!isModuleCanvas(name, await Deno.readTextFile(file))) continue;
    await Deno.remove(file);
    removed.push(shown(file));
  }
  return removed.sort();
}

async function fetchDescriptors(url: string): Promise<ModuleDescriptors> {
  const response = await fetch(url, { headers: { accept: "application/json" } });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`Cannot read the modules from "${url}" as it answers ${response.status}`);
  }
  return await response.json();
}

async function write(file: URL, text: string): Promise<string> {
  await Deno.writeTextFile(file, text);
  return shown(file);
}

async function textOf(file: URL): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function shown(file: URL): string {
  const path = decodeURIComponent(file.pathname);
  const working = `${Deno.cwd()}/`;
  return path.startsWith(working) ? path.slice(working.length) : path;
}

async function print(report: Report, options: CommandOptions, output: CommandOutput): Promise<void> {
  const { json, docs, github, sarif, root } = options;
  const annotations = annotationsOf(report, (file) => shown(urlOf(file, folderUrl(root))));
  if (sarif !== undefined) await writeSarif(annotations, sarif, output);
  if (json) return output.log(JSON.stringify(report, null, 2));
  if (github) { for (const annotation of annotations) output.log(githubAnnotation(annotation)); }
  else printFindings(report, output);
  for (const key of report.outdatedBaseline) output.error(`no longer in need of the baseline: ${key}`);
  if (report.outdatedFile !== undefined) output.error(`out of date: ${report.outdatedFile}`);
  if (docs === "-" || sarif === "-") return;
  for (const file of report.written) output.log(`wrote ${file}`);
  for (const file of report.removed) output.log(`removed ${file}`);
  output.log(`${report.modules.length} module(s), ${report.violations.length} violation(s)`);
}

function printFindings({ notices, warnings, violations }: Report, output: CommandOutput): void {
  for (const { message, file, line } of notices) output.error(`notice: ${message} (${file}:${line})`);
  for (const violation of warnings) output.error(`warning: ${describeViolation(violation)}`);
  for (const violation of violations) output.error(`violation: ${describeViolation(violation)}`);
}

async function writeSarif(annotations: readonly Annotation[], file: string, output: CommandOutput): Promise<void> {
  const text = JSON.stringify(sarifReport(annotations), null, 2);
  if (file === "-") output.log(text);
  else await write(urlOf(file, workingFolder()), `${text}\n`);
}
