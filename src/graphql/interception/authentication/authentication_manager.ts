import type { ServiceIdentifier } from "../../../../deps.ts";
import type { Authentication } from "../../../context/mod.ts";
import { type MaybePromise, token } from "../../../kernel/mod.ts";

/** Finds out whom credentials belong to: looks a session up, checks a token's signature, asks an identity provider. */
export interface AuthenticationManager {
  /**
   * Checks credentials.
   *
   * @param credentials what an {@linkcode AuthenticationExtractor} found; a bearer token's principal is the token
   * @returns who it is
   * @throws AuthenticationError when the credentials are not accepted
   */
  authenticate(credentials: Authentication): MaybePromise<Authentication>;
}

/** Identifier of the {@linkcode AuthenticationManager} bean. */
export const AuthenticationManager: ServiceIdentifier<AuthenticationManager> = token<AuthenticationManager>(
  "AuthenticationManager",
);
