import type { ServiceIdentifier } from "../../../deps.ts";
import { token } from "../../kernel/mod.ts";
import type { Violation } from "../verification/violation.ts";
import type { ModuleContents } from "./module_contents.ts";
import { aFlag, aListOf, anObject, aRecordOf, aText, optional } from "./structure_check.ts";

/** The use of a module by another in its sources. */
export interface ModuleUse {
  /** Identifier of the other module. */
  readonly target: string;
  /** The names that are imported, sorted. */
  readonly names: readonly string[];
  /** The declared names where they differ; absent if none do. */
  readonly declaredAs?: readonly string[];
  /** Identifiers of the modules that declare symbols which the other one only re-exports, by declared name. */
  readonly declaredBy?: Readonly<Record<string, string>>;
  /** Whether all these imports are erased at run time. */
  readonly typeOnly: boolean;
}

/** The facts found in the sources of a module. */
export interface ModuleFacts extends ModuleContents {
  /** The identifier of the module. */
  readonly identifier: string;
  /** The name to display. */
  readonly displayName: string;
  /** The description in its `mod.ts`, in a comment with `@module`. */
  readonly description?: string;
  /** The folder of the module, relative to the root. */
  readonly basePackage: string;
  /** The folder's path below the root, ending in a slash. */
  readonly folder: string;
  /** Identifier of the closest enclosing module. */
  readonly parent?: string;
  /** Whether other modules may use all of its files (`"open"`) or only its interfaces (`"closed"`). */
  readonly type: "open" | "closed";
  /** Whether every module may use it. */
  readonly shared: boolean;
  /** The allowed dependencies; absent if none were declared. */
  readonly allowedDependencies?: readonly string[];
  /** The names of each interface; the unnamed one is `<<UNNAMED>>`. */
  readonly interfaces: Readonly<Record<string, readonly string[]>>;
  /** The declared names where they differ; absent if none do. */
  readonly declaredAs?: readonly string[];
  /** All names under which its files declare what they export, whether others may use it or not. */
  readonly declares: readonly string[];
  /** Other modules, by the order of their identifiers. */
  readonly uses: readonly ModuleUse[];
}

/**
 * What the sources of an application tell about its modules. It can be written to a file, so that a service needs no
 * sources, and no permission to read them, when it runs.
 */
export interface ModuleStructure {
  /** Version of the form. */
  readonly version: 1;
  /** The name of the application. */
  readonly systemName: string;
  /** The modules, ordered by identifier. */
  readonly modules: readonly ModuleFacts[];
  /** What breaks the structure. */
  readonly violations: readonly Violation[];
}

/** Identifier of the {@linkcode ModuleStructure} bean, which `modulith()` binds at start-up. */
export const ModuleStructure: ServiceIdentifier<ModuleStructure> = token<ModuleStructure>("ModuleStructure");

/** The folder that holds the modules, where it is not the application's root. */
export interface ModuleRoot {
  /** Ends in a slash. */
  readonly url: URL;
}

/** Identifier of the {@linkcode ModuleRoot} bean, which `modulith()` binds at start-up. */
export const ModuleRoot: ServiceIdentifier<ModuleRoot> = token<ModuleRoot>("ModuleRoot");

/**
 * Takes over a structure that was written to a file, and imported as JSON.
 *
 * @param value the parsed file
 * @throws TypeError when it is no such file, naming the part that is not as it must be
 */
export function moduleStructureFrom(value: unknown): ModuleStructure {
  const structure = value as Partial<ModuleStructure> | null;
  if (typeof structure !== "object" || structure === null || !Array.isArray(structure.modules)) {
    throw new TypeError("Cannot use the module structure as it must be a file that the modules command has written");
  }
  if (structure.version !== 1) {
    throw new TypeError(
      `Cannot use the module structure as its version must be 1: current value is ${JSON.stringify(structure.version)}`,
    );
  }
  checkParts(structure, "");
  requireDistinct(structure.modules);
  return structure as ModuleStructure; // as was checked
}

const names = aListOf(aText());

const usesInFiles = aListOf(anObject({ name: aText(), files: names }));

const checkParts = anObject({
  systemName: aText(),
  modules: aListOf(anObject({
    identifier: aText(/./, "a string with at least one character"),
    displayName: aText(),
    description: optional(aText()),
    basePackage: aText(),
    folder: aText(/\/$/, "a path that ends in a slash"),
    parent: optional(aText()),
    type: aText(/^(?:open|closed)$/, '"open" or "closed"'),
    shared: aFlag(),
    allowedDependencies: optional(names),
    interfaces: aRecordOf(names),
    declaredAs: optional(names),
    declares: names,
    beans: optional(aListOf(anObject({ name: aText(), type: optional(aText()), stereotype: aText(), file: aText() }))),
    published: optional(usesInFiles),
    heard: optional(usesInFiles),
    variables: optional(usesInFiles),
    uses: aListOf(anObject({
      target: aText(),
      names,
      declaredAs: optional(names),
      declaredBy: optional(aRecordOf(aText())),
      typeOnly: aFlag(),
    })),
  })),
  violations: aListOf(anObject({ kind: aText(), message: aText() })),
});

function requireDistinct(modules: readonly ModuleFacts[]): void {
  const known = new Set<string>();
  for (const { identifier } of modules) {
    if (known.has(identifier)) {
      throw new TypeError(
        `Cannot use the module structure as it holds two modules of one identifier: current value is "${identifier}"`,
      );
    }
    known.add(identifier);
  }
}
