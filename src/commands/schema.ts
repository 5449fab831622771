/**
 * Writes schemas: that of a service, or a first one for described entities; and compares two versions of one.
 *
 * ```sh
 * deno run --allow-read jsr:@espalier/espalier/schema print
 * deno run --allow-read jsr:@espalier/espalier/schema from-entities catalog/mod.ts
 * deno run --allow-read --allow-run=git jsr:@espalier/espalier/schema diff git:main
 * ```
 *
 * `diff` exits with 1 if a change breaks clients; `--usage` ignores elements that no client uses. `--help` lists the
 * options.
 *
 * Read on: `docs/schema-life.md` in the repository.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from "../../deps.ts";
import { GraphQlSource } from "../graphql/mod.ts";
import { type Class, descriptionOf, resolveProperties } from "../kernel/mod.ts";
import { SourceTree } from "../modulith/mod.ts";
import { type ClassComments, classComments } from "../schema_types/class_comments.ts";
import { entitySchema } from "../schema_types/entity_schema.ts";
import { loadSchema } from "../schema_types/load_schema.ts";
import { applicationOf } from "./application_of.ts";
import { breaksClients, schemaChanges, writeDifference } from "./schema_diff.ts";
import { readUsage } from "./schema_usage.ts";
import { schemaVersion } from "./schema_version.ts";

const usage = `Writes schemas in GraphQL's definition language.

Usage: schema print [OPTION...] [MODULE]
       schema from-entities [OPTION...] MODULE...
       schema diff [OPTION...] OLD [NEW]

print writes the schema of a service: of its schema files, with the connection types that graphql() adds, or of the
application that MODULE exports, which is started for it. Applied directives are not printed.

  MODULE                exports the application's features: a list of container modules, a container, or a function
  --export NAME         name of the export (default: features)
  --locations PATTERN   schema files below the folder (default: graphql/**); may be repeated
  --sort                sort types, fields and values by name

from-entities writes a first schema for entities: object types with their references, scalars, enums, and queries.
Comments before classes and properties become descriptions. Secret properties and counters of changes are left out.

  MODULE                exports described entities, or lists of them
  --connections         write lists of entities as connections
  --no-query            write no fields of Query
  --scalar NAME=SCALAR  the scalar of a descriptor's values, such as Date=Timestamp; may be repeated

diff compares two versions of a schema: a schema file, a folder with schema files, git:REVISION, the address of a GraphQL
endpoint that allows introspection, or the address of its schema (…/graphql/schema). NEW is the service's folder unless
given. It ends with 1 where a change breaks clients.

  --usage PLACE         who uses what: a file with the report of /actuator/graphql, or its address. A change of what no
                        client used does not fail
  --fail-on LEVEL       breaking, dangerous or none (default: breaking)
  --format FORMAT       text, json or markdown (default: text)
  --header NAME:VALUE   sent to the services that are asked; may be repeated
  --locations PATTERN   schema files below a folder (default: graphql/**); may be repeated

  --root FOLDER         the service's folder (default: the current folder)
  --out FILE            the written file; by default the text is printed. A file that exists is not overwritten`;

type Options = ReturnType<typeof readCommandLine>["values"];

/**
 * Runs the command.
 *
 * @param args the command line
 * @returns the exit code
 * @throws TypeError when the command line, the schema or the entities can't be used
 *
 * @example
 * ```ts
 * import { runSchema } from "@espalier/espalier/schema";
 *
 * const status = await runSchema(["--help"]); // prints how it is used
 * console.log(status); // 0
 * ```
 */
export async function runSchema(args: readonly string[]): Promise<number> {
  const { values, positionals: [command, ...modules] } = readCommandLine(args);
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (command === "print") await write(await printed(values, modules), values.out);
  else if (command === "diff") return await compare(values, modules);
  else if (command === "from-entities") await write(await firstSchema(values, modules), values.out);
  else {
    throw new TypeError(
      `Cannot write a schema as the command must be print, diff or from-entities: current value is "${
        command ?? ""
      }"\n\n${usage}`,
    );
  }
  return 0;
}

function readCommandLine(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      root: { type: "string", default: "." },
      out: { type: "string" },
      export: { type: "string", default: "features" },
      locations: { type: "string", multiple: true },
      sort: { type: "boolean", default: false },
      connections: { type: "boolean", default: false },
      query: { type: "boolean", default: true },
      scalar: { type: "string", multiple: true, default: [] },
      usage: { type: "string" },
      "fail-on": { type: "string", default: "breaking" },
      format: { type: "string", default: "text" },
      header: { type: "string", multiple: true, default: [] },
      help: { type: "boolean" },
    },
  });
}

