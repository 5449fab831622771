/**
 * Inspects the schema mappings of an application and ends with code 1 when it finds errors, for continuous integration:
 *
 *     deno run --allow-read --allow-env jsr:@espalier/espalier/inspect features.ts --format sarif
 *
 * @module
 */

import { parseArgs } from "node:util";
import { createApp, createContainer } from "../app/mod.ts";
import { Container, type ContainerModule } from "../../deps.ts";
import {
  type FindingFormat,
  findingsOf,
  formatFindings,
  mappingSections,
  SchemaInspection,
  type SchemaReport,
} from "../graphql/mod.ts";

const usage = `Compares the schema of an application with the code behind it.

Usage: inspect [--export NAME] [--root FOLDER] [--format FORMAT] [--fail-on SECTIONS] MODULE

  MODULE              exports the application's features: a list of container modules, a container, or a function
                      that makes one of them
  --export NAME       name of the export (default: features)
  --root FOLDER       the application's folder (default: the module's)
  --format FORMAT     text, json or sarif (default: text)
  --fail-on SECTIONS  comma-separated sections that give exit code 1, or "none"
                      (default: ${mappingSections.filter((section) => section !== "skippedTypes").join(",")})`;

const formats: readonly string[] = ["text", "json", "sarif"] satisfies FindingFormat[];

/**
 * Runs the command.
 *
 * @param args the command line
 * @returns the exit code: 0 without findings, 1 with some, 2 when the command line can't be used
 */
export async function runInspect(args: readonly string[]): Promise<number> {
  const { values, positionals: [path] } = parseArgs({
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
  if (values.help || path === undefined || !formats.includes(values.format)) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const here = new URL(`file://${Deno.cwd()}/`);
  const module = new URL(path, here);
  const root = values.root === undefined ? module : new URL(`${values.root}/`, here);
  const report = await inspectedApplication(await containerOf(module, values.export), root);
  console.log(formatFindings(report, values.format as FindingFormat));
  const fatal = values["fail-on"].split(",");
  return findingsOf(report).some(({ section }) => fatal.includes(section)) ? 1 : 0;
}

async function containerOf(module: URL, name: string): Promise<Container> {
  const exported: unknown = (await import(module.href))[name];
  const made: unknown = typeof exported === "function" ? await exported() : exported;
  if (made instanceof Container) return made;
  if (Array.isArray(made)) return createContainer(...made as ContainerModule[]);
  throw new TypeError(
    `Cannot inspect "${module.pathname}" as its export "${name}" must be a container or a list of container modules`,
  );
}

async function inspectedApplication(container: Container, root: URL): Promise<SchemaReport> {
  await using app = await createApp(container, { root, properties: { logging: { level: "WARN" } } });
  const report = app.container.isBound(SchemaInspection) ? app.container.get(SchemaInspection).report : undefined;
  if (report) return report;
  throw new TypeError("Cannot inspect the application as it must install graphql() with inspection switched on");
}

if (import.meta.main) Deno.exit(await runInspect(Deno.args));
