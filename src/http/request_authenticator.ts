import type { ServiceIdentifier } from "../../deps.ts";
import type { Authentication } from "../context/mod.ts";
import { type MaybePromise, token } from "../kernel/mod.ts";

/** Where credentials are looked for: the headers of a request, or what a client sent in their place. */
export interface CredentialSource {
  /**
   * Reads one header.
   *
   * @param header the name of a header, in lower case
   * @returns its value, or `null`
   */
  header(header: string): string | null;
  /** The path of the request, where schemes are for some paths alone. */
  readonly path: string;
  /** The method of the request; that of a WebSocket's handshake is `GET`. */
  readonly method: string;
  /** The query with its question mark, or `""`. */
  readonly search: string;
}

/**
 * Finds out who makes a request, and by when that has to be asked again. Long-lived connections ask it about the
 * credentials that come over them.
 */
export interface RequestAuthenticator {
  /**
   * Checks the credentials of one request.
   *
   * @param source where credentials may be
   * @returns who it is, or `undefined` where no credentials came
   * @throws AuthenticationError when there are credentials that are not accepted
   */
  authenticate(source: CredentialSource): MaybePromise<Authentication | undefined>;
}

/** Identifier of the {@linkcode RequestAuthenticator} bean; absent where no feature authenticates. */
export const RequestAuthenticator: ServiceIdentifier<RequestAuthenticator> = token<RequestAuthenticator>(
  "RequestAuthenticator",
);
