import { GraphQLContext } from "../context/mod.ts";
import type {
  CachedExecution,
  ExecuteOperation,
  ExecutionInput,
  GraphQlExecutionResult,
  GuardedOperation,
} from "../graphql/mod.ts";
import type { Logger, MaybePromise } from "../kernel/mod.ts";
import type { BackgroundWork } from "./background_work.ts";
import { CacheOutcome } from "./cache_outcome.ts";
import { ExecutionRecord } from "./execution_record.ts";
import type { CachePlan } from "./plan/cache_plan.ts";
import type { EntitySelection } from "./plan/entity_selection.ts";
import type { RequestKeys, Sharing } from "./request_key.ts";
import { markTag } from "./purges/purge_target.ts";
import { KeptResponse } from "./store/kept_response.ts";
import type { ResponseStore } from "./store/response_store.ts";

/** The shared state of a cache's operations. */
export interface CacheParts {
  readonly store: ResponseStore;
  readonly keys: RequestKeys;
  /** Keys of context values that are part of the keys of requests. */
  readonly contextKeys: readonly unknown[];
  readonly background: BackgroundWork;
  /** Executions in flight that other requests may wait for, by request key. */
  readonly flights: Map<string, Promise<FlightEnd>>;
  readonly counts: { hits: number; misses: number };
  readonly logger: Logger;
  readonly maxEntities: number;
  /** Maximum size of the data of one response as JSON, in characters. */
  readonly maxLength: number;
  /** Maximum time to serve a stale response while it is revalidated, in seconds. */
  readonly staleWhileRevalidate: number;
  /** Maximum time to serve a stale response if an execution fails, in seconds. */
  readonly staleIfError: number;
}

/** The outcome of an execution that others wait for: the response was cached, was not, or its client disconnected. */
export type FlightEnd = "kept" | "failed" | "left";

interface CachedRequest {
  readonly key: string;
  readonly sharing: Sharing;
  readonly input: ExecutionInput;
  readonly execute: ExecuteOperation;
}

/** The key and inputs of a request whose response may be cached. */
interface Filling {
  readonly epoch: number;
  readonly expired: KeptResponse | undefined;
  /** The contexts that code may read. */
  readonly readable: readonly GraphQLContext[];
}

/** Keeps and finds the responses of one operation. */
export class CachedOperation {
  readonly #parts: CacheParts;
  readonly #operation: GuardedOperation;
  readonly #plan: CachePlan;
  readonly #entities: EntitySelection | undefined;
  readonly #prefix: string;
  #sharing: Sharing;
  /** Whether an execution read values that are not part of the key; then its responses are never cached. */
  #isUnkeepable = false;

  /**
   * @param parts the shared state
   * @param operation the operation
   * @param planned its policy, and the entities that it selects
   */
  constructor(
    parts: CacheParts,
    operation: GuardedOperation,
    { plan, entities }: { readonly plan: CachePlan; readonly entities: EntitySelection | undefined },
  ) {
    this.#parts = parts;
    this.#operation = operation;
    this.#plan = plan;
    this.#entities = entities;
    this.#prefix = parts.keys.prefixOf(operation.schema, operation.node, plan);
    this.#sharing = plan.isPrivate ? "principal" : plan.isByGrants ? "grants" : "everybody";
  }

  /** Finds the response to a request, or executes the operation. */
  readonly run: CachedExecution = (input, execute) => {
    const sharing = this.#sharing;
    const key = this.#isUnkeepable
      ? undefined
      : this.#parts.keys.keyOf(this.#prefix, input, { node: this.#operation.node, sharing });
    if (key === undefined) return execute(input);
    const request = { key, sharing, input, execute };
    const reading = this.#parts.store.read(key);
    if (reading instanceof Promise) return reading.then((settled) => this.#respond(settled, request));
    return this.#respond(reading, request);
  };

  #respond(
    reading: Awaited<ReturnType<ResponseStore["read"]>>,
    request: CachedRequest,
  ): MaybePromise<GraphQlExecutionResult> {
    // The store is away.
    if (reading === undefined) return request.execute(request.input);
    const { found, epoch } = reading;
    const age = found === undefined ? Infinity : ageOf(found);
    if (found !== undefined && age < found.parts.maxAge) return this.#serve(found, request, "hit");
    if (found !== undefined && age < found.parts.maxAge + this.#parts.staleWhileRevalidate) {
      this.#refresh(request, epoch);
      return this.#serve(found, request, "stale");
    }
    const flight = this.#parts.flights.get(request.key);
    if (flight !== undefined) return this.#follow(flight, request);
    this.#parts.counts.misses++;
    return this.#fill(request, { epoch, expired: found, readable: [request.input.graphQlContext] });
  }

