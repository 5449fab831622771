import { processVariable } from "../../kernel/mod.ts";
import { StartupError } from "../startup_error.ts";

/** How this process was started. */
export interface OwnCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * Reads how this process was started, to start another one with the same flags and permissions.
 *
 * @throws StartupError when a permission is missing, or the system does not report it
 */
export async function ownCommand(): Promise<OwnCommand> {
  const file = Deno.execPath();
  requirePermission({ name: "run", command: file }, `--allow-run=${file}`);
  requirePermission({ name: "env", variable: processVariable }, `--allow-env=${processVariable}`);
  if (Deno.build.standalone) return { file, args: Deno.args };
  if (Deno.build.os !== "linux") {
    throw new StartupError(
      `Cannot start further processes as several can share a port on Linux only: current system is ${Deno.build.os}`,
      undefined,
    );
  }
  const args = await startedWith(file);
  if (!args.some((arg) => arg.startsWith("--watch"))) return { file, args };
  throw new StartupError('Cannot start further processes with --watch: leave out either it or "processes"', undefined);
}

/** Reading `/proc` needs all permissions. A process that may run Deno can give them to another one. */
async function startedWith(file: string): Promise<string[]> {
  const code = "await Deno.stdout.write(Deno.readFileSync(`/proc/${Deno.ppid}/cmdline`))";
  const { success, stdout } = await new Deno.Command(file, {
    args: ["eval", "--no-config", "--no-lock", code],
    stdin: "null",
    stderr: "null",
  }).output();
  const [, ...args] = new TextDecoder().decode(stdout).split("\0").slice(0, -1);
  if (success && args.length > 0) return args;
  throw new StartupError(
    "Cannot start further processes as the system does not tell how this one was started",
    undefined,
  );
}

function requirePermission(permission: Deno.PermissionDescriptor, flag: string): void {
  if (Deno.permissions.querySync(permission).state === "granted") return;
  throw new StartupError(`Cannot start further processes as that takes a permission: run with ${flag}`, undefined);
}
