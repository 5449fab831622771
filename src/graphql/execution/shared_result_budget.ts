import { type GraphQLContext, peekContext } from "../../context/mod.ts";
import { ResultBudget, type ResultLimits } from "../../kernel/mod.ts";

const key = Symbol("SharedResultBudget");

/** The budget of several operations; the first one that is executed makes it. */
interface SharedBudget {
  budget?: ResultBudget;
}

/**
 * Lets several operations share one budget, so that a batch is not larger than a single result may be.
 *
 * @param contexts the contexts of the operations
 */
export function shareResultBudget(contexts: readonly GraphQLContext[]): void {
  const shared: SharedBudget = {};
  for (const context of contexts) context.put(key, shared);
}

/**
 * The budget of an operation: its own, or the one that it shares with others.
 *
 * @param context the operation's context
 * @param limits the limits of a result; absent means that it is only counted
 */
export function resultBudgetOf(context: GraphQLContext, limits: ResultLimits | undefined): ResultBudget {
  const shared = peekContext(context, key) as SharedBudget | undefined;
  if (shared === undefined) return new ResultBudget(limits);
  return shared.budget ??= new ResultBudget(limits);
}
