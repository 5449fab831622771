/** The build: name and version in the application's `deno.json`. */
export interface BuildInfo {
  readonly name?: string;
  readonly version?: string;
}

const files = ["deno.json", "deno.jsonc", "jsr.json", "package.json"];

/**
 * Reads name and version of the application.
 *
 * @param root the application's folder
 * @returns `undefined` where no file tells, or none may be read
 */
export async function buildInfo(root: URL): Promise<BuildInfo | undefined> {
  if (root.protocol !== "file:") return undefined;
  for (const file of files) {
    const text = await readableText(new URL(file, root));
    const [, name] = /"name"\s*:\s*"([^"]+)"/.exec(text ?? "") ?? [];
    const [, version] = /"version"\s*:\s*"([^"]+)"/.exec(text ?? "") ?? [];
    if (name === undefined && version === undefined) continue;
    return { ...(name === undefined ? {} : { name }), ...(version === undefined ? {} : { version }) };
  }
  return undefined;
}

/**
 * Reads a file.
 *
 * @param url the file
 * @returns its text; `undefined` where there is none, or it may not be read
 */
export async function readableText(url: URL): Promise<string | undefined> {
  const isReadable = Deno.permissions.querySync({ name: "read", path: url }).state === "granted";
  if (!isReadable) return undefined;
  try {
    return await Deno.readTextFile(url);
  } catch {
    return undefined;
  }
}
