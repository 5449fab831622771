import type { ContainerModuleLoadOptions, GraphQLSchema } from "../../deps.ts";
import {
  ConcurrencyFailureError,
  DataIntegrityError,
  InvalidTextError,
  KeysetMismatchError,
  LockTimeoutError,
  StoreUnavailableError,
} from "../data/vocabulary.ts";
import { Logger } from "../kernel/mod.ts";
import { brokenRule } from "./broken_rule.ts";
import { DataFetcherExceptionResolver, SubscriptionExceptionResolver } from "./execution/mod.ts";
import { ErrorType, type GraphQlErrorParts } from "./wiring/mod.ts";

/** The built-in resolvers come after an application's own. */
const afterOthers = 1000;

/** After how many seconds a client may try again while a database can't be reached. */
const unavailableSeconds = 5;

/** The same, for a lock that did not come free. */
const lockedSeconds = 1;

/**
 * Binds what clients are told of the errors of repositories, as `rest()` tells them by status.
 *
 * @param module the module of the GraphQL feature
 */
export function bindDataErrors({ bind }: ContainerModuleLoadOptions): void {
  bind(DataFetcherExceptionResolver).toResolvedValue((logger: Logger) => ({
    order: afterOthers,
    resolveException: (exception, { info }) => dataErrors(exception, logger, info.schema),
  }), [Logger]);
  bind(SubscriptionExceptionResolver).toResolvedValue((logger: Logger) => ({
    order: afterOthers,
    resolveException: (exception) => dataErrors(exception, logger),
  }), [Logger]);
}

function dataErrors(
  exception: unknown,
  logger: Logger,
  schema?: GraphQLSchema,
): GraphQlErrorParts[] | undefined {
  if (exception instanceof StoreUnavailableError || exception instanceof LockTimeoutError) {
    logger.forCategory("espalier.data").warn("The store can't be used", { error: exception });
    const isLocked = exception instanceof LockTimeoutError;
    return [{
      errorType: ErrorType.UNAVAILABLE,
      message: isLocked ? "The store is busy" : "The store can't be reached",
      extensions: { retryAfterSeconds: isLocked ? lockedSeconds : unavailableSeconds },
    }];
  }
  if (exception instanceof ConcurrencyFailureError) {
    return [{ errorType: ErrorType.CONFLICT, message: "Somebody else changed the data meanwhile" }];
  }
  if (exception instanceof DataIntegrityError && !(exception instanceof InvalidTextError)) {
    return [brokenRule(exception, schema)];
  }
  if (exception instanceof InvalidTextError) {
    const message = "Cannot store text as it must be Unicode text without NUL characters";
    return [{ errorType: ErrorType.BAD_REQUEST, message }];
  }
  // A cursor that was made for another sort is found where data is read.
  if (exception instanceof KeysetMismatchError) {
    const message = "Cannot use the cursor as it must be made for the same sort";
    return [{ errorType: ErrorType.BAD_REQUEST, message }];
  }
  return undefined;
}
