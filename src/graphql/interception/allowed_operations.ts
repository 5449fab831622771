import { GraphQLError } from "../../../deps.ts";
import type { GraphQLContext } from "../../context/mod.ts";
import type { OperationKind } from "../execution/mod.ts";

const key = Symbol("OperationRestriction");

/** Which kinds of operations a request may execute. */
export interface OperationRestriction {
  readonly allowed: readonly OperationKind[];
  /** Why, and what to do instead: `"GET must not change anything: use POST"`. */
  readonly reason: string | ((kind: OperationKind) => string);
}

/** Says that an operation's kind can't be executed the way it came, for example a mutation by GET. */
export class OperationNotAllowedError extends GraphQLError {
  /** What the client sent. */
  readonly kind: OperationKind;

  /**
   * Creates the error.
   *
   * @param kind what the client sent
   * @param reason why it can't be executed, and what to do instead
   */
  constructor(kind: OperationKind, reason: string) {
    super(`Cannot execute a ${kind} as ${reason}`, { extensions: { classification: "BAD_REQUEST" } });
    this.kind = kind;
  }
}

/**
 * Restricts the kinds of operations that a request may execute.
 *
 * @param context the request's context
 * @param restriction what may be executed, and why nothing else
 */
export function restrictOperations(context: GraphQLContext, restriction: OperationRestriction): void {
  context.put(key, restriction);
}

/**
 * Checks an operation against the restriction of its request.
 *
 * @param context the request's context
 * @param kind the operation's kind
 * @returns an error, or `undefined` when the operation may be executed
 */
export function operationNotAllowed(
  context: GraphQLContext,
  kind: OperationKind,
): OperationNotAllowedError | undefined {
  const restriction = context.get<OperationRestriction>(key);
  if (restriction === undefined || restriction.allowed.includes(kind)) return undefined;
  const { reason } = restriction;
  return new OperationNotAllowedError(kind, typeof reason === "string" ? reason : reason(kind));
}
