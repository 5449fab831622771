/** Packages that security alone needs: they are loaded by the schemes that use them, when the application starts. */

export type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey, ProtectedHeaderParameters } from "jose";

/** Loads JSON Web Tokens, signatures and keys. */
export const loadJose: () => Promise<typeof import("jose")> = () => import("jose");
