import type { ApplicationModule } from "./application_module.ts";

/** A reference from a file of one module to a file of another. */
export interface ModuleReference {
  /** The module that refers. */
  readonly origin: ApplicationModule;
  /** The module that is referred to. */
  readonly target: ApplicationModule;
  /** Path of the referring file below the root. */
  readonly file: string;
  /** The line of the reference, from 1. */
  readonly line: number;
  /** The specifier as it is written. */
  readonly specifier: string;
  /** The imported names. */
  readonly names: readonly string[];
  /** The declared names where they differ from the imported ones; for `"*"` all. */
  readonly declaredAs: readonly string[];
  /** The modules that declare symbols which the target only re-exports, by declared name. */
  readonly declaredBy: ReadonlyMap<string, ApplicationModule>;
  /** Whether the compiler erases the reference. */
  readonly typeOnly: boolean;
  /** Path of the file that is referred to. */
  readonly path: string;
}
