import type { ActuatorCaller, ShownTo } from "../kernel/mod.ts";

/**
 * Whether a caller is authorized to see restricted data.
 *
 * @param caller the authenticated caller; `undefined` for an anonymous one
 * @param roles of which the caller needs one; empty for all who have authenticated
 */
export function isAuthorized(caller: ActuatorCaller | undefined, roles: readonly string[]): boolean {
  return caller !== undefined && (roles.length === 0 || roles.some((role) => caller.roles.has(role)));
}

/**
 * Whether something is shown to a caller.
 *
 * @param shownTo who sees it
 * @param caller who calls
 * @param roles of an authorized caller
 */
export function isShownTo(
  shownTo: ShownTo,
  caller: ActuatorCaller | undefined,
  roles: readonly string[],
): boolean {
  return shownTo === "always" || (shownTo === "when-authorized" && isAuthorized(caller, roles));
}
