import { describeAllowedDependency, permits } from "../model/allowed_dependency.ts";
import { type ApplicationModule, isNestedIn } from "../model/application_module.ts";
import type { ScannedModules } from "../model/scanned_modules.ts";
import { isDeclarationFile, UNNAMED_INTERFACE } from "../model/module_interfaces.ts";
import type { ModuleReference } from "../model/module_reference.ts";
import { adviseSpecifier } from "./advise_specifier.ts";
import type { Violation } from "./violation.ts";

/**
 * Looks for references that lead where they must not.
 *
 * @param modules what was found
 */
export function detectForbiddenReferences(modules: ScannedModules): Violation[] {
  const shared = modules.modules.filter((module) => module.isShared);
  return modules.references.flatMap((reference) => violationOf(reference, shared) ?? []);
}

/** The first rule that a reference breaks. */
function violationOf(reference: ModuleReference, shared: readonly ApplicationModule[]): Violation | undefined {
  const { origin, target, path } = reference;
  if (target.isRoot || isComposition(reference)) return undefined;
  const used = namesUsed(reference);
  const forbidden = used.filter((name) => !isAllowed(name, reference, shared));
  if (forbidden.length > 0) return undeclared(reference, forbidden, shared);
  if (target.type === "open" && !isDeclarationFile(path, target.folder)) return undefined;
  if (isNestedIn(origin, target)) return undefined;
  const hidden = used.filter(({ offeredBy }) => offeredBy.length === 0);
  if (hidden.length > 0) return notExposed(reference, hidden);
  if (isReachable(origin, target)) return undefined;
  return {
    ...placeOf(reference),
    kind: "sub-module",
    message: `Invalid sub-module reference from module '${origin.identifier}' to module '${target.identifier}'!`,
  };
}

/** The composition root puts the modules together. */
function isComposition({ origin, target, path }: ModuleReference): boolean {
  return origin.isRoot && isDeclarationFile(path, target.folder);
}

/** A name that is taken from another module, `"*"` for all that a file exports or runs. */
interface UsedName {
  readonly name: string;
  /** The interfaces that offer it; none for what is not exposed. */
  readonly offeredBy: readonly string[];
}

function namesUsed({ target, path, names }: ModuleReference): UsedName[] {
  const taken = names.length === 0 ? ["*"] : names;
  return taken.map((name) => ({ name, offeredBy: target.interfaces.interfacesOf(path, name) }));
}

function isAllowed(
  { offeredBy }: UsedName,
  { origin, target }: ModuleReference,
  shared: readonly ApplicationModule[],
): boolean {
  const { allowedDependencies } = origin;
  if (allowedDependencies === undefined) return true;
  const entries = [...allowedDependencies, ...shared.map(({ identifier }) => ({ target: identifier }))];
  // For what is not exposed it is enough that the module is named at all: that it is not exposed weighs more.
  if (offeredBy.length === 0) return entries.some((entry) => entry.target === target.identifier);
  return offeredBy.some((name) => entries.some((entry) => permits(entry, target.identifier, name)));
}

function undeclared(
  reference: ModuleReference,
  forbidden: readonly UsedName[],
  shared: readonly ApplicationModule[],
): Violation {
  const { origin, target } = reference;
  const named = [...new Set(forbidden.flatMap(({ offeredBy }) => offeredBy))]
    .filter((name) => name !== UNNAMED_INTERFACE).map((name) => `${target.identifier} :: ${name}`);
  const what = named.length > 0 ? `named interface(s) '${named.join(", ")}'` : `module '${target.identifier}'`;
  const allowed = [
    ...origin.allowedDependencies!.map(describeAllowedDependency),
    ...shared.map(({ identifier }) => identifier),
  ];
  return {
    ...placeOf(reference),
    kind: "undeclared",
    message: `Module '${origin.identifier}' depends on ${what} via ${
      describe(reference, forbidden)
    }. Allowed targets: ${allowed.join(", ") || "none"}.`,
  };
}

function notExposed(reference: ModuleReference, hidden: readonly UsedName[]): Violation {
  const { origin, target } = reference;
  const advice = adviseSpecifier(reference, hidden.map(({ name }) => name));
  return {
    ...placeOf(reference),
    kind: "not-exposed",
    message: `Module '${origin.identifier}' depends on non-exposed type ${
      describe(reference, hidden)
    } within module '${target.identifier}'!`,
    ...(advice !== undefined && { advice }),
  };
}

/** Of the names that are imported together only those that it is about. */
function describe({ path }: ModuleReference, about: readonly UsedName[]): string {
  const names = about.map(({ name }) => name).filter((name) => name !== "*");
  return names.length === 0 ? path : `${names.join(", ")} of ${path}`;
}

/** A nested module is there for its parent and for its siblings. */
function isReachable(origin: ApplicationModule, target: ApplicationModule): boolean {
  return target.parent === undefined || target.parent === origin || target.parent === origin.parent;
}

function placeOf({ origin, target, file, line, specifier }: ModuleReference): Omit<Violation, "kind" | "message"> {
  return { module: origin.identifier, target: target.identifier, file, line, specifier };
}
