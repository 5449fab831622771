import type { Application } from "../../app/mod.ts";
import { AccessReport, type WayIn } from "../../context/mod.ts";

/**
 * Requires that a rule is about every mutation of GraphQL, and about everything that changes an exported collection.
 *
 * @param app an application with `security()`
 * @throws Error that names those without a rule
 */
export function everyMutationIsGuarded(app: Application): void {
  requireGuarded(
    app,
    "mutation",
    ({ kind, name }) => kind === "mutation" || kind === "collection" && !name.startsWith("read "),
  );
}

/**
 * Requires that a rule is about every way into an application: routes, fields of the root types, collections.
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
