import { DataLoader } from "../../../../deps.ts";
import type { GraphQLContext } from "../../../context/mod.ts";
import type { Class } from "../../../kernel/mod.ts";
import type { BatchLoaderEnvironment, RegisteredDataLoader } from "../../wiring/mod.ts";
import type { DataLoaderOptions } from "./data_loader_options.ts";

/** Loads the values of keys: same number, same order; an `Error` in the list fails only its key. */
export type BatchLoadFunction<K = unknown, V = unknown> = (
  keys: readonly K[],
  environment: BatchLoaderEnvironment,
) => Promise<readonly (V | Error)[]>;

/** The request that a data loader works for. */
export interface BatchingRequest {
  /** The context of the request. */
  readonly graphQlContext: GraphQLContext;
  /** Fires when the request is cancelled; read only when a batch is loaded. */
  readonly signal: AbortSignal;
}

/** What a {@linkcode BatchingDataLoader} is made of. */
export interface BatchingDataLoaderParts<K, V> {
  /** The name of the loader. */
  readonly name: string;
  /** Loads the values of many keys. */
  readonly load: BatchLoadFunction<K, V>;
  /** The request that the loader works for. */
  readonly request: BatchingRequest;
  /** Options of the dataloader package. */
  readonly options: DataLoaderOptions;
  /** The class of the values, where it is known. */
  readonly valueType?: Class;
}

/** A data loader of one request, on top of the dataloader package. */
export class BatchingDataLoader<K = unknown, V = unknown> implements RegisteredDataLoader<K, V> {
  readonly name: string;
  readonly valueType?: Class;
  readonly #loader: DataLoader<K, V, unknown>;
  readonly #contexts = new Map<K, unknown>();
  #pending: Promise<V>[] = [];

  /**
   * Creates the loader.
   *
   * @param parts name, batch function, request and options
   */
  constructor({ name, load, request, options, valueType }: BatchingDataLoaderParts<K, V>) {
    this.name = name;
    if (valueType) this.valueType = valueType;
    const batch = async (keys: readonly K[]) => {
      const keyContexts = keys.map((key) => this.#contexts.get(key));
      for (const key of keys) this.#contexts.delete(key);
      return await load(keys, new LoaderEnvironment(request, keyContexts));
    };
    this.#loader = new DataLoader<K, V, unknown>(batch, options);
  }

  load(key: K, keyContext?: unknown): Promise<V> {
    // The first call for a key loads it.
    if (keyContext !== undefined && !this.#contexts.has(key)) this.#contexts.set(key, keyContext);
    const value = this.#loader.load(key);
    this.#pending.push(value);
    return value;
  }

  async loadMany(keys: readonly K[], keyContexts: readonly unknown[] = []): Promise<(V | Error)[]> {
    const loads = keys.map((key, at) => this.load(key, keyContexts[at]));
    const results = await Promise.allSettled(loads);
    return results.map((result) => result.status === "fulfilled" ? result.value : asError(result.reason));
  }

  async dispatchAndJoin(): Promise<V[]> {
    const pending = this.#pending;
    this.#pending = [];
    return await Promise.all(pending);
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** A class: each object literal with getters has a hidden class of its own, which keeps what its getters refer to. */
class LoaderEnvironment implements BatchLoaderEnvironment {
  readonly graphQlContext: GraphQLContext;
  readonly keyContexts: readonly unknown[];
  readonly #request: BatchingRequest;

  constructor(request: BatchingRequest, keyContexts: readonly unknown[]) {
    this.graphQlContext = request.graphQlContext;
    this.keyContexts = keyContexts;
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
