import { readSourceFacts } from "../../src/modulith/source/read_source_facts.ts";
import { buildPackage } from "../bundle/build_package.ts";

/** The package as a consumer gets it: modules over HTTP. */
export interface PackageServer extends AsyncDisposable {
  readonly url: string;
  /** The address of each entry point, by the specifier that a consumer imports. */
  readonly entryPoints: Readonly<Record<string, string>>;
  /** The paths of the published files. */
  readonly files: readonly string[];
}

/**
 * Builds the package and serves it the way JSR does: only what the publish dry run lists, bare specifiers rewritten to
 * `npm:` by the import map.
 */
export async function servePackage(): Promise<PackageServer> {
  const built = await builtPackage();
  const { exports, imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", built.folder)));
  const files = await publishedFiles(built.folder);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const path = new URL(request.url).pathname.slice(1);
    if (!files.includes(path)) return new Response(`"${path}" is not published`, { status: 404 });
    const text = await Deno.readTextFile(new URL(path, built.folder));
    const content = path.endsWith(".ts") ? rewritten(text, path, imports) : text;
    return new Response(content, { headers: { "content-type": contentTypeOf(path) } });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const entryPoints = Object.entries(exports as Record<string, string>).map((
    [name, file],
  ) => [`@espalier/espalier${name.slice(1)}`, new URL(file, `${url}/`).href]);
  return {
    url,
    entryPoints: Object.fromEntries(entryPoints),
    files,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await built[Symbol.asyncDispose]();
    },
  };
}

/** The package as it is published, in a folder that is removed afterwards. */
export async function builtPackage(): Promise<AsyncDisposable & { readonly folder: URL }> {
  const path = await Deno.makeTempDir({ prefix: "espalier-package-" });
  const folder = new URL(`file://${path}/`);
  await buildPackage(folder);
  return { folder, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/**
 * Lists the files that `deno publish` would upload.
 *
 * @param built the folder of the package that was built
 */
export async function publishedFiles(built: URL): Promise<string[]> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["publish", "--dry-run", "--allow-dirty", "--no-check", "--allow-slow-types"],
    cwd: built,
    env: { NO_COLOR: "1" },
  }).output();
  const report = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  if (code !== 0) throw new Error(`Cannot list what is published: ${report}`);
  return [...report.matchAll(/^\s+(file:\S+) \(.+\)$/gm)].map(([, file]) => file!.slice(built.href.length));
}

/** Replaces bare specifiers by what the import map makes of them. */
function rewritten(text: string, path: string, imports: Readonly<Record<string, string>>): string {
  const specifiers = new Set(readSourceFacts(text, path).references.map(({ specifier }) => specifier));
  let result = text;
  for (const specifier of specifiers) {
    if (/^(\.|node:|npm:|https?:)/.test(specifier)) continue;
    const quoted = new RegExp(`((?:from|import)[\\s(]*)"${RegExp.escape(specifier)}"`, "g");
    result = result.replace(quoted, (_, keyword: string) => `${keyword}"${mapped(specifier, path, imports)}"`);
  }
  return result;
}

function mapped(specifier: string, path: string, imports: Readonly<Record<string, string>>): string {
  const key = Object.keys(imports)
    .filter((name) => name === specifier || (name.endsWith("/") && specifier.startsWith(name)))
    .sort((a, b) => b.length - a.length)[0];
  if (key === undefined) throw new Error(`Cannot publish ${path} as "${specifier}" is not in the import map`);
  const target = imports[key]! + specifier.slice(key.length);
  if (!target.startsWith("./")) return target;
  return "../".repeat(path.split("/").length - 1) + target.slice(2);
}

function contentTypeOf(path: string): string {
  if (path.endsWith(".ts")) return "application/typescript";
  if (path.endsWith(".json")) return "application/json";
  return path.endsWith(".js") ? "text/javascript" : "text/plain; charset=utf-8";
}
