import { dirname } from "node:path";

/** A copy of the tree in a temporary folder, which is removed at the end. */
export interface TreeCopy extends AsyncDisposable {
  readonly root: string;
}

/** Copies the files that git knows, and those that it does not ignore, as they are in the work tree. */
export async function copyTree(root: string): Promise<TreeCopy> {
  const copy = await Deno.makeTempDir({ prefix: "espalier_mutation_" });
  await Deno.mkdir(`${copy}/tmp`);
  const folders = new Set<string>();
  for (const file of await filesOf(root)) {
    const folder = dirname(`${copy}/${file}`);
    if (!folders.has(folder)) await Deno.mkdir(folder, { recursive: true });
    folders.add(folder);
    await Deno.copyFile(`${root}/${file}`, `${copy}/${file}`);
  }
  const remove = () => Deno.removeSync(copy, { recursive: true });
  globalThis.addEventListener("unload", remove);
  return {
    root: copy,
    [Symbol.asyncDispose]: async () => {
      globalThis.removeEventListener("unload", remove);
      await Deno.remove(copy, { recursive: true });
    },
  };
}

async function filesOf(root: string): Promise<string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout, success } = await new Deno.Command("git", { args, cwd: root }).output();
  if (!success) throw new Error(`Cannot list the files of "${root}" as it must be a work tree of git`);
  const files = new TextDecoder().decode(stdout).split("\0").filter((file) => file !== "");
  const isFile = await Promise.all(
    files.map((file) => Deno.lstat(`${root}/${file}`).then((info) => info.isFile, () => false)),
  );
  return files.filter((_, at) => isFile[at]);
}
