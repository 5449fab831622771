import { GraphQLError } from "../../../deps.ts";
import type { GraphQLContext } from "../../context/mod.ts";
import type { OperationKind } from "../execution/mod.ts";

const key = Symbol("OperationRestriction");

/** The kinds of operations that a request may execute. */
export interface OperationRestriction {
  readonly allowed: readonly OperationKind[];
  /** The reason, and the remedy: `"GET must not change anything: use POST"`. */
  readonly reason: string | ((kind: OperationKind) => string);
}

/** Reports an operation whose kind is not permitted for the request, for example a mutation by GET. */
export class OperationNotAllowedError extends GraphQLError {
  /** The kind of the client's operation. */
  readonly kind: OperationKind;

  /**
   * Creates the error.
   *
   * @param kind the kind of the client's operation
   * @param reason the reason, and the remedy
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
 * @param restriction the permitted kinds, and the reason
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
