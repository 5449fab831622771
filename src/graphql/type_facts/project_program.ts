import type { typescript } from "./deps.ts";
import type { CollectOptions } from "./collect_options.ts";

/**
 * Makes a program of the TypeScript compiler over a Deno project: local modules are followed as Deno follows them,
 * everything else is unknown to it.
 *
 * @param ts the compiler
 * @param options the project
 */
export function projectProgram(ts: typeof typescript, { root, entryPoints }: CollectOptions): typescript.Program {
  const options: typescript.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  };
  const resolve = moduleResolver(importMapOf(root));
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, containingFile) =>
    literals.map(({ text }) => {
      const resolvedFileName = resolve(text, containingFile);
      return { resolvedModule: resolvedFileName ? { resolvedFileName, extension: ".ts" } : undefined };
    });
  return ts.createProgram(entryPoints.map((url) => decodeURIComponent(url.pathname)), options, host);
}

type ImportMap = Readonly<Record<string, string>>;

function importMapOf(root: URL): ImportMap {
  try {
    const { imports = {} } = JSON.parse(Deno.readTextFileSync(new URL("deno.json", root))) as { imports?: ImportMap };
    return Object.fromEntries(
      Object.entries(imports)
        .filter(([, target]) => target.startsWith("."))
        .map(([name, target]) => [name, new URL(target, root).href]),
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}

function moduleResolver(imports: ImportMap): (specifier: string, from: string) => string | undefined {
  return (specifier, from) => {
    const url = urlOf(specifier, from, imports);
    return url?.startsWith("file:") && /\.m?tsx?$/.test(url) ? decodeURIComponent(new URL(url).pathname) : undefined;
  };
}

function urlOf(specifier: string, from: string, imports: ImportMap): string | undefined {
  if (/^\.{0,2}\//.test(specifier)) return new URL(specifier, `file://${encodeURI(from)}`).href;
  if (specifier.startsWith("file:")) return specifier;
  const exact = imports[specifier];
  if (exact) return exact;
  const prefix = Object.keys(imports).find((name) => name.endsWith("/") && specifier.startsWith(name));
  return prefix && new URL(specifier.slice(prefix.length), imports[prefix]).href;
}
