const root = new URL("../../src/console/page/", import.meta.url);

/** A source file of the console's pages. */
export interface ConsoleSource {
  /** Relative to the folder of the console. */
  readonly path: string;
  readonly text: string;
}

/** Reads what the console's bundle is made of, in the order of the paths. */
export async function sources(): Promise<ConsoleSource[]> {
  const paths = ["deno.json", "deno.lock", ...await filesBelow("src/")].sort();
  return await Promise.all(paths.map(async (path) => ({ path, text: await Deno.readTextFile(new URL(path, root)) })));
}

/** A digest of the sources, which the bundle repeats: it tells whether the bundle is up to date. */
export async function digestOfSources(): Promise<string> {
  const text = JSON.stringify(await sources());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    found.push(...isDirectory ? await filesBelow(`${folder}${name}/`) : [`${folder}${name}`]);
  }
  return found;
}
