import type { GraphQLContext } from "../../../context/mod.ts";

const shown = Symbol("espalier.graphql.exceptionDetails");
const maxStackLength = 4000;

/**
 * Lets masked errors of an operation show the exception behind them. For the developer's own machine alone.
 *
 * @param context of the operation
 */
export function showExceptionDetails(context: GraphQLContext): void {
  context.put(shown, true);
}

/**
 * Describes an exception to the developer.
 *
 * @param exception what was thrown
 * @param context of the operation
 * @returns an entry for the error's extensions; nothing where the client must not see details
 */
export function exceptionDetails(exception: unknown, context: GraphQLContext): { readonly exception?: unknown } {
  if (context.get(shown) !== true) return {};
  try {
    if (!(exception instanceof Error)) return { exception: { message: String(exception) } };
    const { message, stack } = exception;
    return { exception: { message: String(message), stack: String(stack ?? "").slice(0, maxStackLength) } };
  } catch {
    return { exception: { message: "The exception could not be read" } }; // a getter or toString() of it throws
  }
}
