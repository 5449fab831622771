import { readSourceFacts } from "../../src/modulith/source/read_source_facts.ts";

const repository = new URL("../../", import.meta.url);

/** The package as a consumer gets it: modules over HTTP. */
export interface PackageServer extends AsyncDisposable {
  readonly url: string;
  /** The address of each entry point, by the specifier that a consumer imports. */
  readonly entryPoints: Readonly<Record<string, string>>;
  /** The paths of the published files. */
  readonly files: readonly string[];
}

/**
 * Serves the package the way JSR does: only what the publish dry run lists, bare specifiers rewritten to `npm:` by the
 * import map.
 */
export async function servePackage(): Promise<PackageServer> {
  const { exports, imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", repository)));
  const files = await publishedFiles();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const path = new URL(request.url).pathname.slice(1);
    if (!files.includes(path)) return new Response(`"${path}" is not published`, { status: 404 });
    const text = await Deno.readTextFile(new URL(path, repository));
    const content = path.endsWith(".ts") ? rewritten(text, path, imports) : text;
    return new Response(content, { headers: { "content-type": contentTypeOf(path) } });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const entryPoints = Object.entries(exports as Record<string, string>).map((
    [name, file],
  ) => [`@espalier/espalier${name.slice(1)}`, new URL(file, `${url}/`).href]);
  return { url, entryPoints: Object.fromEntries(entryPoints), files, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** The files that `deno publish` would upload. */
export async function publishedFiles(): Promise<string[]> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["publish", "--dry-run", "--allow-dirty", "--no-check", "--allow-slow-types"],
    cwd: repository,
    env: { NO_COLOR: "1" },
  }).output();
  const report = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  if (code !== 0) throw new Error(`Cannot list what is published: ${report}`);
  return [...report.matchAll(/^\s+(file:\S+) \(.+\)$/gm)].map(([, file]) => file!.slice(repository.href.length));
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
