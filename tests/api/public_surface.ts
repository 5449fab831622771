const repository = new URL("../../", import.meta.url);

/** The reports of the public surface, one file for each entry point. */
export const reports = new URL("docs/api/", repository);

/**
 * Reads the public surface from the sources: every entry point with the signatures of all that it exports, as
 * `deno doc` prints them, without documentation and without places in files.
 *
 * @returns the text of each report, by file name
 */
export async function publicSurface(): Promise<Map<string, string>> {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository))) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const copy = await Deno.makeTempDir({ prefix: "espalier_surface_" });
  try {
    await copyWithoutDocumentation(copy);
    const surface = new Map<string, string>();
    for (const [entryPoint, file] of Object.entries(exports)) {
      surface.set(reportName(entryPoint), await signatures(`${copy}/${file}`));
    }
    return surface;
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

function reportName(entryPoint: string): string {
  return `${entryPoint === "." ? "mod" : entryPoint.slice(2).replaceAll("/", "_")}.txt`;
}

/** `deno doc` prints documentation between signatures; without doc comments there is nothing but signatures. */
async function copyWithoutDocumentation(target: string): Promise<void> {
  for (const file of ["deno.json", "deno.lock"]) await Deno.copyFile(new URL(file, repository), `${target}/${file}`);
  for (const file of ["mod.ts", "deps.ts", ...await filesBelow("src")]) {
    const path = `${target}/${file}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    const text = await Deno.readTextFile(new URL(file, repository));
    await Deno.writeTextFile(path, file.endsWith(".ts") ? text.replaceAll(docComment, "") : text);
  }
}

const docComment = /^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm;

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(new URL(`${folder}/`, repository))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) found.push(...await filesBelow(path));
    else found.push(path);
  }
  return found;
}

async function signatures(file: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", file],
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(`Cannot read the public surface of "${file}": ${new TextDecoder().decode(stderr)}`);
  const lines = new TextDecoder().decode(stdout).split("\n").filter((line) => !line.startsWith("Defined in "));
  return `${lines.join("\n").replaceAll(/\n{2,}/g, "\n\n").replaceAll(/\n\n(?= )/g, "\n").trim()}\n`;
}
