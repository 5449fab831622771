import { pathToFileURL } from "node:url";
import { schemaTypes } from "../schema_types/write_types.ts";
import { serviceFiles } from "./template/service_files.ts";

/** Where a new service goes, and what it is called. */
export interface NewServiceOptions {
  /** The folder, which must not exist yet or be empty. */
  readonly folder: string;
  /** The package's specifier in the service's configuration. */
  readonly framework: string;
  /** The address of a folder with the package, which stands in for the registry's. */
  readonly checkout?: string;
  /** Where the service keeps its data; `sqlite:books.db` by default. */
  readonly database?: string;
  /** The port that it listens on; 8080 by default. */
  readonly port?: number;
}

/**
 * Writes a small service that starts and passes its own tests.
 *
 * @param options where, and how it is called
 * @returns the paths that were written, within the folder
 * @throws Error when the folder holds anything: nothing is overwritten
 * @throws TypeError when the folder is given without a name
 *
 * @example
 * ```ts
 * import { newService } from "@espalier/espalier/new";
 *
 * const folder = `${await Deno.makeTempDir()}/bookstore`;
 * const files = await newService({ folder, framework: "jsr:@espalier/espalier@^0.1.0" });
 * console.log(files.includes("deno.json")); // true
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function newService(options: NewServiceOptions): Promise<string[]> {
  const { folder, database = "sqlite:books.db", port = 8080 } = options;
  if (folder.trim() === "") {
    throw new TypeError(`Cannot write a service as its folder must have a name: current value is "${folder}"`);
  }
  await requireEmpty(folder);
  await Deno.mkdir(folder, { recursive: true });
  // A service in "." or ".." is called as the folder is.
  const path = await Deno.realPath(folder);
  const files = serviceFiles({ ...options, name: path.split(/[/\\]/).pop()!, database, port });
  for (const [file, text] of Object.entries(files)) {
    const target = `${folder}/${file}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, text, { createNew: true });
  }
  return [...Object.keys(files), ...await writeTypes(path)];
}

/** Writes what the task `types` of the service writes, so that it can be checked and started at once. */
async function writeTypes(folder: string): Promise<string[]> {
  const root = pathToFileURL(`${folder}/`);
  const { modules } = await schemaTypes({ root });
  for (const { file, text } of modules) await Deno.writeTextFile(file, text!, { createNew: true });
  return modules.map(({ file }) => decodeURIComponent(file.pathname.slice(root.pathname.length)));
}

async function requireEmpty(folder: string): Promise<void> {
  try {
    for await (const { name } of Deno.readDir(folder)) {
      throw new Error(`Cannot write into folder "${folder}" as it must be empty: it holds "${name}"`);
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    if (!(error instanceof Deno.errors.NotADirectory)) throw error;
    throw new Error(`Cannot write into folder "${folder}" as there is a file of that name`, { cause: error });
  }
}
