import { buildPackage, entryPointsOf, repository } from "./build_package.ts";

/**
 * Builds the package, and a configuration, `deno.json`, in which the examples of the repository import it.
 *
 * @param folder where to, a path; the package is in its folder `package`
 */
export async function packageForExamples(folder: string): Promise<void> {
  const built = new URL(`file://${folder}/package/`);
  await buildPackage(built);
  const { imports, unstable, compilerOptions } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));
  await Deno.copyFile(new URL("deno.lock", repository), `${folder}/deno.lock`);
  await Deno.writeTextFile(
    `${folder}/deno.json`,
    JSON.stringify({
      imports: { ...imports, ...await entryPointsOf(built) },
      compilerOptions,
      unstable,
      lock: { path: `${folder}/deno.lock`, frozen: false },
    }),
  );
}
