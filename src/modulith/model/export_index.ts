import type { SourceExport } from "../source/source_facts.ts";
import type { SourceTree } from "../source/source_tree.ts";

/** Where a name is declared. */
export interface DeclaredName {
  /** Path of the file. */
  readonly path: string;
  /** The name there. */
  readonly name: string;
  readonly declaration: SourceExport;
}

/** An export, with the path of the file that it is handed on from. */
interface OwnExport {
  readonly declaration: SourceExport;
  readonly target: string | undefined;
}

/** Follows names through files that hand them on. */
export class ExportIndex {
  readonly #tree: SourceTree;
  /** What each file names itself. */
  readonly #own = new Map<string, ReadonlyMap<string, OwnExport>>();
  /** Each file with those that it hands on whole. */
  readonly #whole = new Map<string, ReadonlySet<string>>();
  readonly #names = new Map<string, ReadonlyMap<string, DeclaredName>>();

  /** @param tree the source files */
  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  /**
   * What a file exports, as its text says it.
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
   * @returns the declaration; `undefined` when the file doesn't export the name, as far as its text tells
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
    for (const file of this.#handedOnWhole(path)) {
      for (const [name, own] of this.#ownOf(file)) {
        // What a file names itself goes before what it hands on whole, a default is never handed on so.
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
   * The files in which that is declared what is imported, of a namespace all that it holds.
   *
   * @param path of the file
   * @param names as they are imported; `"*"` for all
   * @returns paths by the names there
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

  /** A file and all that it hands on by `export *`, however files hand on each other; the nearest first. */
  #handedOnWhole(path: string): ReadonlySet<string> {
    const known = this.#whole.get(path);
    if (known !== undefined) return known;
    const found = new Set([path]);
    for (const file of found) {
      const references = this.#tree.files.get(file)?.references;
      for (const { name, reference } of this.exportsOf(file)) {
        if (name === "*" && reference !== undefined) found.add(references![reference]!.target);
      }
    }
    this.#whole.set(path, found);
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
      // An interface and a constant, or the forms of a function, are one name: what is said about one counts.
      own.set(name, { declaration: { ...own.get(name)?.declaration, ...declaration }, target });
    }
    this.#own.set(path, own);
    return own;
  }

  /** Follows a name to its declaration; `visited` ends the search where files have a name from each other. */
  #declared(path: string, name: string, visited: Set<string>): DeclaredName | undefined {
    if (visited.has(`${path} ${name}`)) return undefined;
    visited.add(`${path} ${name}`);
    for (const file of this.#handedOnWhole(path)) {
      const own = this.#ownOf(file).get(name);
      if (own !== undefined && (name !== "default" || file === path)) return this.#follow(file, own, visited);
    }
    return undefined;
  }

  /** A tag where the name is handed on counts like one at its declaration. */
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
