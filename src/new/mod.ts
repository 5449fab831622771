/**
 * Writes a new service: `deno run jsr:@espalier/espalier/new my-service`.
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
    const files = await newService({ ...options, folder, framework });
    console.log(`Wrote ${files.length} files to ${folder}\n\n  cd ${folder}\n  deno task test\n  deno task start\n`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

function askForFolder(): string {
  const answer = Deno.stdin.isTerminal() ? prompt("Folder of the new service:", "my-service") : null;
  if (answer) return answer;
  throw new TypeError(`Cannot write a service as there must be a folder\n\n${usage}`);
}

if (import.meta.main) Deno.exitCode = await main(Deno.args);
