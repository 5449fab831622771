import { Authentication, type GraphQLContext } from "../../../context/mod.ts";
import type { Class } from "../../../kernel/mod.ts";
import { AuthenticationError } from "../../execution/mod.ts";
import type { HandlerParameter } from "../handler_parameter.ts";

/** The options of a principal parameter. */
export interface PrincipalOptions<R extends boolean = boolean> {
  /** By default `true`: without authentication the client receives `UNAUTHORIZED`. */
  readonly required?: R;
  /** By default `true`: a principal of another class is an error. With `false` it is treated as absent. */
  readonly errorOnInvalidType?: boolean;
}

/**
 * The authenticated principal of the request, which an interceptor put into the context.
 *
 * @param type returns the class of the principal; another class is an error unless the options permit it, and the
 *   principal of an anonymous authentication is treated as absent
 * @param options whether a principal must be there
 */
export function principalParameter<T = unknown, const R extends boolean = true>(
  type?: () => Class<T>,
  options?: PrincipalOptions<R>,
): HandlerParameter<R extends false ? T | undefined : T, never> {
  type Value = R extends false ? T | undefined : T;
  const pick = (context: GraphQLContext): Value => {
    const authentication = context.get<Authentication<T>>(Authentication);
    const isFitting = authentication && (!type || authentication.principal instanceof type());
    if (!authentication || !isFitting && (authentication.isAnonymous || options?.errorOnInvalidType === false)) {
      if (options?.required === false) return undefined as Value;
      throw new AuthenticationError("No Authentication");
    }
    const { principal } = authentication;
    if (type && !isFitting) {
      throw new TypeError(
        `Cannot use the principal as it must be a "${type().name}": it is a "${classNameOf(principal)}"`,
      );
    }
    return principal as Value;
  };
  return {
    kind: "principal",
    prepare: () => ({
      read: (environment) => pick(environment.graphQlContext),
      direct: (_source, _args, request) => pick(request.graphQlContext),
      batch: (_args, environment) => pick(environment.graphQlContext),
    }),
  };
}

function classNameOf(value: unknown): string {
  return Object(value).constructor?.name ?? "Object";
}
