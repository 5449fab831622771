import type { ActuatorEndpoint, ActuatorRequest } from "../kernel/mod.ts";
import type { ModuleStructure } from "./structure/module_structure.ts";

/** Number of lines to show before the requested one. */
const linesBefore = 3;
const linesAfter = 14;
/** Maximum number of files of a module that are read per request. */
const maxFiles = 2_000;

/** A location in the sources of a module. */
interface SourcePlace {
  /** The file, relative to the root of the modules. */
  readonly file: string;
  /** The file as an absolute path, for an editor. */
  readonly path: string;
  /** Line number, from 1. */
  readonly line: number;
  /** Number of the first of the lines. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/**
 * `sources/BookController.books?module=catalog`: returns the source location of a bean's method, for the console in
 * development. Only files of modules are read.
 */
export class ModuleSourcesEndpoint implements ActuatorEndpoint {
  readonly id = "sources";
  readonly pathVariable = "function";
  readonly #structure: ModuleStructure;
  readonly #root: URL;

  /**
   * @param structure has the folders of the modules
   * @param root the folder of the modules, ending in a slash
   */
  constructor(structure: ModuleStructure, root: URL) {
    this.#structure = structure;
    this.#root = root;
  }

  async handle({ request, path }: ActuatorRequest): Promise<Response | undefined> {
    const [type = "", method = ""] = path.split(".");
    const identifier = new URL(request.url).searchParams.get("module");
    const module = this.#structure.modules.find((each) => each.identifier === identifier);
    if (module === undefined || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(type)) return undefined;
    try {
      const found = await this.#search(module.folder, new RegExp(`\\bclass ${RegExp.escape(type)}\\b`));
      return found && Response.json(placeIn(found, type, method));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotCapable) return undefined;
      throw error;
    }
  }

  /** Searches the module's files sequentially, which is fast enough for a request of the console. */
  async #search(folder: string, pattern: RegExp): Promise<SourceText | undefined> {
    const open = [folder];
    for (let read = 0; open.length > 0 && read < maxFiles;) {
      const below = open.shift()!;
      for await (const { name, isDirectory, isFile } of Deno.readDir(new URL(below, this.#root))) {
        if (isDirectory && !name.startsWith(".") && name !== "node_modules") open.push(`${below}${name}/`);
        if (!isFile || !/\.[cm]?[jt]sx?$/.test(name) || read++ >= maxFiles) continue;
        const url = new URL(encodeURIComponent(name), new URL(below, this.#root));
        const text = await Deno.readTextFile(url);
        if (pattern.test(text)) return { url, file: `${below}${name}`, text };
      }
    }
    return undefined;
  }
}

interface SourceText {
  readonly url: URL;
  readonly file: string;
  readonly text: string;
}

/** Finds the line of the method, or that of the class if the method is inherited. */
function placeIn({ url, file, text }: SourceText, type: string, method: string): SourcePlace {
  const lines = text.split(/\r?\n/);
  const classAt = Math.max(0, lines.findIndex((line) => new RegExp(`\\bclass ${RegExp.escape(type)}\\b`).test(line)));
  const written = new RegExp(
    `^\\s*(?:(?:public|protected|private|static|override|async|get|readonly)\\s+)*\\*?\\s*${
      RegExp.escape(method)
    }\\s*[(<=:]`,
  );
  const methodAt = method === "" ? -1 : lines.findIndex((line, at) => at > classAt && written.test(line));
  const at = methodAt < 0 ? classAt : methodAt;
  const first = Math.max(0, at - linesBefore);
  return {
    file,
    path: decodeURIComponent(url.pathname),
    line: at + 1,
    firstLine: first + 1,
    lines: lines.slice(first, at + 1 + linesAfter),
  };
}
