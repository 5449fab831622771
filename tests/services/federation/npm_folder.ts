/** Packages that need graphql 16, and so a folder and processes of their own. */
export interface NpmFolder {
  readonly path: string;
  /** Starts a script of this folder's packages in Node. */
  start(script: URL, args: readonly string[], env?: Readonly<Record<string, string>>): Deno.ChildProcess;
}

/** Whether Node and npm are here. */
export const hasNpm: boolean = await succeeds("npm", "--version") && await succeeds("node", "--version");

async function succeeds(command: string, ...args: readonly string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(command, { args: [...args], stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

/**
 * Installs packages into a folder below `~/.cache` that is kept for later runs. Scripts of the packages are not run.
 *
 * @param packages with exact versions; a script finds them by the folder's name
 */
export async function npmFolder(...packages: readonly string[]): Promise<NpmFolder> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(packages.join(" ")));
  const name = new Uint8Array(digest).toHex().slice(0, 16);
  const parent = `${Deno.env.get("HOME") ?? Deno.makeTempDirSync()}/.cache/espalier-npm`;
  const path = `${parent}/${name}`;
  if (!await exists(`${path}/installed`)) await install(parent, { path, packages });
  return {
    path,
    start: (script, args, env = {}) => {
      const local = `${path}/${script.pathname.split("/").at(-1)!.replace(".txt", "")}`;
      // Node looks for packages from the folder of the script upwards; Deno's checker would look for them here.
      Deno.copyFileSync(script, local);
      return new Deno.Command("node", { args: [local, ...args], cwd: path, env, stdin: "piped", stdout: "piped" })
        .spawn();
    },
  };
}

async function install(
  parent: string,
  { path, packages }: { readonly path: string; readonly packages: readonly string[] },
): Promise<void> {
  await Deno.mkdir(parent, { recursive: true });
  const draft = await Deno.makeTempDir({ dir: parent });
  await Deno.writeTextFile(`${draft}/package.json`, JSON.stringify({ private: true }));
  const { success, stderr } = await new Deno.Command("npm", {
    args: ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", ...packages],
    cwd: draft,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`npm install failed: ${new TextDecoder().decode(stderr)}`);
  await Deno.writeTextFile(`${draft}/installed`, packages.join("\n"));
  // Another process may have been faster.
  await Deno.rename(draft, path).catch(() => Deno.remove(draft, { recursive: true }));
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
