import type { SourceExport } from "../source/source_facts.ts";
import type { SourceTree } from "../source/source_tree.ts";

/** The declaration of a name. */
export interface DeclaredName {
  /** Path of the file. */
  readonly path: string;
  /** The name there. */
  readonly name: string;
  readonly declaration: SourceExport;
}

/** An export, with the path of the file that it is re-exported from. */
interface OwnExport {
  readonly declaration: SourceExport;
  readonly target: string | undefined;
}

/** Follows names through re-exports to their declarations. */
export class ExportIndex {
  readonly #tree: SourceTree;
  /** The named exports of each file, without `export *`. */
  readonly #own = new Map<string, ReadonlyMap<string, OwnExport>>();
  /** Each file with the files that it re-exports by `export *`. */
  readonly #starExports = new Map<string, ReadonlySet<string>>();
  readonly #names = new Map<string, ReadonlyMap<string, DeclaredName>>();

  /** @param tree the source files */
  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  /**
   * The export statements of a file.
   *
   * @param path of the file
   */
  exportsOf(path: string): readonly SourceExport[] {
    return this.#tree.files.get(path)?.exports ?? [];
  }

  /**
   * Finds where a name that a file exports is declared.
   *
   * @param path of the file
   * @param name exported by it
   * @returns the declaration; `undefined` when the file doesn't export the name
   */
  declarationOf(path: string, name: string): DeclaredName | undefined {
    return this.namesOf(path).get(name);
  }

  /**
   * All names that a file exports, with their declarations.
   *
   * @param path of the file
   */
  namesOf(path: string): ReadonlyMap<string, DeclaredName> {
    const known = this.#names.get(path);
    if (known !== undefined) return known;
    const names = new Map<string, DeclaredName>();
    for (const file of this.#starExportClosure(path)) {
      for (const [name, own] of this.#ownOf(file)) {
        // Named exports take precedence over `export *`, which never includes the default export.
        if (names.has(name) || (name === "default" && file !== path)) continue;
        names.set(name, this.#follow(file, own, new Set()));
      }
    }
    this.#names.set(path, names);
    return names;
  }

  /**
   * The declared names of imported symbols, where an alias, a default import or a namespace import hides them.
   *
   * @param path of the file
   * @param names as they are imported; `"*"` for all
   * @returns those that differ from the imported ones
   */
  otherNamesOf(path: string, names: readonly string[]): readonly string[] {
    return [...this.declaringFilesOf(path, names).keys()].filter((name) => !names.includes(name));
  }

  /**
   * The files that declare imported symbols; for a namespace those of all its members.
   *
   * @param path of the file
   * @param names as they are imported; `"*"` for all
   * @returns paths by declared name
   */
  declaringFilesOf(path: string, names: readonly string[]): ReadonlyMap<string, string> {
    const exported = this.namesOf(path);
    const all = names.includes("*") ? exported.values() : names.flatMap((name) => exported.get(name) ?? []);
    const found = [...all].flatMap((declared) => {
      if (declared.declaration.imported !== "*") return [declared];
      const target = this.#tree.files.get(declared.path)?.references[declared.declaration.reference!]?.target;
      return target === undefined ? [] : [...this.namesOf(target).values()];
    }).map(({ path: file, name, declaration: { local = name } }) => [local, file] as const);
    return new Map(found.filter(([name]) => name !== "default"));
  }

  /** A file and all files that it re-exports by `export *`, directly or not; the nearest first. Cycles are allowed. */
  #starExportClosure(path: string): ReadonlySet<string> {
    const known = this.#starExports.get(path);
    if (known !== undefined) return known;
    const found = new Set([path]);
    for (const file of found) {
      const references = this.#tree.files.get(file)?.references;
      for (const { name, reference } of this.exportsOf(file)) {
        if (name === "*" && reference !== undefined) found.add(references![reference]!.target);
      }
    }
    this.#starExports.set(path, found);
    return found;
  }

  #ownOf(path: string): ReadonlyMap<string, OwnExport> {
    const known = this.#own.get(path);
    if (known !== undefined) return known;
    const references = this.#tree.files.get(path)?.references;
    const own = new Map<string, OwnExport>();
    for (const declaration of this.exportsOf(path)) {
      const { name, reference } = declaration;
      if (name === "*") continue;
      const target = reference === undefined ? undefined : references![reference]!.target;
      // An interface and a constant, or the overloads of a function, share a name: merge their tags.
      own.set(name, { declaration: { ...own.get(name)?.declaration, ...declaration }, target });
    }
    this.#own.set(path, own);
    return own;
  }

  /** Follows a name to its declaration; `visited` ends the search where files re-export from each other. */
  #declared(path: string, name: string, visited: Set<string>): DeclaredName | undefined {
    if (visited.has(`${path} ${name}`)) return undefined;
    visited.add(`${path} ${name}`);
    for (const file of this.#starExportClosure(path)) {
      const own = this.#ownOf(file).get(name);
      if (own !== undefined && (name !== "default" || file === path)) return this.#follow(file, own, visited);
    }
    return undefined;
  }

  /** Follows a re-export. A tag at the re-export applies like one at the declaration. */
  #follow(path: string, { declaration, target }: OwnExport, visited: Set<string>): DeclaredName {
    const here = { path, name: declaration.name, declaration };
    if (target === undefined || declaration.imported === "*") return here;
    const declared = this.#declared(target, declaration.imported!, visited);
    if (declared === undefined) return this.#tree.files.has(target) ? { ...here, path: target } : here;
    const { internal, namedInterfaces } = declaration;
    const tags = { ...(internal && { internal }), ...(namedInterfaces && { namedInterfaces }) };
    return { ...declared, declaration: { ...declared.declaration, ...tags } };
  }
}
