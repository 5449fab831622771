import { getNamedType, getNullableType, type GraphQLOutputType, isListType } from "../../../deps.ts";
import type { ScrollPosition } from "../../data/vocabulary.ts";
import type { CursorStrategy } from "../pagination/mod.ts";
import {
  connectionNodeType,
  type DataFetcher,
  type FieldWiringEnvironment,
  type RuntimeWiringBuilder,
  type RuntimeWiringConfigurer,
  type TypeDefinitionRegistry,
  type WiringFactory,
} from "../wiring/mod.ts";
import type { GraphQlRepository } from "./graphql_repository.ts";

/** Serves query fields that have no data fetcher from the repository of the type that they return. */
export class RepositoryWiring implements RuntimeWiringConfigurer, WiringFactory {
  readonly #repositories: ReadonlyMap<string, GraphQlRepository>;
  readonly #cursors: CursorStrategy<ScrollPosition>;
  #queryType = "Query";

  /**
   * Creates the wiring.
   *
   * @param repositories the repositories that serve query fields
   * @param cursors reads the cursors that clients send
   */
  constructor(repositories: readonly GraphQlRepository[], cursors: CursorStrategy<ScrollPosition>) {
    this.#repositories = new Map(repositories.map((repository) => [repository.typeName, repository]));
    this.#cursors = cursors;
  }

  setTypeDefinitionRegistry(registry: TypeDefinitionRegistry): void {
    this.#queryType = registry.rootTypeName("query");
  }

  /** Does nothing: the fields are served as a wiring factory. */
  configure(): void {}

  configureWiringFactories(_: RuntimeWiringBuilder, factories: WiringFactory[]): void {
    if (this.#repositories.size > 0) factories.push(this);
  }

  dataFetcher({ parentType, field }: FieldWiringEnvironment): DataFetcher | undefined {
    if (parentType.name !== this.#queryType) return undefined;
    const node = connectionNodeType(field.type);
    const repository = this.#repositories.get(getNamedType(node ?? field.type).name);
    if (repository === undefined) return undefined;
    if (node !== undefined) return repository.builder.scrollable(this.#cursors);
    return isList(field.type) ? repository.builder.many() : repository.builder.single();
  }
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}
