/**
 * The modules command: `deno run --allow-read --allow-write jsr:@espalier/espalier/modules --help`.
 *
 * @module
 */

import { modulesCommand } from "./modules_command.ts";

export { type CommandOutput, modulesCommand } from "./modules_command.ts";

if (import.meta.main) Deno.exit(await modulesCommand(Deno.args));
