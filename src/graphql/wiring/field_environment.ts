import type { GraphQLResolveInfo } from "../../../deps.ts";
import type { GraphQLContext } from "../../context/mod.ts";
import type { FieldArguments } from "./field_arguments.ts";
import type { DataFetchingEnvironment } from "./data_fetching_environment.ts";
import type { DataFetchingFieldSelectionSet } from "./data_fetching_field_selection_set.ts";
import type { DataLoaderRegistry, RegisteredDataLoader } from "./data_loader_registry.ts";
import type { RequestContext } from "./request_context.ts";
import { SelectedFields } from "./selected_fields.ts";

/** The inputs of a {@linkcode FieldEnvironment}: an engine may compute each one when it is read. */
export interface FieldEnvironmentParts {
  readonly source: unknown;
  readonly arguments: FieldArguments;
  readonly request: RequestContext;
  /** The description of the field; read once. */
  readonly info: GraphQLResolveInfo;
  readonly localContext: unknown;
}

/** The {@linkcode DataFetchingEnvironment} that engines pass to data fetchers. */
export class FieldEnvironment implements DataFetchingEnvironment {
  readonly #parts: FieldEnvironmentParts;
  #info: GraphQLResolveInfo | undefined;
  #selectionSet: DataFetchingFieldSelectionSet | undefined;

  /** @param parts the engine's description of the field */
  constructor(parts: FieldEnvironmentParts) {
    this.#parts = parts;
  }

  get source(): unknown {
    return this.#parts.source;
  }

  get arguments(): FieldArguments {
    return this.#parts.arguments;
  }

  argument<T = unknown>(name: string): T | undefined {
    return this.#parts.arguments[name] as T | undefined;
  }

  containsArgument(name: string): boolean {
    return Object.hasOwn(this.#parts.arguments, name);
  }

  get graphQlContext(): GraphQLContext {
    return this.#parts.request.graphQlContext;
  }

  get localContext(): unknown {
    return this.#parts.localContext;
  }

  get executionId(): string {
    return this.#parts.request.executionId;
  }

  get locale(): string {
    return this.#parts.request.locale;
  }

  get signal(): AbortSignal {
    return this.#parts.request.signal;
  }

  get selectionSet(): DataFetchingFieldSelectionSet {
    return this.#selectionSet ??= new SelectedFields(this.info);
  }

  get dataLoaderRegistry(): DataLoaderRegistry {
    return this.#parts.request.dataLoaders;
  }

  dataLoader<K = unknown, V = unknown>(name: string): RegisteredDataLoader<K, V> | undefined {
    return this.#parts.request.dataLoaders.getDataLoader<K, V>(name);
  }

  get info(): GraphQLResolveInfo {
    return this.#info ??= this.#parts.info;
  }
}
