import type { DataFetcher } from "./data_fetcher.ts";
import type { TypeResolver } from "./type_resolver.ts";

/** The code of one schema type: its data fetchers, type resolver and enum values. */
export interface TypeRuntimeWiring {
  /** The name of the schema type. */
  readonly typeName: string;
  /** The data fetcher of each field, by name. */
  readonly dataFetchers: ReadonlyMap<string, DataFetcher>;
  /** Used for fields of this type that have no data fetcher. */
  readonly defaultDataFetcher: DataFetcher | undefined;
  /** The type resolver of an interface or a union. */
  readonly typeResolver: TypeResolver | undefined;
  /** The internal values of an enum, by name. */
  readonly enumValues: Readonly<Record<string, unknown>> | undefined;
}

/** Collects the code of one schema type. */
export class TypeRuntimeWiringBuilder implements TypeRuntimeWiring {
  /** The name of the schema type. */
  readonly typeName: string;
  readonly #dataFetchers = new Map<string, DataFetcher>();
  #defaultDataFetcher: DataFetcher | undefined;
  #typeResolver: TypeResolver | undefined;
  #enumValues: Readonly<Record<string, unknown>> | undefined;

  /**
   * Creates the builder.
   *
   * @param typeName name of the schema type
   */
  constructor(typeName: string) {
    this.typeName = typeName;
  }

  /** The data fetcher of each field, by name. */
  get dataFetchers(): ReadonlyMap<string, DataFetcher> {
    return this.#dataFetchers;
  }

  get defaultDataFetcher(): DataFetcher | undefined {
    return this.#defaultDataFetcher;
  }

  get typeResolver(): TypeResolver | undefined {
    return this.#typeResolver;
  }

  get enumValues(): Readonly<Record<string, unknown>> | undefined {
    return this.#enumValues;
  }

  /** Registers the data fetcher of a field; a later registration replaces an earlier one. */
  dataFetcher(fieldName: string, fetcher: DataFetcher): this {
    this.#dataFetchers.set(fieldName, fetcher);
    return this;
  }

  /** Registers data fetchers by field name. */
  addDataFetchers(fetchers: Readonly<Record<string, DataFetcher>>): this {
    for (const [fieldName, fetcher] of Object.entries(fetchers)) this.dataFetcher(fieldName, fetcher);
    return this;
  }

  /** Sets the data fetcher of all fields of this type that have none. */
  setDefaultDataFetcher(fetcher: DataFetcher): this {
    this.#defaultDataFetcher = fetcher;
    return this;
  }

  /** Sets the type resolver of an interface or a union. */
  setTypeResolver(resolver: TypeResolver | TypeResolver["getType"]): this {
    this.#typeResolver = typeof resolver === "function" ? { getType: resolver } : resolver;
    return this;
  }

  /** Sets the internal values of an enum; a name that is not listed has itself as value. */
  setEnumValues(values: Readonly<Record<string, unknown>>): this {
    this.#enumValues = values;
    return this;
  }
}
