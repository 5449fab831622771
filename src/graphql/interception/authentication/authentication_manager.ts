import type { ServiceIdentifier } from "../../../../deps.ts";
import type { Authentication } from "../../../context/mod.ts";
import { type MaybePromise, token } from "../../../kernel/mod.ts";

/** Authenticates credentials: looks up a session, verifies a token's signature, or calls an identity provider. */
export interface AuthenticationManager {
  /**
   * Checks credentials.
   *
   * @param credentials the result of an {@linkcode AuthenticationExtractor}; a bearer token's principal is the token
   * @returns the authenticated principal
   * @throws AuthenticationError when the credentials are not accepted
   */
  authenticate(credentials: Authentication): MaybePromise<Authentication>;
}

/** Identifier of the {@linkcode AuthenticationManager} bean. */
export const AuthenticationManager: ServiceIdentifier<AuthenticationManager> = token<AuthenticationManager>(
  "AuthenticationManager",
);
