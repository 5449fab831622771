import {
  type AccessRequest,
  accessRequest,
  allowsEach,
  Authentication,
  denied,
  type GraphQLContext,
  peekContext,
  requireAccess,
  type RequiredAccess,
} from "../../context/mod.ts";
import { BatchingDataLoader } from "../execution/mod.ts";
import {
  type BatchedDataFetcher,
  type BatchFunction,
  type DataFetcher,
  type DataFetchingEnvironment,
  type FieldArguments,
  withWrappedBatch,
  wrappedFetcher,
} from "../wiring/mod.ts";

/**
 * Puts a rule in front of a field: what fetches its value is called only where the rule allows it.
 *
 * @param fetcher fetches the value
 * @param access the rule
 * @param coordinates name the field
 */
export function guardedFetcher(fetcher: DataFetcher, access: RequiredAccess, coordinates: string): DataFetcher {
  if (isBatched(fetcher)) return withWrappedBatch(fetcher, (batch) => guardedBatch(batch, access));
  const check = access.rule.allowsEach === undefined ? checkOne(access) : checkTogether(access, coordinates);
  return wrappedFetcher(fetcher, (environment) => {
    try {
      const checked = check(environment);
      if (checked instanceof Promise) {
        return checked.then(() => fetcher(environment), (error) => refusedValue(error, access));
      }
    } catch (error) {
      return refusedValue(error, access);
    }
    return fetcher(environment);
  });
}

type Check = (environment: DataFetchingEnvironment) => void | Promise<void>;

function checkOne({ rule }: RequiredAccess): Check {
  return (environment) => requireAccess(rule, requestOf(environment));
}

/** Decides for all items of a list in one call of the rule. */
function checkTogether({ rule }: RequiredAccess, coordinates: string): Check {
  const name = `access to ${coordinates}`;
  const load = async (environments: readonly unknown[]) => {
    const requests = environments.map((each) => requestOf(each as DataFetchingEnvironment));
    const decisions = await allowsEach(rule, requests).catch((cause) => {
      throw denied(rule, cause);
    });
    return decisions.map((decision) => decision === true ? true : denied(rule));
  };
  return async (environment) => {
    const loader = environment.dataLoaderRegistry.computeIfAbsent(
      name,
      () => new BatchingDataLoader({ name, request: environment, load, options: { cache: false } }),
    );
    await loader.load(environment);
  };
}

function guardedBatch(batch: BatchFunction, access: RequiredAccess): BatchFunction {
  return async (sources, args, environment) => {
    const { rule } = access;
    const requests = sources.map((source) => requestFor(environment.graphQlContext, source, args));
    const decisions = await allowsEach(rule, requests).catch((cause) => {
      throw denied(rule, cause);
    });
    const allowed = sources.filter((_, i) => decisions[i] === true);
    const values = allowed.length === 0 ? [] : await batch(allowed, args, environment);
    const next = values instanceof Map
      ? (source: unknown) => values.get(source) ?? null
      : ((list: readonly unknown[], at = 0) => () => list[at++])(values as readonly unknown[]);
    return sources.map((source, i) => {
      if (decisions[i] === true) return next(source);
      return access.refused === "null" ? null : denied(rule);
    });
  };
}

function requestOf({ graphQlContext, arguments: args, source }: DataFetchingEnvironment): AccessRequest {
  return requestFor(graphQlContext, source, args);
}

function requestFor(context: GraphQLContext, source: unknown, args: FieldArguments): AccessRequest {
  // What the rule decides is known of the field itself: no observer of the context need know.
  const authentication = peekContext(context, Authentication) as Authentication | undefined;
  return accessRequest(authentication, { arguments: args, source });
}

function refusedValue(error: unknown, { refused }: RequiredAccess): null {
  if (refused === "null") return null;
  throw error;
}

function isBatched(fetcher: DataFetcher): fetcher is BatchedDataFetcher {
  return typeof (fetcher as Partial<BatchedDataFetcher>).batch === "function";
}
