/**
 * Verifies the application modules below a folder, and writes their structure and documents.
 *
 * ```sh
 * deno run --allow-read --allow-write jsr:@espalier/espalier/modules . --write --docs=docs/generated
 * ```
 *
 * The exit code is 0 where all is well, 1 for violations or a file that is out of date, 2 for wrong use. `--help` lists the
 * options.
 *
 * Read on: `docs/modules.md` in the repository.
 *
 * @module
 */

import { modulesCommand } from "./modules_command.ts";

export { type CommandOutput, modulesCommand } from "./modules_command.ts";

if (import.meta.main) Deno.exit(await modulesCommand(Deno.args));
