import type { SourceExport } from "../source/source_facts.ts";
import type { SourceFile, SourceTree } from "../source/source_tree.ts";

/** Where a name is declared. */
export interface DeclaredName {
  /** Path of the file. */
  readonly path: string;
  /** The name there. */
  readonly name: string;
  readonly declaration: SourceExport;
}

/** Follows names through files that hand them on. */
export class ExportIndex {
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #names = new Map<string, ReadonlyMap<string, DeclaredName>>();

  /** @param tree the source files */
  constructor(tree: SourceTree) {
    this.#files = tree.files;
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
    this.#names.set(path, names); // first, so that files that hand on each other's names come to an end
    const file = this.#files.get(path);
    for (const each of file?.exports ?? []) {
      const target = each.reference === undefined ? undefined : file!.references[each.reference]?.target;
      if (each.name === "*") this.#addAll(names, target!);
      else names.set(each.name, this.#follow(path, each, target));
    }
    return names;
  }

  #addAll(names: Map<string, DeclaredName>, target: string): void {
    for (const [name, declared] of this.namesOf(target)) {
      if (name !== "default" && !names.has(name)) names.set(name, declared);
    }
  }

  /** A tag where the name is handed on counts like one at its declaration. */
  #follow(path: string, each: SourceExport, target: string | undefined): DeclaredName {
    const here = { path, name: each.name, declaration: each };
    if (target === undefined || each.imported === "*") return here;
    const declared = this.namesOf(target).get(each.imported!);
    if (declared === undefined) return this.#files.has(target) ? { ...here, path: target } : here;
    const { internal, namedInterfaces } = each;
    const tags = { ...(internal && { internal }), ...(namedInterfaces && { namedInterfaces }) };
    return { ...declared, declaration: { ...declared.declaration, ...tags } };
  }
}
