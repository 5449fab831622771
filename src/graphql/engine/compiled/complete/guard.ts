import type { GraphQLError } from "../../../../../deps.ts";
import { type DataFetcherResult, toGraphQLError } from "../../../wiring/mod.ts";
import { failPlace, refuseNull, settleWith } from "../run/settle.ts";
import type { Execution } from "../run/execution.ts";
import { environmentAt } from "../run/field_environment.ts";
import type { Position } from "../run/position.ts";

/**
 * Calls the request's exception handler with an exception of the service's code.
 *
 * @param x the execution
 * @param exception the thrown value
 * @param position the position of the field or item
 * @returns `null` if the handler suppresses the exception, or is asynchronous
 * @throws the first error that the handler returns; the others are reported with the data
 */
export function guardError(x: Execution, exception: unknown, position: Position): unknown {
  if (x.endsWith(exception)) throw exception;
  const { field } = position.value!; // only the root has no plan
  if (!field.isGuarded) throw exception;
  x.countException();
  const errors = x.request.handleException(exception, () => environmentAt(x, position));
  if (!(errors instanceof Promise)) return answer(x, position, errors);
  x.addPending(position);
  errors.then(
    (found) => x.isFinished ? undefined : settleWith(x, position, () => answer(x, position, found)),
    (failure) =>
      x.isFinished ? undefined : settleWith(x, position, () => {
        throw failure;
      }),
  );
  return null;
}

/** Like {@linkcode guardError}, in the synchronous phase: the position fails by throwing to its parent. */
export function guardThrown(x: Execution, exception: unknown, position: Position): unknown {
  try {
    return guardError(x, exception, position);
  } catch (error) {
    return failPlace(x, error, position);
  }
}

function answer(x: Execution, position: Position, errors: readonly GraphQLError[]): null {
  // With HALT the first error is the only one.
  if (errors.length > 1 && x.onError !== "HALT") x.reportResultErrors(errors.slice(1));
  if (errors.length > 0) {
    x.noteCounted(errors[0]);
    throw errors[0];
  }
  return position.value!.refusesNull ? refuseNull(position.value!) : null; // a field's position
}

/**
 * Applies the errors, extensions and local context of a `DataFetcherResult`.
 *
 * @returns the data to complete
 * @throws GraphQLError if the result has errors and no data, and the field is non-null
 * @throws ExecutionHalted if the result has errors and the first error ends the execution
 */
export function takeParts(x: Execution, result: DataFetcherResult, position: Position): unknown {
  if (result.localContext !== undefined) position.localContext = result.localContext;
  if (result.extensions !== undefined) x.extend(result.extensions);
  const { data } = result;
  if (result.errors.length > 0) {
    const errors = result.errors.map((error) => toGraphQLError(error, environmentAt(x, position)));
    // The reported errors already explain the null; do not add a non-null error.
    if ((data === null || data === undefined) && position.value!.refusesNull) return answer(x, position, errors);
    if (x.onError === "HALT") throw x.halt(errors[0]!); // there is one
    x.reportResultErrors(errors);
  }
  return data;
}
