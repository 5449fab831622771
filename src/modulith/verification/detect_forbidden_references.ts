import { describeAllowedDependency, permits } from "../model/allowed_dependency.ts";
import { type ApplicationModule, isNestedIn } from "../model/application_module.ts";
import type { ScannedModules } from "../model/scanned_modules.ts";
import { isDeclarationFile, UNNAMED_INTERFACE } from "../model/module_interfaces.ts";
import type { ModuleReference } from "../model/module_reference.ts";
import { adviseSpecifier } from "./advise_specifier.ts";
import type { Violation } from "./violation.ts";

/**
 * Finds references that break a rule.
 *
 * @param modules the scanned modules
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

/** Whether the composition root imports a module's declaration, which is always allowed. */
function isComposition({ origin, target, path }: ModuleReference): boolean {
  return origin.isRoot && isDeclarationFile(path, target.folder);
}

/** A name imported from another module; `"*"` for all exports or side effects of a file. */
interface UsedName {
  readonly name: string;
  /** The interfaces that expose it; empty if it is not exposed. */
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
  // If the name is not exposed, any entry for the module suffices: "not-exposed" is the more relevant violation.
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

/** Describes the names that a violation is about, without others that are imported together with them. */
function describe({ path }: ModuleReference, about: readonly UsedName[]): string {
  const names = about.map(({ name }) => name).filter((name) => name !== "*");
  return names.length === 0 ? path : `${names.join(", ")} of ${path}`;
}

/** Whether a nested module may be used: only by its parent and its siblings. */
function isReachable(origin: ApplicationModule, target: ApplicationModule): boolean {
  return target.parent === undefined || target.parent === origin || target.parent === origin.parent;
}

function placeOf({ origin, target, file, line, specifier }: ModuleReference): Omit<Violation, "kind" | "message"> {
  return { module: origin.identifier, target: target.identifier, file, line, specifier };
}
