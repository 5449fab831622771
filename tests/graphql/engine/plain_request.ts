import { GraphQLError } from "graphql";
import { ResultBudget, type ResultLimits } from "@espalier/espalier";
import { type DataFetchingEnvironment, GraphQLContext, type RequestContext } from "@espalier/espalier/graphql";

/** A request whose exception handler changes nothing, so that answers are those of graphql-js alone. */
export class PlainRequest implements RequestContext {
  readonly executionId = "1";
  readonly graphQlContext: GraphQLContext = new GraphQLContext();
  readonly locale = "en";
  /** Absent where nothing is to be counted. */
  readonly budget?: ResultBudget;
  readonly #controller = new AbortController();

  /** @param limits what the request's result may hold; without them it is not counted */
  constructor(limits?: ResultLimits) {
    if (limits !== undefined) this.budget = new ResultBudget(limits);
  }

  get dataLoaders(): never {
    throw new Error("This test has no data loaders");
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isCancelled(): boolean {
    return this.#controller.signal.aborted;
  }

  cancel(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  handleException(
    exception: unknown,
    _environment: () => DataFetchingEnvironment,
  ): readonly GraphQLError[] | Promise<readonly GraphQLError[]> {
    // graphql-js locates an error without a path itself, and describes what isn't an error.
    return [exception as GraphQLError];
  }
}
