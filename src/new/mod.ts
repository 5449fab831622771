/**
 * Writes a new service that starts and passes its own tests.
 *
 * ```sh
 * deno run --allow-read --allow-write jsr:@espalier/espalier/new bookstore
 * cd bookstore
 * deno task test
 * deno task start
 * ```
 *
 * {@linkcode newService} does the same by code. A folder that is not empty is rejected.
 *
 * Read on: `docs/getting-started.md` in the repository.
 *
 * @module
 */

import configuration from "../../deno.json" with { type: "json" };
import { parseCommandLine, usage } from "./command_line.ts";
import { newService } from "./new_service.ts";

export { newService, type NewServiceOptions } from "./new_service.ts";

/**
 * Runs the command.
 *
 * @param args as in `Deno.args`
 * @returns the exit code: 0 when the service was written or help was shown, 1 otherwise
 *
 * @example
 * ```ts
 * import { main } from "@espalier/espalier/new";
 *
 * const status = await main(["--help"]); // prints how it is used
 * console.log(status); // 0
 * ```
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { help, ...options } = parseCommandLine(args);
    if (help) {
      console.log(usage);
      return 0;
    }
    const folder = options.folder ?? askForFolder();
    const framework = `jsr:${configuration.name}@^${configuration.version}`;
    // Run from a checkout, the command writes a service that uses this checkout instead of the registry's version.
    const checkout = import.meta.url.startsWith("file:") ? { checkout: new URL("../../", import.meta.url).href } : {};
    const files = await newService({ ...options, ...checkout, folder, framework });
    console.log(`Wrote ${files.length} files to ${folder}\n\n${nextSteps(folder)}`);
    if (checkout.checkout) console.log(`The service uses ${checkout.checkout}, by "links" in its deno.json`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** The next commands, for copying. */
function nextSteps(folder: string): string {
  const enter = /^[\w./\\:~-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
  const commands = [`cd ${enter}`, "deno task test", "deno task start"];
  return commands.slice(folder === "." ? 1 : 0).map((command) => `  ${command}\n`).join("");
}

function askForFolder(): string {
  const answer = Deno.stdin.isTerminal() ? prompt("Folder of the new service:", "my-service") : null;
  if (answer) return answer;
  throw new TypeError(`Cannot write a service as there must be a folder\n\n${usage}`);
}

if (import.meta.main) Deno.exitCode = await main(Deno.args);
