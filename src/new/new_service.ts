import { pathToFileURL } from "node:url";
import { schemaTypes } from "../schema_types/write_types.ts";
import { serviceFiles } from "./template/service_files.ts";

/** The folder and name of a new service. */
export interface NewServiceOptions {
  /** The folder, which must not exist yet or be empty. */
  readonly folder: string;
  /** The package's specifier in the service's configuration. */
  readonly framework: string;
  /** The URL of a folder with the package, used instead of the registry's. */
  readonly checkout?: string;
  /** The database URL of the service; `sqlite:books.db` by default. */
  readonly database?: string;
  /** The port that it listens on; 8080 by default. */
  readonly port?: number;
}

/**
 * Writes a small service that starts and passes its own tests.
 *
 * @param options the folder and the name
 * @returns the paths that were written, within the folder
 * @throws Error if the folder is not empty: nothing is overwritten
 * @throws TypeError if the folder has no name
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
  // A service in "." or ".." is named after the folder.
  const path = await Deno.realPath(folder);
  const files = serviceFiles({ ...options, name: path.split(/[/\\]/).pop()!, database, port });
  for (const [file, text] of Object.entries(files)) {
    const target = `${folder}/${file}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, text, { createNew: true });
  }
  return [...Object.keys(files), ...await writeTypes(path)];
}

/** Writes the output of the service's task `types`, so that the service can be checked and started immediately. */
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
