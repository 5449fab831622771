import type { ApplicationModule } from "./application_module.ts";

/** One place where a file of one module refers to a file of another. */
export interface ModuleReference {
  /** The module that refers. */
  readonly origin: ApplicationModule;
  /** The module that is referred to. */
  readonly target: ApplicationModule;
  /** Path of the referring file below the root. */
  readonly file: string;
  /** The line of the reference, from 1. */
  readonly line: number;
  /** As it is written. */
  readonly specifier: string;
  /** The names that are taken. */
  readonly names: readonly string[];
  /** Names under which that is declared, where they are others, and of `"*"` all. */
  readonly declaredAs: readonly string[];
  /** The modules that declare what the target only hands on, by the names there. */
  readonly declaredBy: ReadonlyMap<string, ApplicationModule>;
  /** Whether the reference vanishes when the file is compiled. */
  readonly typeOnly: boolean;
  /** Path of the file that is referred to. */
  readonly path: string;
}
