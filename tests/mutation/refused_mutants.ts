import type { Mutant } from "./mutant.ts";

/**
 * Finds the mutants that the compiler refuses, as Stryker does: they are no silent mistakes. Each mutant is written
 * beside its original as a file of its own, so that one type check judges all of them.
 *
 * @param root the copy of the tree
 * @param mutants the mutants to judge; the sources are still the originals
 * @returns the ids of those that do not compile
 */
export async function refusedMutants(root: string, mutants: readonly Mutant[]): Promise<ReadonlySet<number>> {
  const siblings = new Map<string, Mutant>();
  const originals = new Map<string, string>();
  for (const mutant of mutants) {
    const text = await Deno.readTextFile(`${root}/${mutant.file}`);
    const { start, end, text: by } = mutant.edit;
    const write = async (id: number, content: string) => {
      const path = mutant.file.replace(/\.ts$/, `.mutant${id}.ts`);
      await Deno.writeTextFile(`${root}/${path}`, content);
      return path;
    };
    siblings.set(await write(mutant.id, text.slice(0, start) + by + text.slice(end)), mutant);
    if (originals.has(mutant.file)) continue;
    originals.set(mutant.file, await write(0, text));
  }
  const paths = [...siblings.keys(), ...originals.values()];
  const errors = paths.length === 0 ? new Map<string, number>() : await errorsOf(root, paths);
  for (const path of paths) await Deno.remove(`${root}/${path}`);
  const refused = new Set<number>();
  for (const [path, mutant] of siblings) {
    // A copy of a class is another type than the class: what the original's copy lacks is no fault of the mutant.
    const known = errors.get(originals.get(mutant.file)!) ?? 0;
    if ((errors.get(path) ?? 0) > known) refused.add(mutant.id);
  }
  return refused;
}

/** Returns the number of type errors by file. */
async function errorsOf(root: string, paths: readonly string[]): Promise<Map<string, number>> {
  const { stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", ...paths],
    cwd: root,
    env: { NO_COLOR: "1" },
    stdout: "null",
  }).output();
  const errors = new Map<string, number>();
  for (const [, path] of new TextDecoder().decode(stderr).matchAll(/^ {4}at file:\/\/(.*?):\d+:\d+$/gm)) {
    const file = path!.slice(root.length + 1);
    errors.set(file, (errors.get(file) ?? 0) + 1);
  }
  return errors;
}
