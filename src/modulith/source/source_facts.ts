/** How one file refers to another. */
export type ReferenceKind = "import" | "export" | "dynamic" | "type";

/**
 * A reference from a file to another one: an import, a re-export, a dynamic import, an import type, a worker's file,
 * `import.meta.resolve`, types or a JSX import source named by a comment, or `require` in a CommonJS module.
 */
export interface SourceReference {
  /** As it is written, for example `"../catalog/mod.ts"`. */
  readonly specifier: string;
  /**
   * The statement or expression: `"type"` is `import("x").T` in a type position or a comment such as `@deno-types`,
   * `"dynamic"` is a worker's file or `import.meta.resolve("x")`, too.
   */
  readonly kind: ReferenceKind;
  /** Whether the reference is erased at run time, as far as the text shows. */
  readonly typeOnly: boolean;
  /** The imported names; `"*"` for all of them, empty for an import for its side effects only and for a worker. */
  readonly names: readonly string[];
  /** Line of the keyword, counted from 1. */
  readonly line: number;
}

/** A load of a file whose name is computed: `import("./pages/" + name)`. */
export interface ComputedLoad {
  /** The call as it is written, shortened to one line. */
  readonly text: string;
  /** Line of the call, counted from 1. */
  readonly line: number;
}

/** A fact about the contents of a module, found in a file. */
export interface SourceMention {
  /**
   * A bound bean, a class with a base class, a published event, an event that is listened to, or an environment
   * variable that is read.
   */
  readonly kind: "bean" | "base" | "published" | "heard" | "variable";
  /** The bean's service identifier, the class, the event's class, or the variable. */
  readonly name: string;
  /** The bean's class if it differs from `name`, or the base class. */
  readonly type?: string;
}

/** A name that a file exports. */
export interface SourceExport {
  /** The exported name; `"*"` for `export * from`. */
  readonly name: string;
  /** Index of the reference that the name is re-exported from, unless the file declares it. */
  readonly reference?: number;
  /** The name in the referenced file. */
  readonly imported?: string;
  /** The local name if it differs: `export { local as name }`, `export default local`. */
  readonly local?: string;
  /** Whether the comment before it has the tag `@internal`. */
  readonly internal?: true;
  /** Names after `@namedInterface` in the comment before it; by default the folder's name. */
  readonly namedInterfaces?: readonly string[];
  /** Whether the name of the interface is that of the folder. */
  readonly isNamedByFolder?: true;
}

/** The references, exports and further facts found in the text of a source file. */
export interface SourceFacts {
  /** The files that it refers to. */
  readonly references: readonly SourceReference[];
  /** The names that it exports. */
  readonly exports: readonly SourceExport[];
  /** First paragraph of the leading comment with `@module`; absent without one. */
  readonly description?: string;
  /** Facts about the contents of the module; absent if there are none. */
  readonly mentions?: readonly SourceMention[];
  /** Dynamic imports, workers and, in CommonJS modules, `require` calls with computed file names. */
  readonly computed: readonly ComputedLoad[];
}
