import type { PackageServer } from "./package_server.ts";

/** Deno in a folder of a consumer. */
export interface DenoIn {
  /** Runs Deno in the project; fails unless it ends with 0. Returns what it wrote. */
  deno(...args: readonly string[]): Promise<string>;
  /** Starts Deno in the project. */
  spawn(...args: readonly string[]): Deno.ChildProcess;
  /** Runs a subcommand that imports nothing. */
  plain(...args: readonly string[]): Promise<string>;
}

/** A project outside of the repository that knows the package by its address alone. */
export interface ConsumerProject extends DenoIn, AsyncDisposable {
  /** The project's folder, ending in a slash. */
  readonly folder: string;
  /** Adds to the project's configuration. */
  configure(more: Readonly<Record<string, unknown>>): Promise<void>;
  /** Deno in a folder of the project. */
  within(path: string): DenoIn;
}

/**
 * Makes a project whose configuration imports the package and nothing else, and sets no unstable flag. It shares the
 * npm cache, so that packages are not downloaded again, and nothing else.
 */
export async function consumerProject(
  { entryPoints, url }: PackageServer,
  { files }: { readonly files: Readonly<Record<string, string>> },
): Promise<ConsumerProject> {
  const folder = `${await Deno.makeTempDir({ prefix: "espalier-consumer-" })}/`;
  const cache = `${await Deno.makeTempDir({ prefix: "espalier-consumer-cache-" })}/`;
  await Deno.symlink(await npmCache(), `${cache}npm`);
  const configure = (more: Readonly<Record<string, unknown>>) =>
    Deno.writeTextFile(`${folder}deno.json`, JSON.stringify({ imports: entryPoints, ...more }, null, 2));
  await configure({});
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(new URL(".", `file://${folder}${name}`), { recursive: true });
    await Deno.writeTextFile(`${folder}${name}`, text);
  }
  const denoIn = (cwd: string) => denoWith({ cwd, cache, importsFrom: new URL(url).host });
  return {
    ...denoIn(folder),
    folder,
    configure,
    within: (path) => denoIn(folder + path),
    async [Symbol.asyncDispose]() {
      await Promise.all([folder, cache].map((path) => Deno.remove(path, { recursive: true })));
    },
  };
}

function denoWith({ cwd, cache, importsFrom }: { cwd: string; cache: string; importsFrom: string }): DenoIn {
  const command = (args: readonly string[], stderr: "piped" | "inherit" = "piped") =>
    new Deno.Command(Deno.execPath(), {
      args: [...args],
      cwd,
      env: { DENO_DIR: cache, NO_COLOR: "1" },
      stdout: "piped",
      stderr,
    });
  const finished = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await command(args).output();
    const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    if (code !== 0) throw new Error(`deno ${args.join(" ")} ended with ${code}:\n${output}`);
    return output;
  };
  const importing = (
    [subcommand, ...rest]: readonly string[],
  ) => [subcommand!, `--allow-import=${importsFrom}`, ...rest];
  return {
    deno: (...args) => finished(importing(args)),
    spawn: (...args) => command(importing(args), "inherit").spawn(),
    plain: (...args) => finished(args),
  };
}

async function npmCache(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).npmCache;
}