  #serve(found: KeptResponse, { input }: CachedRequest, status: "hit" | "stale"): GraphQlExecutionResult {
    this.#parts.counts.hits++;
    const { data, parts: { maxAge, isPrivate } } = found;
    const age = Math.max(0, Math.floor(ageOf(found)));
    note(input, { status, data, maxAge, age, scope: isPrivate ? "PRIVATE" : "PUBLIC" });
    return { data };
  }

  /** Waits for an execution of another request, as long as the client waits. */
  async #follow(flight: Promise<FlightEnd>, request: CachedRequest): Promise<GraphQlExecutionResult> {
    const { input, execute } = request;
    const left = Promise.withResolvers<"cancelled">();
    const unwatch = input.cancellation.onCancel(() => left.resolve("cancelled"));
    const end = await Promise.race([flight, left.promise]).finally(unwatch);
    if (end === "left") return await this.run(input, execute);
    if (end === "kept") {
      // The store checks whether it was purged before this request arrived.
      const reading = await this.#parts.store.read(request.key);
      if (reading?.found !== undefined) return this.#serve(reading.found, request, "hit");
    }
    // The engine responds to a cancelled request. An execution that failed for the first request may succeed for this
    // one.
    return await execute(input);
  }

  #fill(request: CachedRequest, filling: Filling): MaybePromise<GraphQlExecutionResult> {
    const { flights, contextKeys } = this.#parts;
    const { key, input, execute } = request;
    const flight = Promise.withResolvers<FlightEnd>();
    flights.set(key, flight.promise);
    const record = new ExecutionRecord(contextKeys);
    const end = (outcome: FlightEnd) => {
      record.end();
      flights.delete(key);
      flight.resolve(outcome);
    };
    const finish = (result: GraphQlExecutionResult) => {
      const kept = this.#keep(result, record, { request, epoch: filling.epoch });
      end(kept !== undefined ? "kept" : input.cancellation.isCancelled ? "left" : "failed");
      return kept === undefined ? this.#unkept(result, request, filling) : noted(result, kept, input);
    };
    try {
      const result = record.run(filling.readable, () => execute(input));
      if (!(result instanceof Promise)) return finish(result);
      return result.then(finish, (error) => {
        end("failed");
        throw error;
      });
    } catch (error) {
      end("failed");
      throw error;
    }
  }

  /** Serves a stale response, if allowed, after an execution failed. */
  #unkept(
    result: GraphQlExecutionResult,
    request: CachedRequest,
    { expired }: Filling,
  ): GraphQlExecutionResult {
    if (result.errors === undefined || expired === undefined || request.input.cancellation.isCancelled) return result;
    if (ageOf(expired) >= expired.parts.maxAge + this.#parts.staleIfError) return result;
    return this.#serve(expired, request, "stale");
  }

  #refresh(request: CachedRequest, epoch: number): void {
    const { background, flights } = this.#parts;
    if (flights.has(request.key) || !background.isFree) return;
    const { input, execute } = request;
    const graphQlContext = new GraphQLContext().putAll(input.graphQlContext.entries());
    const cancellation = background.newCancellation();
    const dataLoaderRegistry = input.newDataLoaders?.();
    const fresh = input.transform({ graphQlContext, cancellation, dataLoaderRegistry });
    // Data loaders read from the context of the request; their reads are observed as well.
    const readable = [graphQlContext, input.graphQlContext];
    const work = Promise.resolve().then(() =>
      this.#fill({ ...request, input: fresh, execute }, { epoch, expired: undefined, readable })
    );
    background.add(work.finally(() => cancellation.release()));
  }

  /** Stores a response if it may be cached. */
  #keep(
    result: GraphQlExecutionResult,
    record: ExecutionRecord,
    { request, epoch }: { readonly request: CachedRequest; readonly epoch: number },
  ): KeptResponse | undefined {
    const isWhole = result.errors === undefined && result.stream === undefined && result.extensions === undefined;
    const isPrivate = request.sharing !== "everybody";
    const maxAge = Math.min(this.#plan.maxAge, record.hints.maxAge);
    // Error reporting may read any context value.
    if (!isWhole || !this.#isShareable(record, request) || maxAge <= 0) return undefined;
    const text = textOf(result.data);
    if (text === undefined || text.length > this.#parts.maxLength) return undefined;
    const { staleIfError, staleWhileRevalidate, store, background } = this.#parts;
    const response = new KeptResponse(text, {
      tags: this.#tagsOf(result.data, record),
      epoch,
      madeAt: Date.now(),
      maxAge,
      keptFor: maxAge + Math.max(staleIfError, staleWhileRevalidate),
      isPrivate,
    });
    const written = store.write(request.key, response);
    if (written instanceof Promise) background.add(written);
    return response;
  }

  /** Derives from the reads of an execution which clients may share responses. */
  #isShareable({ foreignKeys, readsClient, hints }: ExecutionRecord, { sharing }: CachedRequest): boolean {
    if (foreignKeys.size > 0) {
      this.#isUnkeepable = true;
      const keys = [...foreignKeys].map((key) => typeof key === "function" ? key.name : String(key));
      this.#parts.logger.warn(
        "Cannot keep the responses of an operation as its code reads context values: name them in option " +
          '"context" of responseCache()',
        { operationName: this.#operation.node.name?.value, keys },
      );
      return false;
    }
    if (sharing === "principal" || !readsClient && !hints.isPrivate) return true;
    // From the next request on, each client has its own responses.
    this.#sharing = "principal";
    return false;
  }

  #tagsOf(data: unknown, { hints }: ExecutionRecord): readonly string[] {
    const entities = this.#entities?.tagsOf(data, this.#parts.maxEntities) ?? [];
    return [...this.#plan.tags, ...entities, ...[...hints.tags].map(markTag)];
  }
}

function noted(result: GraphQlExecutionResult, kept: KeptResponse, input: ExecutionInput): GraphQlExecutionResult {
  const { isPrivate, maxAge } = kept.parts;
  note(input, { status: "miss", data: result.data, maxAge, age: 0, scope: isPrivate ? "PRIVATE" : "PUBLIC" });
  return result;
}

function note({ graphQlContext }: ExecutionInput, parts: ConstructorParameters<typeof CacheOutcome>[0]): void {
  graphQlContext.put(CacheOutcome, new CacheOutcome(parts));
}

/** How old a response is, in seconds. */
function ageOf({ parts: { madeAt } }: KeptResponse): number {
  return (Date.now() - madeAt) / 1_000;
}

/** @returns `undefined` for values that JSON cannot represent */
function textOf(data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}
