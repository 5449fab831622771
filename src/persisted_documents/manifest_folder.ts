import type { DocumentManifest } from "./document_manifests.ts";

/** Name of the sub-folder with retired manifests. */
const retiredFolder = "retired";

/**
 * Reads the manifests of a folder: each JSON file is a manifest, named by the file; those in `retired/` are retired.
 *
 * @param folder a `file:` URL
 * @throws TypeError when the folder has no manifests, or a file is not valid JSON
 */
export async function manifestsOfFolder(folder: URL): Promise<readonly DocumentManifest[]> {
  const base = new URL(folder.href.replace(/\/?$/, "/"));
  const active = await read(base, false);
  const retired = await read(new URL(`${retiredFolder}/`, base), true);
  if (active.length > 0) return [...active, ...retired];
  throw new TypeError(`Cannot load manifests from "${base.pathname}" as it must be a folder with JSON files`);
}

async function read(folder: URL, isRetired: boolean): Promise<DocumentManifest[]> {
  const files = await namesIn(folder);
  return await Promise.all(files.map(async (file) => ({
    name: file.slice(0, -".json".length),
    isRetired,
    manifest: parsed(file, await Deno.readTextFile(new URL(encodeURIComponent(file), folder))),
  })));
}

async function namesIn(folder: URL): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (!isDirectory && name.endsWith(".json")) found.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort();
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`Cannot read manifest "${file}" as it must be JSON: ${(cause as Error).message}`, { cause });
  }
}
