/**
 * Bundles GraphiQL into `src/graphiql/page_assets.json`: one gzip-compressed, base64-encoded text per file.
 * Run it with `deno task graphiql:build` after its versions in `deno.json` change.
 */
import { build, type Plugin, stop } from "esbuild";

const packages = ["graphiql", "react", "react-dom", "graphql", "graphql-ws"];
const page = new URL("./page/", import.meta.url);
const output = new URL("../../src/graphiql/page_assets.json", import.meta.url);

/** Lays out the packages the way bundlers expect them. */
async function install(folder: string): Promise<void> {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
  const config = { nodeModulesDir: "auto", imports: Object.fromEntries(packages.map((name) => [name, imports[name]])) };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
  // The page's sources are no modules of this project: their imports resolve in the folder alone.
  for await (const { name } of Deno.readDir(page)) {
    await Deno.copyFile(new URL(name, page), `${folder}/${name.replace(/\.txt$/, "")}`);
  }
  const { success } = await new Deno.Command("deno", { args: ["install", "--quiet"], cwd: folder }).output();
  if (!success) throw new Error("Cannot install the packages of the page");
}

async function packageFolder(folder: string, name: string): Promise<string> {
  const escaped = name.replace("/", "+");
  for await (const entry of Deno.readDir(`${folder}/node_modules/.deno`)) {
    if (entry.name.startsWith(`${escaped}@`)) return `${folder}/node_modules/.deno/${entry.name}/node_modules/${name}`;
  }
  throw new Error(`Cannot bundle the page as package "${name}" must be installed`);
}

/** The fonts make up most of the style sheet; a system has its own. */
const withoutFonts: Plugin = {
  name: "without fonts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /graphiql[^/]*\/dist\/.*\.css$/ }, async ({ path }) => ({
      contents: (await Deno.readTextFile(path)).replaceAll(/@font-face\s*\{[^}]*\}/g, ""),
      loader: "css",
    })),
};

async function bundle(folder: string, name: string, entry: string): Promise<[string, string][]> {
  const formatter = `${folder}/formatter.js`;
  const { outputFiles } = await build({
    entryPoints: { [name]: entry },
    outdir: `${folder}/out`,
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    loader: { ".ttf": "dataurl" },
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    plugins: [withoutFonts],
    alias: {
      // Under a name of its own: the package's other files are found by their paths.
      "graphiql-react": `${await packageFolder(folder, "@graphiql/react")}/dist/index.js`,
      "@graphiql/toolkit": await packageFolder(folder, "@graphiql/toolkit"),
      "prettier/standalone": formatter,
      "prettier/plugins/graphql": formatter,
      "prettier/parser-graphql": formatter,
      "prettier/plugins/estree": formatter,
      "prettier/parser-babel": formatter,
    },
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

const folder = await Deno.makeTempDir();
try {
  await install(folder);
  const monaco = `${await packageFolder(folder, "monaco-editor")}/esm/vs`;
  const entries: [string, string][] = [
    ["page", `${folder}/page.js`],
    ["json.worker", `${monaco}/language/json/json.worker.js`],
    ["editor.worker", `${monaco}/editor/editor.worker.js`],
    ["graphql.worker", `${await packageFolder(folder, "monaco-graphql")}/esm/graphql.worker.js`],
  ];
  const assets: [string, string][] = [];
  for (const [name, entry] of entries) assets.push(...await bundle(folder, name, entry));
  await Deno.writeTextFile(output, `${JSON.stringify(Object.fromEntries(assets), null, 1)}\n`);
  for (const [name, text] of assets) console.log(name, Math.round(text.length * 0.75 / 1024), "KiB compressed");
} finally {
  await stop();
  await Deno.remove(folder, { recursive: true });
}
