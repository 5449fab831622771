import {
  AccessDeniedError,
  type AuditLog,
  AuditUnavailableError,
  Authentication,
  AuthenticationError,
  type GraphQLContext,
  principalName,
} from "../../context/mod.ts";
import type { DataFetcherExceptionResolver } from "../execution/mod.ts";
import { type DataFetchingEnvironment, ErrorType, type GraphQlErrorParts } from "../wiring/mod.ts";

const unavailable: GraphQlErrorParts = {
  errorType: ErrorType.UNAVAILABLE,
  message: "Cannot do this as it can't be recorded at the moment",
  extensions: { retryAfterSeconds: 5 },
};

/** Maximum number of records of one request. */
const maxOfRequest = 20;

/**
 * Records refused fields; resolvers after it say what clients get. It resolves what was refused as it can't be recorded.
 */
export class AuditExceptionResolver implements DataFetcherExceptionResolver {
  readonly #log: AuditLog;
  readonly #counts = new WeakMap<GraphQLContext, number>();

  /** @param log where records go */
  constructor(log: AuditLog) {
    this.#log = log;
  }

  resolveException(
    exception: unknown,
    environment: DataFetchingEnvironment,
  ): readonly GraphQlErrorParts[] | undefined {
    if (exception instanceof AuditUnavailableError) return [unavailable];
    const isRefusal = exception instanceof AccessDeniedError || exception instanceof AuthenticationError;
    if (isRefusal && this.#log.actions.denials) this.#record(exception, environment);
    return undefined;
  }

  #record(exception: Error, { graphQlContext, info }: DataFetchingEnvironment): void {
    const count = this.#counts.get(graphQlContext) ?? 0;
    if (count >= maxOfRequest) return;
    this.#counts.set(graphQlContext, count + 1);
    this.#log.note({
      type: "AUTHORIZATION_FAILURE",
      resource: `${info.parentType.name}.${info.fieldName}`,
      principal: principalName(graphQlContext.get<Authentication>(Authentication)),
      outcome: "denied",
      reason: exception.message,
      data: { operation: info.operation.name?.value },
    }, exception);
  }
}
