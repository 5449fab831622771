/**
 * Compares the schema of an application with its data fetchers, for continuous integration.
 *
 * ```sh
 * deno run --allow-read --allow-env jsr:@espalier/espalier/inspect features.ts --format sarif
 * ```
 *
 * The module exports the features, a container or an application. The exit code is 1 if there are findings in the
 * sections of `--fail-on`.
 *
 * Read on: `docs/inspection.md` in the repository.
 *
 * @module
 */

import { parseArgs } from "node:util";
import type { Application } from "../app/mod.ts";
import {
  type FindingFormat,
  findingsOf,
  formatFindings,
  furtherSections,
  mappingSections,
  SchemaInspection,
  type SchemaReport,
} from "../graphql/mod.ts";
import { applicationOf } from "./application_of.ts";

const usage = `Compares the schema of an application with the code behind it.

Usage: inspect [--export NAME] [--root FOLDER] [--format FORMAT] [--fail-on SECTIONS] MODULE

  MODULE              exports the application's features: a list of container modules, a container, an application
                      that was started, or a function that makes one of them
  --export NAME       name of the export (default: features)
  --root FOLDER       the application's folder (default: the module's)
  --format FORMAT     text, json or sarif (default: text)
  --fail-on SECTIONS  comma-separated sections that give exit code 1, or "none"
                      (default: ${mappingSections.filter((section) => section !== "skippedTypes").join(",")})`;

const formats: readonly string[] = ["text", "json", "sarif"] satisfies FindingFormat[];
const sections: readonly string[] = [...mappingSections, ...furtherSections];

/**
 * Runs the command.
 *
 * @param args the command line
 * @returns the exit code: 0 without findings, 1 with some
 * @throws TypeError when the command line can't be used
 *
 * @example
 * ```ts
 * import { runInspect } from "@espalier/espalier/inspect";
 *
 * const status = await runInspect(["--help"]); // prints how it is used
 * console.log(status); // 0
 * ```
 */
export async function runInspect(args: readonly string[]): Promise<number> {
  const { values, positionals: [path] } = readCommandLine(args);
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (path === undefined) throw new TypeError(`Cannot inspect an application as its module must be named\n\n${usage}`);
  if (!formats.includes(values.format)) throw misused("--format", `one of ${formats.join(", ")}`, values.format);
  const fatal = sectionsOf(values["fail-on"]);
  const here = new URL(`file://${Deno.cwd()}/`);
  const module = new URL(path, here);
  const root = values.root === undefined ? module : new URL(`${values.root}/`, here);
  await using app = await applicationOf({ module, name: values.export, root, action: "inspect" });
  const report = reportOf(app);
  console.log(formatFindings(report, values.format as FindingFormat));
  return findingsOf(report).some(({ section }) => fatal.includes(section)) ? 1 : 0;
}

function readCommandLine(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      export: { type: "string", default: "features" },
      root: { type: "string" },
      format: { type: "string", default: "text" },
      "fail-on": { type: "string", default: mappingSections.filter((name) => name !== "skippedTypes").join(",") },
      help: { type: "boolean" },
    },
  });
}

/** Rejects unknown sections: a misspelt one would silently never fail the command. */
function sectionsOf(failOn: string): readonly string[] {
  const named = failOn === "none" ? [] : failOn.split(",").map((name) => name.trim());
  const unknown = named.find((name) => !sections.includes(name));
  if (unknown === undefined) return named;
  throw misused("--fail-on", `"none" or a comma-separated list of ${sections.join(", ")}`, unknown);
}

function misused(option: string, allowed: string, value: string): TypeError {
  return new TypeError(`Cannot use option "${option}" as it must be ${allowed}: current value is "${value}"`);
}

function reportOf(app: Application): SchemaReport {
  const report = app.container.isBound(SchemaInspection) ? app.container.get(SchemaInspection).report : undefined;
  if (report) return report;
  throw new TypeError("Cannot inspect the application as it must install graphql() with inspection switched on");
}

/** Misuse is reported in one line; any other error is a failure of the application, reported in full. */
async function main(): Promise<number> {
  try {
    return await runInspect(Deno.args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main());
