/**
 * Runs a service for development: it is restarted when a file changes, and types are checked beside it. Traces and recent
 * requests outlive a restart, and pages in the browser are loaded again after it.
 *
 * ```sh
 * deno run --allow-read --allow-env --allow-run=deno jsr:@espalier/espalier/dev --allow-net main.ts
 * ```
 *
 * What stands behind the command is given to `deno run`: options, the main module, its arguments.
 *
 * Read on: `docs/development.md` in the repository.
 *
 * @module
 */

import { pathToFileURL } from "node:url";
import { Supervisor } from "./supervisor.ts";
import { TypeCheck } from "./type_check.ts";

const usage = `Runs a service for development, and runs it again when one of its files changes.

Usage: dev [--no-check] [OPTION OF deno run...] MAIN [ARGUMENT...]

  MAIN         the service's main module; the folder of its deno.json is watched, and the other modules that it loads
  --no-check   do not check types beside the running service
  --verbose    also write when the process for the next restart waits

The service runs in the preset "development" unless ESPALIER_PRESET says otherwise. Traces and recent requests outlive a
restart, and pages in the browser are loaded again after it.`;

interface CommandLine {
  readonly checks: boolean;
  readonly isVerbose: boolean;
  /** The arguments of `deno run`. */
  readonly args: readonly string[];
  readonly main: string;
}

/**
 * Runs the command.
 *
 * @param args the command line
 * @param signal stops the service, and the command
 * @returns the exit code
 * @throws TypeError when the command line can't be used
 *
 * @example
 * ```ts
 * import { runDev } from "@espalier/espalier/dev";
 *
 * const status = await runDev(["--help"], AbortSignal.timeout(60_000)); // prints how it is used
 * console.log(status); // 0
 * ```
 */
export async function runDev(args: readonly string[], signal: AbortSignal): Promise<number> {
  if (args.includes("--help") && mainIn(args) === undefined) {
    console.log(usage);
    return 0;
  }
  const { checks, isVerbose, args: runArgs, main } = read(args);
  const url = pathToFileURL(`${Deno.cwd()}/${main}`);
  await requireFile(url, main);
  const deno = executable();
  const root = await folderOf(url);
  const write = (text: string) => console.error(text);
  const config = runArgs.filter((arg) => /^--(?:config|import-map|lock|no-lock|node-modules-dir)\b/.test(arg));
  const types = checks ? new TypeCheck({ deno, args: [...config, main], root, write }) : undefined;
  const env = { ESPALIER_PRESET: "development", ...Deno.env.toObject() };
  await new Supervisor({ command: { deno, args: runArgs, env }, root, types, isVerbose, write }, signal).run();
  return 0;
}

function mainIn(args: readonly string[]): string | undefined {
  return args.find((arg) => !arg.startsWith("-") && /\.[cm]?[jt]sx?$/.test(arg));
}

function read(args: readonly string[]): CommandLine {
  const main = mainIn(args);
  if (main === undefined) {
    throw new TypeError(
      `Cannot run a service as the command line must name its main module, such as main.ts: current value is "${
        args.join(" ")
      }"`,
    );
  }
  const options = args.slice(0, args.indexOf(main));
  const watch = options.find((arg) => /^--watch(?:-hmr|-exclude)?\b/.test(arg));
  if (watch !== undefined) {
    throw new TypeError(`Cannot use option "${watch}" as dev watches by itself: leave it out`);
  }
  return {
    checks: !options.includes("--no-check"),
    isVerbose: options.includes("--verbose"),
    args: [...options.filter((arg) => arg !== "--no-check" && arg !== "--verbose"), ...args.slice(options.length)],
    main,
  };
}

async function requireFile(url: URL, name: string): Promise<void> {
  const isFile = await Deno.stat(url).then((stat) => stat.isFile, (error) => {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  });
  if (!isFile) throw new TypeError(`Cannot run a service as there must be its main module: "${name}" is no file`);
}

/** The folder of the nearest `deno.json`, which is the root of an application. */
async function folderOf(main: URL): Promise<URL> {
  for (let folder = new URL(".", main);; folder = new URL("..", folder)) {
    for (const name of ["deno.json", "deno.jsonc"]) {
      if (await Deno.stat(new URL(name, folder)).then(() => true, () => false)) return folder;
    }
    if (folder.pathname === new URL("..", folder).pathname) return new URL(".", main);
  }
}

/**
 * Returns the `deno` on the search path, which `--allow-run=deno` permits; it may differ from the running executable.
 */
function executable(): string {
  const command = Deno.execPath();
  return Deno.permissions.querySync({ name: "run", command }).state === "granted" ? command : "deno";
}

/** Prints errors of the command line as one message; other errors with their stack. */
async function main(): Promise<number> {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    if (name === "SIGINT" || Deno.build.os !== "windows") Deno.addSignalListener(name, () => stop.abort());
  }
  try {
    return await runDev(Deno.args, stop.signal);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof Deno.errors.NotCapable)) throw error;
    console.error(error.message);
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main());
