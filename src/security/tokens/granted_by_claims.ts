import { Principal } from "../../context/mod.ts";

/** The names of the claims that contain the grants. */
export interface ClaimNames {
  /** The claim that names the principal; `"sub"` by default. */
  readonly nameClaim?: string;
  /**
   * The claim that lists the roles, with dots for claims within claims: `"realm_access.roles"`; `"roles"` by default.
   */
  readonly rolesClaim?: string;
}

/**
 * Creates the principal of a token: scopes are those of `scope` or `scp`.
 *
 * @param claims verified ones
 * @param names of the claims
 * @returns the principal, or `undefined` when the claims name none
 */
export function grantedByClaims(
  claims: Readonly<Record<string, unknown>>,
  { nameClaim = "sub", rolesClaim = "roles" }: ClaimNames,
): Principal | undefined {
  const name = claimAt(claims, nameClaim) ?? claims.client_id;
  if (typeof name !== "string" || name === "") return undefined;
  return new Principal(name, {
    scopes: words(claims.scope ?? claims.scp),
    roles: words(claimAt(claims, rolesClaim)),
    claims: Object.freeze({ ...claims }),
  });
}

function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function words(value: unknown): string[] {
  if (typeof value === "string") return value.split(" ").filter((word) => word !== "");
  return Array.isArray(value) ? value.filter((word) => typeof word === "string") : [];
}
