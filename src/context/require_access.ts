import type { MaybePromise } from "../kernel/mod.ts";
import { AccessDeniedError } from "./access_denied_error.ts";
import type { AccessRequest, AccessRule } from "./access_rule.ts";

/**
 * Refuses a request that a rule does not allow.
 *
 * @param asked the rule
 * @param request who asks, and for what
 * @throws AccessDeniedError when the rule refuses; what the rule itself throws is the error's `cause`
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
 * Creates the error of a rule that refuses.
 *
 * @param asked the rule
 * @param cause what the rule threw, where it threw
 */
export function denied({ description, scopes }: AccessRule, cause?: unknown): AccessDeniedError {
  return new AccessDeniedError(`Required: ${description}`, { scopes, ...(cause === undefined ? {} : { cause }) });
}

// Anything but `true` refuses, also what callers without the compiler return.
function require(asked: AccessRule, allowed: unknown): void {
  if (allowed !== true) throw denied(asked);
}
