import { Principal } from "./principal.ts";

/** What an {@linkcode Authentication} may say beside the principal. */
export interface AuthenticationOptions {
  /** Whether nobody in particular is meant; `false` by default. */
  readonly isAnonymous?: boolean;
  /** Scopes, roles and claims that rules look at; by default those of a `Principal`. */
  readonly grants?: Principal;
  /** When the credentials end, in milliseconds since 1970; absent where they don't. */
  readonly expiresAt?: number | undefined;
  /** Name of the scheme that accepted the credentials. */
  readonly scheme?: string;
}

const nobody = new Principal("anonymous");

/**
 * Who makes a request. An interceptor that checked the credentials puts it into the request's context, under the class
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
  /** Who it is, in the application's own terms. */
  readonly principal: P;
  /** Whether nobody in particular is meant. */
  readonly isAnonymous: boolean;
  /** Name, scopes, roles and claims, for rules; empty ones where the principal is no `Principal` and none were given. */
  readonly grants: Principal;
  /** When the credentials end, in milliseconds since 1970; `undefined` where they don't. */
  readonly expiresAt: number | undefined;
  /** Name of the scheme that accepted the credentials; `undefined` where none is known. */
  readonly scheme: string | undefined;

  /**
   * Creates the authentication.
   *
   * @param principal who it is
   * @param options whether it is anonymous, what was granted, and for how long
   */
  constructor(principal: P, options: AuthenticationOptions = {}) {
    this.principal = principal;
    this.isAnonymous = options.isAnonymous ?? false;
    this.grants = options.grants ?? (principal instanceof Principal ? principal : nobody);
    this.expiresAt = options.expiresAt;
    this.scheme = options.scheme;
  }

  /**
   * Whether somebody in particular has authenticated.
   *
   * @param authentication who makes the request; `undefined` where no credentials came
   */
  static isKnown(authentication: Authentication | undefined): authentication is Authentication {
    return authentication !== undefined && !authentication.isAnonymous;
  }
}
