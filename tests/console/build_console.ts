/**
 * Bundles the console of `src/console/page/` into `src/console/page_assets.json`: one gzip-compressed, base64-encoded text per
 * file, and a digest of the sources. Run it with `deno task console:build` after they change.
 */
import { build, stop } from "esbuild";
import { digestOfSources, sources } from "./console_sources.ts";

const output = new URL("../../src/console/page_assets.json", import.meta.url);

async function install(folder: string): Promise<void> {
  for (const file of await sources()) {
    const target = `${folder}/${file.path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, file.text);
  }
  const { imports } = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ nodeModulesDir: "auto", imports }));
  const { success } = await new Deno.Command("deno", { args: ["install", "--quiet"], cwd: folder }).output();
  if (!success) throw new Error("Cannot install the packages of the console");
}

async function bundle(folder: string): Promise<[string, string][]> {
  const { outputFiles } = await build({
    entryPoints: { console: `${folder}/src/main.tsx`, style: `${folder}/src/console.css` },
    outdir: `${folder}/out`,
    absWorkingDir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    chunkNames: "chunk-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
  });
  return await Promise.all(
    outputFiles.map(async ({ path, contents }): Promise<[string, string]> => {
      // The bundler types its output more loosely than it is.
      const zipped = new Blob([contents as Uint8Array<ArrayBuffer>]).stream().pipeThrough(
        new CompressionStream("gzip"),
      );
      return [path.split("/").at(-1)!, (await new Response(zipped).bytes()).toBase64()];
    }),
  );
}

// The path is part of what the bundler hashes, so it must not change from run to run.
const folder = "/tmp/espalier-console-build";
await Deno.remove(folder, { recursive: true }).catch(() => {});
await Deno.mkdir(folder);
try {
  await install(folder);
  const files = (await bundle(folder)).sort(([a], [b]) => a < b ? -1 : 1);
  const digest = await digestOfSources();
  await Deno.writeTextFile(output, `${JSON.stringify({ digest, files: Object.fromEntries(files) }, null, 1)}\n`);
  const bytes = files.reduce((sum, [, text]) => sum + text.length * 0.75, 0);
  console.log(`${files.length} files, ${Math.round(bytes / 1024)} KiB compressed`);
} finally {
  await stop();
  await Deno.remove(folder, { recursive: true });
}
