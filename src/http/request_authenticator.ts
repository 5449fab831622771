import type { ServiceIdentifier } from "../../deps.ts";
import type { Authentication } from "../context/mod.ts";
import { type MaybePromise, token } from "../kernel/mod.ts";

/** The source of credentials: the headers of a request, or their substitute, such as `connection_init`. */
export interface CredentialSource {
  /**
   * Reads one header.
   *
   * @param header the name of a header, in lower case
   * @returns its value, or `null`
   */
  header(header: string): string | null;
  /** The path of the request, for schemes that apply to some paths only. */
  readonly path: string;
  /** The method of the request; that of a WebSocket's handshake is `GET`. */
  readonly method: string;
  /** The query with its question mark, or `""`. */
  readonly search: string;
}

/**
 * Authenticates the caller of a request, and returns the expiry. Long-lived connections use it for credentials that
 * they receive.
 */
export interface RequestAuthenticator {
  /**
   * Checks the credentials of one request.
   *
   * @param source the source of credentials
   * @returns the authentication, or `undefined` without credentials
   * @throws AuthenticationError when there are credentials that are not accepted
   */
  authenticate(source: CredentialSource): MaybePromise<Authentication | undefined>;
}

/** Identifier of the {@linkcode RequestAuthenticator} bean; absent if no feature authenticates. */
export const RequestAuthenticator: ServiceIdentifier<RequestAuthenticator> = token<RequestAuthenticator>(
  "RequestAuthenticator",
);
