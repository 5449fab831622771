import type { GraphQLSchema } from "../../../deps.ts";
import { type AnyDescriptor, type Class, describeType, type HandlerMapping, t } from "../../kernel/mod.ts";
import { entityMappings, type Handler } from "../controllers/handlers.ts";
import type { AnnotatedControllerConfigurer } from "../controllers/mod.ts";
import type { SchemaMappingInspectorInitializer } from "../inspection/mod.ts";
import type { GraphQlRepository } from "../repositories/mod.ts";
import {
  CodeRegistry,
  type DataFetchingEnvironment,
  type RuntimeWiring,
  SchemaGenerator,
  type SelfDescribingDataFetcher,
  type TypeDefinitionRegistry,
} from "../wiring/mod.ts";
import { EntitiesDataFetcher } from "./entities_data_fetcher.ts";
import { entityHandler, entityName } from "./entity_handler.ts";
import { EntityHandlers } from "./entity_handlers.ts";
import type { RecordedEntityMapping } from "./entity_mapping.ts";
import { EntityTypeResolver } from "./entity_type_resolver.ts";
import { type EntityType, entityTypesOf, externalFields } from "./entity_types.ts";
import { addLinkedDefinitions, addSubgraphFields } from "./federation_definitions.ts";
import { FederationLink } from "./federation_link.ts";
import { repositoryHandler } from "./repository_handler.ts";
import { SubgraphSdl } from "./subgraph_sdl.ts";

/** The dependencies of a {@linkcode FederationSchemaFactory}. */
export interface FederationSchemaFactoryParts {
  /** The controllers with `@EntityMapping` methods. */
  readonly controllers: AnnotatedControllerConfigurer;
  /** Repositories that resolve entities for which no method is mapped. */
  readonly repositories?: readonly GraphQlRepository[];
}

/**
 * Creates the schema of a subgraph: plugged into a source's builder with `schemaFactory`, as `federation()` does.
 *
 * @example
 * ```ts
 * import { param, Resource, t } from "@espalier/espalier";
 * import { EntityMapping, FederationSchemaFactory } from "@espalier/espalier/federation";
 * import { AnnotatedControllerConfigurer, GraphQlSource } from "@espalier/espalier/graphql";
 *
 * class BookController {
 *   @EntityMapping({ params: [param.argument("id", t.id)] })
 *   book(id: string) {
 *     return { id };
 *   }
 * }
 * const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])';
 * const controllers = new AnnotatedControllerConfigurer().addControllers(new BookController());
 * const factory = new FederationSchemaFactory({ controllers });
 * const { schema } = await GraphQlSource.schemaResourceBuilder()
 *   .schemaResources(Resource.text("books", `${link} type Book @key(fields: "id") { id: ID! }`))
 *   .configureRuntimeWiring(controllers)
 *   .schemaFactory((registry, wiring) => factory.createGraphQLSchema(registry, wiring))
 *   .build();
 * console.log(Object.keys(schema.getQueryType()!.getFields())); // ["_entities", "_service"]
 * ```
 */
export class FederationSchemaFactory {
  readonly #parts: FederationSchemaFactoryParts;
  #made: MadeSchema | undefined;

  /**
   * Creates the factory.
   *
   * @param parts controllers and repositories
   */
  constructor(parts: FederationSchemaFactoryParts) {
    this.#parts = parts;
  }

  /** The schema as composition reads it; `undefined` before it is created. */
  get sdl(): string | undefined {
    return this.#made?.sdl.text;
  }

