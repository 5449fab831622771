import {
  ConcurrencyFailureError,
  DataIntegrityError,
  IncorrectResultSizeError,
  InvalidTextError,
  KeysetMismatchError,
  LockTimeoutError,
  OptimisticLockingError,
  StoreUnavailableError,
  UnreadableExpressionError,
} from "../../data/mod.ts";
import { BodyRefusal, type HttpExchange, problem, refusalProblem } from "../../http/mod.ts";
import { ResultBudgetExceededError } from "../../kernel/mod.ts";
import { brokenRule } from "./broken_rule.ts";
import { CursorError } from "../query/cursor_request.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import { RepositoryConstraintViolationError } from "../write/repository_constraint_violation_error.ts";
import { shownErrors } from "../write/shown_errors.ts";
import { UnreadableBodyError } from "../write/unreadable_body_error.ts";

/**
 * Responds to a request that failed for a reason that the client may see.
 *
 * @param error the error
 * @param exchange the request
 * @param registry all collections
 * @returns the response, or `undefined` for an internal error
 */
export function failureResponse(
  error: unknown,
  exchange: HttpExchange,
  registry: CollectionRegistry,
): Response | undefined {
  if (error instanceof BodyRefusal) {
    return problem({ status: error.status, detail: error.message, headers: error.headers });
  }
  if (error instanceof UnreadableBodyError) return unreadableBody(error);
  if (error instanceof RepositoryConstraintViolationError) {
    return problem({ status: 422, detail: error.message, extensions: { errors: shownErrors(error.errors) } });
  }
  if (error instanceof CursorError) {
    return problem({ status: 400, detail: error.message, extensions: { parameter: error.parameter } });
  }
  if (error instanceof KeysetMismatchError) {
    return problem({ status: 400, detail: "Cannot read on from the cursor as it must be of the same sort" });
  }
  if (error instanceof ResultBudgetExceededError) return tooLarge(error);
  return refusalProblem(error, exchange.authentication) ?? dataFailure(error, exchange, registry);
}

/** Responds to the failures of repositories. */
function dataFailure(
  error: unknown,
  exchange: HttpExchange,
  registry: CollectionRegistry,
): Response | undefined {
  if (error instanceof OptimisticLockingError) {
    const isConditional = exchange.request.headers.has("if-match");
    return problem({ status: isConditional ? 412 : 409, detail: "Somebody else changed the resource meanwhile" });
  }
  if (error instanceof InvalidTextError) {
    return problem({ status: 400, detail: "Cannot store text as it must be Unicode text without NUL characters" });
  }
  if (error instanceof DataIntegrityError) return brokenRule(error, registry);
  if (error instanceof IncorrectResultSizeError) {
    return problem({ status: 409, detail: "What is stored matches several times where it must match once at most" });
  }
  if (error instanceof UnreadableExpressionError) {
    return problem({
      status: 400,
      detail: "Cannot search by a pattern or a regular expression as it must be readable",
    });
  }
  if (error instanceof LockTimeoutError) {
    return problem({ status: 503, detail: "The store is busy", headers: { "retry-after": "1" } });
  }
  if (error instanceof ConcurrencyFailureError) {
    const detail = "Others work on the same data: the same request may succeed when it is sent again";
    return problem({ status: 409, detail, headers: { "retry-after": "1" } });
  }
  if (error instanceof StoreUnavailableError) {
    return problem({ status: 503, detail: "The store can't be reached", headers: { "retry-after": "5" } });
  }
  return undefined;
}

function unreadableBody({ status, message, errors, limit, headers }: UnreadableBodyError): Response {
  const extensions = {
    ...(errors.length === 0 ? {} : { errors: shownErrors(errors) }),
    ...(limit === undefined ? {} : { limit }),
  };
  return problem({ status, detail: message, extensions, headers });
}

function tooLarge({ limit, max, actual }: ResultBudgetExceededError): Response {
  const [name, subject] = limit === "bytes" ? ["maxResultBytes", "bytes"] : ["maxResultValues", "values"];
  const detail =
    `Cannot answer as the document must hold ${max} ${subject} at most: current number is ${actual}. Ask ` +
    "for smaller pages or for a projection";
  return problem({ status: 400, detail, extensions: { limit: { name, value: max } } });
}