async function compare(options: Options, [from, to = options.root, ...rest]: readonly string[]): Promise<number> {
  if (from === undefined || rest.length > 0) {
    throw new TypeError(`Cannot compare schemas as one or two versions must be named\n\n${usage}`);
  }
  const format = oneOf("--format", options.format, ["text", "json", "markdown"] as const);
  const failOn = oneOf("--fail-on", options["fail-on"], ["breaking", "dangerous", "none"] as const);
  const headers = new Headers(options.header.map(headerPair));
  const { locations: usual, fileExtensions: extensions } = resolveProperties().graphql;
  const places = { root: folder(options.root), locations: options.locations ?? usual, extensions, headers };
  const [before, after] = [await schemaVersion(from, places), await schemaVersion(to, places)];
  const use = options.usage === undefined ? undefined : await readUsage(options.usage, headers);
  const changes = await schemaChanges(before, after, use);
  const difference = { from, to, ...(use === undefined ? {} : { usedSince: use.since }), changes };
  await write(`${writeDifference(difference, format)}\n`, options.out);
  return breaksClients(changes, failOn) ? 1 : 0;
}

function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  throw new TypeError(`Cannot use ${option} as it must be one of ${known.join(", ")}: current value is "${value}"`);
}

function headerPair(pair: string): [string, string] {
  const colon = pair.indexOf(":");
  // The value may be a secret.
  if (colon < 1) throw new TypeError("Cannot use --header as it must be NAME:VALUE");
  return [pair.slice(0, colon), pair.slice(colon + 1).trim()];
}

async function printed(options: Options, [path, ...rest]: readonly string[]): Promise<string> {
  if (rest.length > 0) {
    throw new TypeError(`Cannot print the schema as one module may be named: current value is "${rest.join(" ")}"`);
  }
  const schema = path === undefined ? await schemaOfFiles(options) : await schemaOfApplication(options, path);
  return `${printSchema(options.sort ? lexicographicSortSchema(schema) : schema)}\n`;
}

async function schemaOfFiles({ root, locations }: Options): Promise<GraphQLSchema> {
  const { locations: usual, fileExtensions } = resolveProperties().graphql;
  const where = { root: folder(root), locations: locations ?? usual, extensions: fileExtensions };
  return (await loadSchema(where)).schema;
}

async function schemaOfApplication(options: Options, path: string): Promise<GraphQLSchema> {
  const module = new URL(path, here());
  const root = options.root === "." ? module : folder(options.root);
  await using app = await applicationOf({ module, name: options.export, root, action: "print the schema of" });
  if (app.container.isBound(GraphQlSource)) return app.container.get(GraphQlSource).schema;
  throw new TypeError(`Cannot print the schema of "${path}" as the application must install graphql()`);
}

async function firstSchema(options: Options, modules: readonly string[]): Promise<string> {
  if (modules.length === 0) {
    throw new TypeError(`Cannot write a schema as a module that exports entities must be named\n\n${usage}`);
  }
  const entities = new Set<Class>();
  for (const path of modules) for (const type of await entitiesOf(path)) entities.add(type);
  return await entitySchema({
    entities: [...entities],
    connections: options.connections,
    query: options.query,
    scalars: new Map(options.scalar.map(scalarPair)),
    comments: commentsBelow(folder(options.root)),
  });
}

function scalarPair(pair: string): [string, string] {
  const [, name, scalar] = /^(\w+)=(\w+)$/.exec(pair) ?? [];
  if (name !== undefined && scalar !== undefined) return [name, scalar];
  throw new TypeError(`Cannot use --scalar as it must be NAME=SCALAR: current value is "${pair}"`);
}

async function entitiesOf(path: string): Promise<Class[]> {
  const exported: Readonly<Record<string, unknown>> = await import(new URL(path, here()).href);
  const isEntity = (value: unknown): value is Class =>
    typeof value === "function" && descriptionOf(value as Class)?.entity.id !== undefined;
  const found = Object.values(exported).flat().filter(isEntity);
  if (found.length > 0) return found;
  throw new TypeError(
    `Cannot write a schema as "${path}" must export entities, or lists of them: classes that entity(…) or ` +
      `describeType(…) describes with an id. It exports ${Object.keys(exported).join(", ") || "nothing"}`,
  );
}

/** The comments of all classes below a folder; classes of one name could be confused, so they have none. */
function commentsBelow(root: URL): ReadonlyMap<string, ClassComments> {
  const found = new Map<string, ClassComments>();
  const repeated = new Set<string>();
  for (const path of SourceTree.read(root).files.keys()) {
    for (const [name, comments] of classComments(Deno.readTextFileSync(new URL(path, root)))) {
      if (found.has(name)) repeated.add(name);
      found.set(name, comments);
    }
  }
  for (const name of repeated) found.delete(name);
  return found;
}

async function write(text: string, out: string | undefined): Promise<void> {
  if (out === undefined) return console.log(text.trimEnd());
  const file = new URL(out, here());
  try {
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, text, { createNew: true });
  } catch (cause) {
    if (!(cause instanceof Deno.errors.AlreadyExists)) throw cause;
    throw new TypeError(`Cannot write "${out}" as there is such a file: remove it, or choose another one by --out`, {
      cause,
    });
  }
  console.log(`Wrote ${out}`);
}

function here(): URL {
  return new URL(`file://${Deno.cwd()}/`);
}

function folder(path: string): URL {
  return new URL(path.endsWith("/") ? path : `${path}/`, here());
}

/** Misuse and faults of the schema are one message; anything else is reported in full. */
async function main(): Promise<number> {
  try {
    return await runSchema(Deno.args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(error.message);
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main());
