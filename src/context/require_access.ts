import type { MaybePromise } from "../kernel/mod.ts";
import { AccessDeniedError } from "./access_denied_error.ts";
import type { AccessRequest, AccessRule } from "./access_rule.ts";

/**
 * Throws if a rule denies a request.
 *
 * @param asked the rule
 * @param request the caller and the requested access
 * @throws AccessDeniedError if the rule denies the request; an exception of the rule is the error's `cause`
 */
export function requireAccess(asked: AccessRule, request: AccessRequest): MaybePromise<void> {
  let allowed: MaybePromise<boolean>;
  try {
    allowed = asked.allows(request);
  } catch (cause) {
    throw denied(asked, cause);
  }
  if (!(allowed instanceof Promise)) return require(asked, allowed);
  return allowed.then((settled) => require(asked, settled), (cause) => {
    throw denied(asked, cause);
  });
}

/**
 * Creates the error for a denied request.
 *
 * @param asked the rule
 * @param cause the exception of the rule, if it threw
 */
export function denied({ description, scopes }: AccessRule, cause?: unknown): AccessDeniedError {
  return new AccessDeniedError(`Required: ${description}`, { scopes, ...(cause === undefined ? {} : { cause }) });
}

// Only `true` allows: untyped rules may return other values.
function require(asked: AccessRule, allowed: unknown): void {
  if (allowed !== true) throw denied(asked);
}
