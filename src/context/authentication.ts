/** What an {@linkcode Authentication} may say beside the principal. */
export interface AuthenticationOptions {
  /** Whether nobody in particular is meant; `false` by default. */
  readonly isAnonymous?: boolean;
}

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

  /**
   * @param principal who it is
   * @param options whether it is anonymous
   */
  constructor(principal: P, options: AuthenticationOptions = {}) {
    this.principal = principal;
    this.isAnonymous = options.isAnonymous ?? false;
  }
}
