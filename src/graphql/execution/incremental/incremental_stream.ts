import type { GraphQLError } from "../../../../deps.ts";
import type { IncrementalResults } from "../../engine/mod.ts";
import type { GraphQlExecutionResult } from "../graphql_execution_result.ts";

/** Makes the errors that the client receives. */
export type ErrorMapper = (errors: readonly GraphQLError[]) => readonly GraphQLError[];

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
 * @param mapErrors makes the errors that the client receives
 * @param onEnd called when the last part was taken, or when the client left
 */
export async function* incrementalStream(
  results: IncrementalResults,
  mapErrors: ErrorMapper,
  onEnd: () => void,
): AsyncGenerator<GraphQlExecutionResult> {
  const { initialResult, subsequentResults } = results;
  const parts = subsequentResults as AsyncGenerator<Part>;
  try {
    yield { payload: withMappedErrors(initialResult as Part, mapErrors) };
    for await (const part of parts) {
      yield { payload: withMappedErrors(part, mapErrors) };
    }
  } finally {
    onEnd();
    await subsequentResults.return(undefined);
  }
}

function withMappedErrors(part: Part, mapErrors: ErrorMapper): Record<string, unknown> {
  return {
    ...mapPieceErrors(part, mapErrors),
    ...(part.incremental ? { incremental: part.incremental.map((inner) => mapPieceErrors(inner, mapErrors)) } : {}),
    ...(part.completed ? { completed: part.completed.map((inner) => mapPieceErrors(inner, mapErrors)) } : {}),
  };
}

function mapPieceErrors<P extends WithErrors>(part: P, mapErrors: ErrorMapper): P {
  return part.errors ? { ...part, errors: mapErrors(part.errors) } : part;
}
