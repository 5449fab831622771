import type { GraphQLError } from "../../../../deps.ts";
import type { IncrementalResults } from "../../engine/mod.ts";
import type { GraphQlExecutionResult } from "../graphql_execution_result.ts";

/** Decides what the client is told of errors. */
export type TellErrors = (errors: readonly GraphQLError[]) => readonly GraphQLError[];

interface WithErrors {
  readonly errors?: readonly GraphQLError[];
}

/** A part as graphql-js gives it; what it holds depends on the form. */
interface Part extends WithErrors {
  readonly incremental?: readonly WithErrors[];
  readonly completed?: readonly WithErrors[];
}

/**
 * Sees the results of an operation that defers as a stream: the first result, then the parts.
 *
 * @param results what the engine delivers
 * @param tell decides what the client is told of errors
 * @param onEnd called when the last part was taken, or when the client left
 */
export async function* incrementalStream(
  results: IncrementalResults,
  tell: TellErrors,
  onEnd: () => void,
): AsyncGenerator<GraphQlExecutionResult> {
  const { initialResult, subsequentResults } = results;
  const parts = subsequentResults as AsyncGenerator<Part>;
  try {
    yield { payload: told(initialResult as Part, tell) };
    for await (const part of parts) {
      yield { payload: told(part, tell) };
    }
  } finally {
    onEnd();
    await subsequentResults.return(undefined);
  }
}

function told(part: Part, tell: TellErrors): Record<string, unknown> {
  return {
    ...errorsTold(part, tell),
    ...(part.incremental ? { incremental: part.incremental.map((inner) => errorsTold(inner, tell)) } : {}),
    ...(part.completed ? { completed: part.completed.map((inner) => errorsTold(inner, tell)) } : {}),
  };
}

function errorsTold<P extends WithErrors>(part: P, tell: TellErrors): P {
  return part.errors ? { ...part, errors: tell(part.errors) } : part;
}