  /** The entities and the code that resolves them, for `/actuator/mappings`. */
  get mappings(): readonly HandlerMapping[] {
    return (this.#made?.handlers.described ?? []).map(([typeName, handler]) => ({
      predicate: `Query._entities ${typeName}`,
      handler,
    }));
  }

  /**
   * Configures an inspection with the classes of the entities, and the fields that other subgraphs resolve.
   *
   * @param inspector inspects the created schema
   */
  describe(inspector: SchemaMappingInspectorInitializer): void {
    if (this.#made === undefined) return;
    const { classes, isExternal } = this.#made;
    inspector.classMapping("_Service", SubgraphService);
    for (const [typeName, type] of classes) inspector.classMapping(typeName, type());
    inspector.resolvedElsewhere(({ typeName, fieldName }) => isExternal(typeName, fieldName));
  }

  /**
   * Creates the schema with `_service` and `_entities`.
   *
   * @param registry the definitions, with a `@link` to the federation specification
   * @param wiring the code
   * @throws TypeError when an entity has no code, or code is mapped to a type that is not an entity
   */
  createGraphQLSchema(registry: TypeDefinitionRegistry, wiring: RuntimeWiring): GraphQLSchema {
    const link = FederationLink.of(registry);
    addLinkedDefinitions(registry, link);
    const sdl = new SubgraphSdl(registry, link);
    const types = entityTypesOf(registry, link);
    const own = this.#parts.controllers.handlersOf<RecordedEntityMapping>(entityMappings);
    const handlers = this.#handlersOf(own, types);
    addSubgraphFields(registry, handlers.resolvable);
    const isExternal = externalFields(registry, link);
    const schema = new SchemaGenerator().makeExecutableSchema(registry, wiring);
    this.#wire(schema, handlers, sdl);
    this.#made = { sdl, handlers, isExternal, classes: own.flatMap(classOf) };
    return schema;
  }

  #handlersOf(
    own: readonly Handler<RecordedEntityMapping>[],
    types: ReadonlyMap<string, EntityType>,
  ): EntityHandlers {
    const { repositories = [] } = this.#parts;
    const byType = new Map(repositories.map((repository) => [repository.typeName, repository]));
    return new EntityHandlers(types, own.map((handler) => entityHandler(handler, types)), (type) => {
      const repository = byType.get(type.name);
      return repository && repositoryHandler(type, repository);
    });
  }

  #wire(schema: GraphQLSchema, handlers: EntityHandlers, sdl: SubgraphSdl): void {
    const query = schema.getQueryType()!.name; // it has `_service`
    const code = new CodeRegistry(schema);
    code.dataFetcher(
      query,
      "_service",
      described("_service", ({ info }) => new SubgraphService(sdl.textFor(info.schema))),
    );
    if (schema.getType("_Entity") === undefined) return;
    const entities = new EntitiesDataFetcher(handlers);
    code.dataFetcher(query, "_entities", described("_entities", (environment) => entities.fetch(environment)));
    code.typeResolver("_Entity", new EntityTypeResolver());
    this.#parts.controllers.handleExceptionsOf(
      { typeName: query, fieldName: "_entities" },
      (environment) => entities.controllerOf(environment),
    );
  }
}

/** The data of the schema that was created last. */
interface MadeSchema {
  readonly sdl: SubgraphSdl;
  readonly handlers: EntityHandlers;
  readonly classes: readonly (readonly [typeName: string, type: () => Class])[];
  readonly isExternal: (typeName: string, fieldName: string) => boolean;
}

function classOf({ recorded, fetcher }: Handler<RecordedEntityMapping>) {
  const type = classIn(fetcher.returnType);
  return type === undefined ? [] : [[entityName(recorded), type] as const];
}

/** The value of `_service`. */
class SubgraphService {
  constructor(readonly sdl: string) {}
}
describeType(SubgraphService, { sdl: t.string });

function classIn(type: AnyDescriptor | undefined): (() => Class) | undefined {
  if (type?.kind === "nullable") return classIn(type.inner);
  if (type?.kind === "list") return classIn(type.element);
  return type?.kind === "object" ? type.type : undefined;
}

function described(
  name: string,
  fetch: (environment: DataFetchingEnvironment) => unknown,
): SelfDescribingDataFetcher {
  return Object.assign((environment: DataFetchingEnvironment) => fetch(environment), {
    description: `FederationSchemaFactory ${name}`,
    expectedArguments: new Map(),
    readsAnyArgument: true,
  });
}
