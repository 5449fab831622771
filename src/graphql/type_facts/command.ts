/**
 * Runs the TypeScript checker over a project and stores its types in `graphql-facts.json`, for the inspection of the
 * schema.
 *
 * ```sh
 * deno run --allow-read --allow-env --allow-write=graphql-facts.json jsr:@espalier/espalier/facts main.ts
 * ```
 *
 * With `--check` nothing is written, and the exit code is 1 where the file is out of date.
 *
 * Read on: `docs/inspection.md` in the repository.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { typeFactsFile } from "../inspection/mod.ts";
import { collectTypeFacts } from "./collect_type_facts.ts";

const usage = `Stores facts about the project's types in ${typeFactsFile}, for the inspection of the schema.

Usage: facts [--root FOLDER] [--check] MODULE...

  MODULE         modules to start from; everything that they import is seen
  --root FOLDER  the application's folder, where the file is written (default: the current folder)
  --check        write nothing; end with code 1 when the file is not up to date`;

/**
 * Runs the command.
 *
 * @param args the command line
 * @returns the exit code
 * @throws TypeError when the command line can't be used
 *
 * @example
 * ```ts
 * import { runFacts } from "@espalier/espalier/facts";
 *
 * const status = await runFacts(["--help"]); // prints how it is used
 * console.log(status); // 0
 * ```
 */
export async function runFacts(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { root: { type: "string", default: "." }, check: { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (positionals.length === 0) throw new TypeError(`Cannot store facts as a module must be named\n\n${usage}`);
  const here = new URL(`file://${Deno.cwd()}/`);
  const root = new URL(values.root.endsWith("/") ? values.root : `${values.root}/`, here);
  const facts = await collectTypeFacts({ root, entryPoints: positionals.map((path) => new URL(path, here)) });
  const file = new URL(typeFactsFile, root);
  const text = `${JSON.stringify(facts, undefined, 1)}\n`;
  if (values.check) return await isUpToDate(file, text) ? 0 : 1;
  await Deno.writeTextFile(file, text);
  console.log(`Wrote the types of ${facts.classes.length} classes to ${typeFactsFile}`);
  return 0;
}

async function isUpToDate(file: URL, text: string): Promise<boolean> {
  const stored = await Deno.readTextFile(file).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (stored === text) return true;
  console.error(`${typeFactsFile} is ${stored === undefined ? "missing" : "out of date"}: run the facts task`);
  return false;
}

/** What was asked wrongly is told in a line; anything else is told in full. */
async function main(): Promise<number> {
  try {
    return await runFacts(Deno.args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main());
