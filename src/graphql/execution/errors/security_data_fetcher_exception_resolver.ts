import { AccessDeniedError, Authentication, AuthenticationError } from "../../../context/mod.ts";
import { type DataFetchingEnvironment, ErrorType, type GraphQlErrorParts } from "../../wiring/mod.ts";
import type { DataFetcherExceptionResolver } from "./data_fetcher_exception_resolver.ts";

/** Resolves {@linkcode AuthenticationError} and {@linkcode AccessDeniedError}; asked after all others. */
export class SecurityDataFetcherExceptionResolver implements DataFetcherExceptionResolver {
  /** The last one, so that resolvers of the application come first. */
  readonly order: number = Number.MAX_SAFE_INTEGER;

  /** Turns refusals into `UNAUTHORIZED` and `FORBIDDEN`. */
  resolveException(
    exception: unknown,
    { graphQlContext }: DataFetchingEnvironment,
  ): readonly GraphQlErrorParts[] | undefined {
    if (exception instanceof AuthenticationError) return [unauthorized];
    if (!(exception instanceof AccessDeniedError)) return undefined;
    const authentication = graphQlContext.get<Authentication>(Authentication);
    return authentication && !authentication.isAnonymous ? [forbidden] : [unauthorized];
  }
}

const unauthorized: GraphQlErrorParts = { errorType: ErrorType.UNAUTHORIZED, message: "Unauthorized" };
const forbidden: GraphQlErrorParts = { errorType: ErrorType.FORBIDDEN, message: "Forbidden" };
