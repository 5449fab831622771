import type { GraphQLContext } from "../../../context/mod.ts";
import type { Class } from "../../../kernel/mod.ts";
import type { DataLoaderRegistry } from "../../wiring/mod.ts";
import { BatchingDataLoader, type BatchingRequest, type BatchLoadFunction } from "./batching_data_loader.ts";
import type { BatchLoaderRegistrationSpec, BatchLoaderRegistry, KeyClass, KeyOf } from "./batch_loader_registry.ts";
import type { DataLoaderOptions } from "./data_loader_options.ts";

interface Begun {
  readonly name: string;
  readonly options: DataLoaderOptions;
  /** The classes of keys and values, where they were given. */
  readonly types?: TypePair;
  /** Whether the name is not that of the class. */
  readonly isRenamed?: boolean;
}

interface TypePair {
  readonly key: KeyClass;
  readonly value: Class;
}

interface Registration extends Begun {
  readonly load: BatchLoadFunction;
}

/** Wraps the batch function of a loader. */
export type BatchLoaderInstrumentation = (name: string, load: BatchLoadFunction) => BatchLoadFunction;

/** The default {@linkcode BatchLoaderRegistry}. */
export class DefaultBatchLoaderRegistry implements BatchLoaderRegistry {
  readonly #defaults: () => DataLoaderOptions;
  readonly #registrations: Registration[] = [];
  #instrument: BatchLoaderInstrumentation = (_, load) => load;

  /**
   * Creates the registry.
   *
   * @param defaultOptions gives the options that a registration starts from; asked once per registration
   */
  constructor(defaultOptions: () => DataLoaderOptions = () => ({})) {
    this.#defaults = defaultOptions;
  }

  forTypePair<C extends KeyClass, V>(keyType: C, valueType: Class<V>): BatchLoaderRegistrationSpec<KeyOf<C>, V> {
    const types = { key: keyType, value: valueType };
    return this.#spec<KeyOf<C>, V>({ name: valueType.name, options: this.#defaults(), types });
  }

  forName<K = unknown, V = unknown>(name: string): BatchLoaderRegistrationSpec<K, V> {
    return this.#spec<K, V>({ name, options: this.#defaults() });
  }

  /**
   * Lets batch functions be replaced, those that are registered later included.
   *
   * @param instrument called for each loader of a request
   */
  instrumentLoaders(instrument: BatchLoaderInstrumentation): void {
    const before = this.#instrument;
    this.#instrument = (name, load) => instrument(name, before(name, load));
  }

  hasRegistrations(): boolean {
    return this.#registrations.length > 0;
  }

  registerDataLoaders(
    registry: DataLoaderRegistry,
    graphQLContext: GraphQLContext,
    signal: () => AbortSignal = () => new AbortController().signal,
  ): void {
    const request = new LoadersRequest(graphQLContext, signal);
    for (const { name, options, load, types } of this.#registrations) {
      const valueType = types && { valueType: types.value };
      registry.register(
        new BatchingDataLoader({ name, options, load: this.#instrument(name, load), request, ...valueType }),
      );
    }
  }

  #spec<K, V>(begun: Begun): BatchLoaderRegistrationSpec<K, V> {
    const add = (load: BatchLoadFunction<K, V>) => {
      requireName(begun);
      this.#checkClasses(begun);
      // Loaders of all key types lie in one list; each is called with the keys that were given to its own loader.
      this.#registrations.push({ ...begun, load: load as BatchLoadFunction });
    };
    return {
      withName: (name) => this.#spec({ ...begun, name, isRenamed: true }),
      withOptions: (options) => this.#spec({ ...begun, options: { ...begun.options, ...options } }),
      registerBatchLoader: (load) =>
        add(async (keys, environment) => onePerKey(begun.name, keys, await load(keys, environment)) as readonly V[]),
      registerMappedBatchLoader: (load) =>
        add(async (keys, environment) => {
          const values = valuesOf(await load(new Set(keys), environment), begun.options);
          return keys.map((key) => values(key) ?? null as V);
        }),
    };
  }

  #checkClasses({ name, types, isRenamed }: Begun): void {
    const named = this.#registrations.find((registration) => registration.name === name && !registration.isRenamed);
    const other = named?.types;
    if (isRenamed || types === undefined || other === undefined || other.value === types.value) return;
    throw new TypeError(
      `Cannot register a batch loader for class "${name}" by keys of ${types.key.name} as class names must be unique: ` +
        `another class "${name}", by keys of ${other.key.name}, is registered; name one of them with withName`,
    );
  }
}

/** A class, as an object literal with a getter would have a hidden class of its own for each request. */
class LoadersRequest implements BatchingRequest {
  readonly graphQlContext: GraphQLContext;
  readonly #signal: () => AbortSignal;

  constructor(graphQlContext: GraphQLContext, signal: () => AbortSignal) {
    this.graphQlContext = graphQlContext;
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    return this.#signal();
  }
}

function requireName({ name, types }: Begun): void {
  if (name !== "") return;
  const what = types ? `${types.key.name} -> unnamed class` : name;
  throw new TypeError(`DataLoader '${what}' should be named`);
}

/** Keys that count as equal may be other objects in the map than those that were asked for. */
function valuesOf<K, V>(values: ReadonlyMap<K, V>, { cacheKeyFn }: DataLoaderOptions): (key: K) => V | undefined {
  if (!cacheKeyFn) return (key) => values.get(key);
  const byCacheKey = new Map([...values].map(([key, value]) => [cacheKeyFn(key), value]));
  return (key) => byCacheKey.get(cacheKeyFn(key));
}

function onePerKey<V>(name: string, keys: readonly unknown[], values: readonly V[]): readonly V[] {
  if (Array.isArray(values) && values.length === keys.length) return values;
  const given = Array.isArray(values) ? `a list of ${values.length}` : typeof values;
  throw new TypeError(
    `Cannot load a batch of "${name}" as the function must return one value per key, ${keys.length}: current value is ` +
      `"${given}"`,
  );
}
