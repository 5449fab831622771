import { type DocumentNode, GraphQLError, Kind, parse } from "../../deps.ts";

/** Maximum size of a file, in bytes. */
export const maxFileBytes = 262_144;
/** Maximum number of files that are listed, and of directory entries that are visited for it. */
const [maxFiles, maxEntries] = [500, 50_000];
/** Maximum number of tokens of a file. */
const maxTokens = 20_000;
const extension = ".graphql";

/** A file of the project with operations. */
export interface OperationFile {
  /** Relative to the service's folder: `"graphql-documents/orders.graphql"`. */
  readonly path: string;
  /** Names of its operations; `""` for an anonymous one. */
  readonly operations: readonly string[];
  /** A digest of its text: a file is replaced only if its version is unchanged (optimistic locking). */
  readonly version: string;
}

/** Thrown when a file changed since it was read. */
export class OperationFileConflict extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "OperationFileConflict";
}

/**
 * The `.graphql` files of a project that hold operations, below one folder. Links, hidden folders, `node_modules` and
 * files with type definitions are left alone.
 */
export class OperationFiles {
  readonly #root: URL;
  #lastSave: Promise<unknown> = Promise.resolve();

  /** @param root the service's folder, ending in a slash */
  constructor(root: URL) {
    this.#root = root;
  }

  /** The service's folder. */
  get root(): URL {
    return this.#root;
  }

  /** Lists the files by path; `isComplete` is false if there are too many. */
  async list(): Promise<{ readonly files: readonly OperationFile[]; readonly isComplete: boolean }> {
    const files: OperationFile[] = [];
    let isComplete = true;
    for await (const path of this.#paths(() => isComplete = false)) {
      const found = await this.read(path);
      if (found === undefined) continue;
      if (files.length >= maxFiles) {
        isComplete = false;
        break;
      }
      const { operations, version } = found;
      files.push({ path, operations, version });
    }
    return { files: files.sort((a, b) => a.path < b.path ? -1 : 1), isComplete };
  }

  /**
   * Reads a file.
   *
   * @param path relative to the service's folder
   * @returns `undefined` if it does not exist or contains no operations
   * @throws TypeError when the path is not one of a `.graphql` file below the folder
   */
  async read(path: string): Promise<OperationFile & { readonly text: string } | undefined> {
    const url = this.#urlOf(path);
    if (!await this.#isFile(path)) return undefined;
    const text = await Deno.readTextFile(url);
    const operations = operationsIn(text);
    return operations && { path, operations, version: await digestOf(text), text };
  }

  /**
   * Writes a file atomically; saves are serialized.
   *
   * @param path relative to the service's folder
   * @param text operations and fragments
   * @param version the version that is replaced; `undefined` for a new file
   * @returns the new version
   * @throws TypeError if the path or the text is invalid
   * @throws OperationFileConflict when the file has another version
   */
  save(path: string, text: string, version: string | undefined): Promise<string> {
    const saved = this.#lastSave.then(() => this.#save(path, text, version));
    this.#lastSave = saved.catch(() => {});
    return saved;
  }

  async #save(path: string, text: string, version: string | undefined): Promise<string> {
    const url = this.#urlOf(path);
    requireOperations(path, text);
    const exists = await this.#entry(path) !== undefined;
    const current = exists ? await this.read(path) : undefined;
    if (exists && current === undefined) {
      throw new TypeError(`Cannot save "${path}" as the file there must hold operations alone`);
    }
    if (current?.version !== version) throw new OperationFileConflict(conflictOf(path, current, version));
    const temporary = new URL(`.${crypto.randomUUID()}.tmp`, url);
    try {
      await Deno.mkdir(new URL(".", url), { recursive: true });
      await Deno.writeTextFile(temporary, text);
      await Deno.rename(temporary, url);
    } catch (error) {
      await Deno.remove(temporary).catch(() => {});
      throw error;
    }
    return await digestOf(text);
  }

  async *#paths(onLimit: () => void): AsyncGenerator<string> {
    const open = [""];
    for (let visited = 0; open.length > 0;) {
      const folder = open.shift()!;
      for await (const { name, isDirectory, isFile } of Deno.readDir(new URL(encoded(folder), this.#root))) {
        if (++visited > maxEntries) return onLimit();
        if (!isSegment(name)) continue;
        if (isDirectory) open.push(`${folder}${name}/`);
        else if (isFile && name.endsWith(extension)) yield `${folder}${name}`;
      }
    }
  }

  #urlOf(path: string): URL {
    const isValid = path.length <= 300 && path.endsWith(extension) && path.split("/").every(isSegment);
    if (isValid) return new URL(encoded(path), this.#root);
    throw new TypeError(
      `Cannot use path "${path.slice(0, 300)}" as it must be one of a ${extension} file below the service's folder, ` +
        "such as graphql-documents/orders.graphql",
    );
  }

  async #isFile(path: string): Promise<boolean> {
    const entry = await this.#entry(path);
    return entry !== undefined && entry.isFile && entry.size <= maxFileBytes;
  }

  /** Finds an entry; links are rejected, because they may lead outside of the folder. */
  async #entry(path: string): Promise<Deno.FileInfo | undefined> {
    let entry: Deno.FileInfo | undefined;
    let below = "";
    for (const segment of path.split("/")) {
      below += segment;
      entry = await Deno.lstat(new URL(encoded(below), this.#root)).catch((error) => {
        if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
        throw error;
      });
      if (entry === undefined) return undefined;
      if (entry.isSymlink) throw new TypeError(`Cannot use path "${path}" as "${below}" must not be a link`);
      below += "/";
    }
    return entry;
  }
}

function isSegment(name: string): boolean {
  return name !== "node_modules" && /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u.test(name);
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Names of the operations; `undefined` for other documents and what does not parse. */
function operationsIn(text: string): string[] | undefined {
  try {
    const { definitions } = parse(text, { maxTokens, noLocation: true });
    const isExecutable = definitions.every(isExecutableDefinition);
    const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    if (!isExecutable || operations.length === 0) return undefined;
    return operations.map((each) => "name" in each ? each.name?.value ?? "" : "");
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

function isExecutableDefinition({ kind }: DocumentNode["definitions"][number]): boolean {
  return kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION;
}

function requireOperations(path: string, text: string): void {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const [place] = error.locations ?? [];
    const at = place === undefined ? "" : ` (line ${place.line}, column ${place.column})`;
    throw new TypeError(`Cannot save "${path}" as its text must be a GraphQL document: ${error.message}${at}`);
  }
  if (document.definitions.every(isExecutableDefinition)) return;
  throw new TypeError(`Cannot save "${path}" as its text must hold operations and fragments alone`);
}

function conflictOf(path: string, current: OperationFile | undefined, version: string | undefined): string {
  if (version === undefined) return `Cannot create "${path}" as the file exists: open it, or choose another name`;
  return current === undefined
    ? `Cannot replace "${path}" as the file does not exist any more`
    : `Cannot replace "${path}" as the file has changed since it was opened: open it again`;
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex().slice(0, 32);
}
