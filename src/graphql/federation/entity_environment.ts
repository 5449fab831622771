import type { DataFetchingEnvironment, FieldArguments, RegisteredDataLoader } from "../wiring/mod.ts";

/** The environment of `_entities` for one call of a mapping: its arguments are the fields of the representation. */
export class EntityEnvironment implements DataFetchingEnvironment {
  readonly source = undefined;
  readonly arguments: FieldArguments;
  readonly #outer: DataFetchingEnvironment;

  /**
   * @param outer the environment of `_entities`
   * @param args fields of the representation, or lists of them
   */
  constructor(outer: DataFetchingEnvironment, args: FieldArguments) {
    this.#outer = outer;
    this.arguments = args;
  }

  argument<T = unknown>(name: string): T | undefined {
    return this.arguments[name] as T | undefined;
  }

  containsArgument(name: string): boolean {
    return Object.hasOwn(this.arguments, name);
  }

  get graphQlContext(): DataFetchingEnvironment["graphQlContext"] {
    return this.#outer.graphQlContext;
  }

  get localContext(): unknown {
    return this.#outer.localContext;
  }

  get executionId(): string {
    return this.#outer.executionId;
  }

  get locale(): string {
    return this.#outer.locale;
  }

  get signal(): AbortSignal {
    return this.#outer.signal;
  }

  get selectionSet(): DataFetchingEnvironment["selectionSet"] {
    return this.#outer.selectionSet;
  }

  get dataLoaderRegistry(): DataFetchingEnvironment["dataLoaderRegistry"] {
    return this.#outer.dataLoaderRegistry;
  }

  dataLoader<K = unknown, V = unknown>(name: string): RegisteredDataLoader<K, V> | undefined {
    return this.#outer.dataLoader<K, V>(name);
  }

  get info(): DataFetchingEnvironment["info"] {
    return this.#outer.info;
  }
}
