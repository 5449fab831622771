import type { Application } from "../../app/mod.ts";
import { AccessReport, type WayIn } from "../../context/mod.ts";

/**
 * Requires that a rule is about every mutation of GraphQL. Exported collections are routes:
 * {@linkcode everyWayInIsGuarded} asks for their rules.
 *
 * @param app an application with `security()`
 * @throws Error that names those without a rule
 */
export function everyMutationIsGuarded(app: Application): void {
  requireGuarded(app, "mutation", ({ kind }) => kind === "mutation");
}

/**
 * Requires that a rule is about every way into an application: routes, those of collections included, and fields of the
 * root types.
 *
 * @param app an application with `security()`
 * @param except the names of those that are open for everybody: `"/livez"`
 * @throws Error that names those without a rule
 */
export function everyWayInIsGuarded(app: Application, except: readonly string[] = []): void {
  requireGuarded(app, "way in", ({ name }) => !except.includes(name));
}

function requireGuarded({ container }: Application, what: string, concerns: (way: WayIn) => boolean): void {
  if (!container.isBound(AccessReport)) {
    throw new TypeError("Cannot tell what is guarded as the application must have security(): it is not installed");
  }
  const open = container.get(AccessReport).unguarded.filter(concerns);
  if (open.length === 0) return;
  const names = open.map(({ kind, name }) => `${kind} ${name}`).join(", ");
  throw new Error(`Every ${what} must have a rule: there is none for ${names}`);
}
