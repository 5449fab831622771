import { readableText } from "./build_info.ts";

/** The checkout that a process was started from. */
export interface GitInfo {
  readonly branch?: string;
  readonly commit: {
    readonly id: string;
    /** Absent where git has packed the commit. */
    readonly time?: string;
  };
}

/** Number of folders above the root in which a checkout is looked for. */
const maxParents = 8;

/**
 * Reads branch and commit of the checkout that holds a folder, without starting git.
 *
 * @param root the folder
 * @returns `undefined` where there is no checkout, or it may not be read
 */
export async function gitInfo(root: URL): Promise<GitInfo | undefined> {
  if (root.protocol !== "file:") return undefined;
  let folder = root;
  for (let depth = 0; depth <= maxParents; depth++) {
    const info = await infoIn(await gitFolder(folder));
    if (info !== undefined) return info;
    folder = new URL("../", folder);
  }
  return undefined;
}

/** `.git` is a folder, or in a worktree a file that names one. */
async function gitFolder(folder: URL): Promise<URL> {
  const [, path] = /^gitdir: (.+)$/m.exec(await readableText(new URL(".git", folder)) ?? "") ?? [];
  return path === undefined ? new URL(".git/", folder) : new URL(`${path.trim()}/`, folder);
}

async function infoIn(git: URL): Promise<GitInfo | undefined> {
  const head = (await readableText(new URL("HEAD", git)))?.trim();
  if (head === undefined) return undefined;
  const common = (await readableText(new URL("commondir", git)))?.trim();
  const shared = common === undefined ? git : new URL(`${common}/`, git);
  const [, ref] = /^ref: (refs\/.+)$/.exec(head) ?? [];
  const id = ref === undefined ? head : await commitOf(ref, git, shared);
  if (id === undefined || !/^[\da-f]{40,64}$/.test(id)) return undefined;
  const time = await timeOf(id, shared);
  return {
    ...(ref === undefined ? {} : { branch: ref.replace(/^refs\/heads\//, "") }),
    commit: { id: id.slice(0, 7), ...(time === undefined ? {} : { time }) },
  };
}

async function commitOf(ref: string, git: URL, shared: URL): Promise<string | undefined> {
  const loose = await readableText(new URL(ref, git)) ?? await readableText(new URL(ref, shared));
  if (loose !== undefined) return loose.trim();
  const packed = await readableText(new URL("packed-refs", shared));
  return packed?.split("\n").find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
}

async function timeOf(id: string, git: URL): Promise<string | undefined> {
  const url = new URL(`objects/${id.slice(0, 2)}/${id.slice(2)}`, git);
  if (Deno.permissions.querySync({ name: "read", path: url }).state !== "granted") return undefined;
  try {
    const file = await Deno.open(url);
    const text = await new Response(file.readable.pipeThrough(new DecompressionStream("deflate"))).text();
    const [, seconds] = /^committer .* (\d+) [+-]\d{4}$/m.exec(text) ?? [];
    return seconds === undefined ? undefined : new Date(Number(seconds) * 1_000).toISOString();
  } catch {
    return undefined;
  }
}
