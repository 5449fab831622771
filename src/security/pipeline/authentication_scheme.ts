import type { Authentication } from "../../context/mod.ts";
import type { CredentialSource, HttpExchange } from "../../http/mod.ts";
import type { Logger, ManagedCache, MaybePromise } from "../../kernel/mod.ts";

/** The services that a scheme receives at start-up. */
export interface SchemePlatform {
  /** Logs under `espalier.security`; never log credentials. */
  readonly logger: Logger;
  /** Aborted when the application stops. */
  readonly signal: AbortSignal;
  /**
   * Checks whether the page of another site sends a request.
   *
   * @param exchange the request
   * @returns why it is refused, or `undefined` when it is not
   */
  crossSiteRefusal(exchange: HttpExchange): string | undefined;
}

/** An authentication scheme. */
export interface AuthenticationScheme {
  /** Names the scheme in descriptions and reports; unique in an application. */
  readonly name: string;
  /** A security scheme object of OpenAPI 3.1. */
  readonly description: Readonly<Record<string, unknown>>;
  /** The scheme of the challenge, such as `"Bearer"`; absent if HTTP defines none, as for cookies. */
  readonly challenge?: string;
  /** Further parameters of the challenge, such as `charset`. */
  readonly challengeParameters?: Readonly<Record<string, string>>;
  /**
   * Whether browsers send the credentials automatically, as they do with cookies: then requests that change state,
   * and handshakes of WebSockets, are refused with 403 when the page of another site sends them.
   */
  readonly isAmbient?: boolean;
  /** The cache of verified credentials; operators see its size and can clear it. */
  readonly cache?: Pick<ManagedCache, "statistics" | "clear">;
  /**
   * Whether requests for a path may use the scheme; absent, all may.
   *
   * @param path the path of a request
   */
  isFor?(path: string): boolean;
  /**
   * Prepares the scheme; called once, before the first request.
   *
   * @param platform the application
   */
  start?(platform: SchemePlatform): MaybePromise<void>;
  /**
   * Checks the credentials of one request.
   *
   * @param source the source of credentials
   * @returns the authentication, or `undefined` without credentials of this scheme
   * @throws CredentialsError when there are credentials of this scheme that are not accepted
   */
  authenticate(source: CredentialSource): MaybePromise<Authentication | undefined>;
}
