/**
 * Writes the TypeScript types of a service's schema, the mapping decorators that the compiler checks by them, and the
 * operations of its documents with the types of their results and variables.
 *
 * ```sh
 * deno run --allow-read --allow-write=. jsr:@espalier/espalier/types
 * ```
 *
 * `--watch` writes again when a source changes; `--check` ends with 1 where a file is out of date. {@linkcode schemaTypes}
 * does the same by code.
 *
 * Read on: `docs/types.md` in the repository.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { differingLines } from "./differing_lines.ts";
import { chosenType, type ServiceType } from "./service_types.ts";
import { watchSources } from "./watch_sources.ts";
import { writtenMark } from "./written_mark.ts";
import { type SchemaTypes, schemaTypes, type TypesOptions } from "./write_types.ts";

export { type SchemaTypes, schemaTypes, type TypesOptions, type WrittenModule } from "./write_types.ts";
export type { ServiceType } from "./service_types.ts";

const usage = `Writes TypeScript types and mapping decorators from the schema of a service.

Usage: types [--root FOLDER] [--out FILE] [--check | --watch] [OPTION...]

  --root FOLDER         the service's folder (default: the current folder)
  --out FILE            the written file, below the folder (default: schema.ts); beside it the classes, for
                        graphql({ models }), in schema_models.ts, and the operations of documents in operations.ts
  --locations PATTERN   schema files below the folder (default: graphql/**); may be repeated
  --scalar NAME=TYPE    the TypeScript type of a scalar's values, such as Money=number; may be repeated
  --operations PATTERN  documents below the folder (default: graphql-documents/** and graphql-test/**); may be repeated
  --wire NAME=TYPE      the TypeScript type of a scalar in requests and responses, such as Money=string; may be repeated
  --client              write the operations alone, for the client of another service
  --model NAME=FILE#X   the class or type that stands for a schema type, such as Book=./catalog/book.ts#StoredBook, or
                        NAME= for none; may be repeated. By default a class that is exported under the type's name
  --check               write nothing; end with code 1, and list the lines, when the file is not up to date
  --watch               write again whenever a source changes`;

interface CommandLine extends TypesOptions {
  readonly check: boolean;
  readonly watch: boolean;
}

/**
 * Runs the command.
 *
 * @param args the command line
 * @param signal ends `--watch`
 * @returns the exit code
 * @throws TypeError when the command line or the schema can't be used
 *
 * @example
 * ```ts
 * import { runTypes } from "@espalier/espalier/types";
 *
 * const status = await runTypes(["--help"]); // prints how it is used
 * console.log(status); // 0
 * ```
 */
export async function runTypes(args: readonly string[], signal?: AbortSignal): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      root: { type: "string", default: "." },
      out: { type: "string", default: "schema.ts" },
      locations: { type: "string", multiple: true },
      scalar: { type: "string", multiple: true, default: [] },
      operations: { type: "string", multiple: true },
      wire: { type: "string", multiple: true, default: [] },
      client: { type: "boolean", default: false },
      model: { type: "string", multiple: true, default: [] },
      check: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const root = new URL(values.root.endsWith("/") ? values.root : `${values.root}/`, `file://${Deno.cwd()}/`);
  const { check, watch, out, locations, operations, client } = values;
  const options: CommandLine = {
    root,
    out,
    check,
    watch,
    client,
    ...(locations && { locations }),
    ...(operations && { operations }),
    scalars: pairs("--scalar", values.scalar, (type) => type),
    wireScalars: pairs("--wire", values.wire, (type) => type),
    models: pairs("--model", values.model, (value) => modelOf(root, value)),
  };
  if (check) return await compare(await schemaTypes(options));
  if (!watch) return await write(await schemaTypes(options));
  await watchSources(root, () => schemaTypes(options).then(write), signal);
  return 0;
}

function pairs<T>(option: string, given: readonly string[], read: (value: string) => T): ReadonlyMap<string, T> {
  return new Map(given.map((pair) => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
    if (name !== undefined && value !== undefined && (option === "--model" || value !== "")) return [name, read(value)];
    throw new TypeError(
      `Cannot use ${option} as it must be NAME=${option === "--model" ? "FILE#X" : "TYPE"}: current value is "${pair}"`,
    );
  }));
}

function modelOf(root: URL, value: string): ServiceType | undefined {
  return value === "" ? undefined : chosenType(root, value, "--model");
}

async function write({ modules, unknownScalars, unknownWireScalars }: SchemaTypes): Promise<number> {
  for (const name of unknownScalars) {
    console.error(`Scalar ${name} is of an unknown type: say --scalar ${name}=string, or export its GraphQLScalarType`);
  }
  for (const name of unknownWireScalars) {
    console.error(
      `Scalar ${name} is of an unknown type in operations: say --wire ${name}=string, or export its GraphQLScalarType`,
    );
  }
  const present: (string | undefined)[] = [];
  for (const { file } of modules) {
    const text = await stored(file);
    requireWritten(file, text);
    present.push(text);
  }
  for (const [index, { file, text }] of modules.entries()) {
    // Do not write unchanged files, as a write would trigger file watchers.
    if (present[index] === text) continue;
    await change(file, text);
    console.log(`${text === undefined ? "Removed" : "Wrote"} ${nameOf(file)}`);
  }
  return 0;
}

/** Rejects files that this command did not write, so that no other code is overwritten or removed. */
function requireWritten(file: URL, present: string | undefined): void {
  if (present === undefined || present.trim() === "" || present.includes(writtenMark)) return;
  throw new TypeError(
    `Cannot write ${
      nameOf(file)
    } as it holds code that this command did not write, without the line "${writtenMark}": rename the file, or choose another one with --out`,
  );
}

async function change(file: URL, text: string | undefined): Promise<void> {
  try {
    if (text === undefined) return await Deno.remove(file);
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, text);
  } catch (error) {
    throw refused(file, error);
  }
}

function refused(file: URL, cause: unknown): unknown {
  if (cause instanceof Deno.errors.NotCapable) return cause;
  const reason = cause instanceof Error ? cause.message : cause;
  return new Error(
    `Cannot write ${nameOf(file)} as the system refuses it: ${reason}. Its folder and the file must be writable`,
    { cause },
  );
}

async function compare({ modules }: SchemaTypes): Promise<number> {
  let code = 0;
  for (const { file, text } of modules) {
    const present = await stored(file);
    if (present === text) continue;
    code = 1;
    if (present === undefined) console.error(`${nameOf(file)} is missing: run the types task`);
    else if (text === undefined) console.error(`${nameOf(file)} is no longer needed: run the types task`);
    else {console.error(
        `${nameOf(file)} is out of date: run the types task\n${differingLines(present, text).join("\n")}`,
      );}
  }
  return code;
}

function nameOf(file: URL): string {
  return decodeURIComponent(file.pathname.split("/").at(-1)!);
}

async function stored(file: URL): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw refused(file, error);
  }
}

/** Prints errors of the command line and the schema as one message; other errors with their stack. */
async function main(): Promise<number> {
  try {
    return await runTypes(Deno.args);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ReferenceError) throw error;
    console.error(error.message);
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main());
