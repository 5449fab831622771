import { Principal } from "./principal.ts";

/** Options of an {@linkcode Authentication}. */
export interface AuthenticationOptions {
  /** Whether the principal is anonymous; `false` by default. */
  readonly isAnonymous?: boolean;
  /** Scopes, roles and claims for rules; by default those of a `Principal`. */
  readonly grants?: Principal;
  /** Expiry of the credentials, in milliseconds since 1970; absent if they do not expire. */
  readonly expiresAt?: number | undefined;
  /** Name of the scheme that accepted the credentials. */
  readonly scheme?: string;
}

const nobody = new Principal("anonymous");

/**
 * The authenticated caller of a request. An interceptor that verified the credentials puts it into the request's
 * context, under the class
 * as key:
 *
 * ```ts
 * import { Authentication, type WebGraphQlInterceptor } from "@espalier/espalier/graphql";
 *
 * const demo: WebGraphQlInterceptor = {
 *   intercept: (request, next) => {
 *     const user = request.headers.get("x-demo-user");
 *     if (user) request.graphQlContext.put(Authentication, new Authentication({ name: user }));
 *     return next(request);
 *   },
 * };
 * ```
 *
 * @typeParam P the principal
 */
export class Authentication<P = unknown> {
  /** The principal, a value that the application defines. */
  readonly principal: P;
  /** Whether the principal is anonymous. */
  readonly isAnonymous: boolean;
  /** Name, scopes, roles and claims, for rules; empty if the principal is no `Principal` and none were specified. */
  readonly grants: Principal;
  /** Expiry of the credentials, in milliseconds since 1970; `undefined` if they do not expire. */
  readonly expiresAt: number | undefined;
  /** Name of the scheme that accepted the credentials; `undefined` if not known. */
  readonly scheme: string | undefined;

  /**
   * Creates the authentication.
   *
   * @param principal the principal
   * @param options whether it is anonymous, the grants, and the expiry
   */
  constructor(principal: P, options: AuthenticationOptions = {}) {
    this.principal = principal;
    this.isAnonymous = options.isAnonymous ?? false;
    this.grants = options.grants ?? (principal instanceof Principal ? principal : nobody);
    this.expiresAt = options.expiresAt;
    this.scheme = options.scheme;
  }

  /**
   * Whether the caller is authenticated and not anonymous.
   *
   * @param authentication the authentication of the request; `undefined` without credentials
   */
  static isKnown(authentication: Authentication | undefined): authentication is Authentication {
    return authentication !== undefined && !authentication.isAnonymous;
  }
}
