/** How one file refers to another. */
export type ReferenceKind = "import" | "export" | "dynamic" | "type";

/**
 * One place where a file names another one: an import, a re-export, a dynamic import, an import type, a worker's file,
 * `import.meta.resolve`, types or a source of JSX named by a comment, or `require` in a CommonJS module.
 */
export interface SourceReference {
  /** As it is written, for example `"../catalog/mod.ts"`. */
  readonly specifier: string;
  /**
   * The statement or expression: `"type"` is `import("x").T` in a type position or a comment such as `@deno-types`,
   * `"dynamic"` is a worker's file or `import.meta.resolve("x")`, too.
   */
  readonly kind: ReferenceKind;
  /** Whether nothing of it is left at run time as far as the text tells. */
  readonly typeOnly: boolean;
  /** The names taken from the other file; `"*"` for all of them, nothing for an import for its effects alone or a worker. */
  readonly names: readonly string[];
  /** Line of the keyword, counted from 1. */
  readonly line: number;
}

/** A place where a file loads another one that its text doesn't name: `import("./pages/" + name)`. */
export interface ComputedLoad {
  /** The call as it is written, shortened to one line. */
  readonly text: string;
  /** Line of the call, counted from 1. */
  readonly line: number;
}

/** What a file tells about the contents of its module. */
export interface SourceMention {
  /**
   * A bean that is bound, a class with a base, an event that is published or listened to, a variable of the environment
   * that is read.
   */
  readonly kind: "bean" | "base" | "published" | "heard" | "variable";
  /** What a bean is bound under, the class, the event's class, the variable. */
  readonly name: string;
  /** The bean's class where it is another one, the class's base. */
  readonly type?: string;
}

/** A name that a file exports. */
export interface SourceExport {
  /** The exported name; `"*"` for `export * from`. */
  readonly name: string;
  /** Index of the reference that the name is handed on from, where the file doesn't declare it itself. */
  readonly reference?: number;
  /** The name in the file that the reference points to. */
  readonly imported?: string;
  /** The name that it has in the file, where that is another one: `export { local as name }`, `export default local`. */
  readonly local?: string;
  /** Whether the comment before it says `@internal`. */
  readonly internal?: true;
  /** Names after `@namedInterface` in the comment before it; the folder's name where it says none. */
  readonly namedInterfaces?: readonly string[];
  /** Whether the comment leaves the name to the folder. */
  readonly isNamedByFolder?: true;
}

/** What the text of one source file tells about its place among the others. */
export interface SourceFacts {
  /** The files that it refers to. */
  readonly references: readonly SourceReference[];
  /** The names that it exports. */
  readonly exports: readonly SourceExport[];
  /** First paragraph of the comment with `@module` that the file begins with; absent where there is none. */
  readonly description?: string;
  /** What tells of the contents of the module; absent where there is nothing. */
  readonly mentions?: readonly SourceMention[];
  /** Dynamic imports, workers and in CommonJS modules `require`, of files that are computed. */
  readonly computed: readonly ComputedLoad[];
}
