import { type ApplicationRoot, describeValue } from "../kernel/mod.ts";

/**
 * Finds the folder below which an application keeps its resources.
 *
 * @param root a folder or a module in it (`import.meta.url`); absent means the folder of the nearest `deno.json` above
 * the main module or, where that can't be seen, the main module's own folder
 * @throws TypeError when the root is no absolute URL
 */
export function applicationRootOf(root: string | URL | undefined): ApplicationRoot {
  if (root !== undefined) return { url: new URL(".", absolute(root)) };
  const main = new URL(".", Deno.mainModule);
  return { url: main.protocol === "file:" ? nearestConfigured(main) ?? main : main };
}

function absolute(root: string | URL): URL {
  const url = URL.parse(root);
  if (url !== null) return url;
  throw new TypeError(
    `Cannot use option "root" as it must be a URL, such as import.meta.url: current value is ${describeValue(root)}`,
  );
}

function nearestConfigured(start: URL): URL | undefined {
  for (let folder = start;; folder = new URL("..", folder)) {
    if (exists(new URL("deno.json", folder)) || exists(new URL("deno.jsonc", folder))) return folder;
    if (folder.pathname === new URL("..", folder).pathname) return undefined;
  }
}

function exists(file: URL): boolean {
  try {
    return Deno.statSync(file).isFile;
  } catch {
    // absent, or not allowed to look: either way it can't be used; reading a schema later names the missing flag
    return false;
  }
}
