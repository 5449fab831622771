import type { Container, ServiceIdentifier } from "../../deps.ts";
import { AccessReport, AuditLog, ContextSnapshotFactory, PropertyAccess, VisibilityProfiles } from "../context/mod.ts";
import { ApplicationRoot, EspalierProperties, inOrder, Logger } from "../kernel/mod.ts";
import {
  AccessVisitor,
  addAccessDirectives,
  addSecretDirective,
  AuditExceptionResolver,
  AuditVisitor,
  FieldAccess,
  FieldRuleSource,
  PropertyFields,
} from "./access/mod.ts";
import {
  AnnotatedControllerConfigurer,
  ArgumentNameResolver,
  Controller,
  ControllerAdviceBean,
  Executor,
  type ModelClasses,
} from "./controllers/mod.ts";
import {
  addIncrementalDirectives,
  addVisibleDirective,
  type BoundedDocumentCache,
  type BuiltGraphQlSource,
  DataFetcherExceptionResolver,
  type GraphQLBuilder,
  GraphQlSource,
  GraphQlSourceBuilderCustomizer,
  Instrumentation,
  MissingSchemaError,
  OperationResultCache,
  type SchemaResourceGraphQlSourceBuilder,
  SubscriptionExceptionResolver,
  TypeDefinitionConfigurer,
} from "./execution/mod.ts";
import { OperationSecurity } from "./interception/mod.ts";
import { ConnectionAdapter, ConnectionFieldTypeVisitor } from "./pagination/mod.ts";
import { DocumentCaches } from "./document_caches.ts";
import { SchemaInspection } from "./inspection/mod.ts";
import { foldersOf, type PreparedSource } from "./reload/mod.ts";
import { findResources, type Resource, type ResourceLocations, RuntimeWiringConfigurer } from "./wiring/mod.ts";

/** What the application said about its schema. */
export interface SchemaOptions {
  /** Resources that are given; without any, files are looked for. */
  readonly schema?: readonly Resource[];
  /** Glob patterns instead of the configured ones, below the application's root. */
  readonly locations?: readonly string[];
  /** Further folders below which the patterns are looked up. */
  readonly roots?: readonly (string | URL)[];
  /** The classes that stand for schema types, as the types task writes them. */
  readonly models?: ModelClasses;
}

/** Builds the sources of an application from its beans: one at start-up, and one for each reload of the schema. */
export class SourceFactory {
  readonly #container: Container;
  readonly #options: SchemaOptions;
  readonly #caches: DocumentCaches;

  private constructor(container: Container, options: SchemaOptions) {
    this.#container = container;
    this.#options = options;
    this.#caches = new DocumentCaches(container);
  }

  /**
   * Collects the controllers.
   *
   * @param container holds the beans
   * @param options what was said about the schema
   */
  static async of(container: Container, options: SchemaOptions): Promise<SourceFactory> {
    await collectControllers(container, options.models);
    return new SourceFactory(container, options);
  }

  /** The folders in which schema files are looked for; none where the schema is given. */
  get folders(): readonly URL[] {
    if (this.#options.schema) return [];
    const { patterns, roots } = schemaLocations(this.#container, this.#options);
    return foldersOf(patterns, roots);
  }

  /** Builds a source of what the schema resources hold now. */
  async build(): Promise<PreparedSource> {
    const container = this.#container;
    const inspection = container.get(SchemaInspection);
    const { report } = inspection;
    const access = container.isBound(AccessReport) ? container.get(AccessReport) : undefined;
    const found = new AccessReport();
    const caches = this.#caches.begin();
    const drop = () => void (inspection.report = report);
    try {
      const builder = await sourceBuilder(container, this.#options, { newCache: caches.newCache, report: found });
      const source = await this.#built(builder);
      const use = () => {
        caches.use();
        access?.replace(["query", "mutation", "subscription", "field"], found.ways);
      };
      return { source, use, drop };
    } catch (error) {
      drop();
      throw error;
    }
  }

  async #built(builder: SchemaResourceGraphQlSourceBuilder): Promise<BuiltGraphQlSource> {
    try {
      return await builder.build();
    } catch (error) {
      if (!(error instanceof MissingSchemaError) || this.#options.schema) throw error;
      throw new MissingSchemaError(searchedPlaces(this.#container, this.#options));
    }
  }
}

/** What belongs to one source alone. */
interface SourceParts {
  readonly newCache: () => BoundedDocumentCache;
  readonly report: AccessReport;
}

async function sourceBuilder(
  container: Container,
  options: SchemaOptions,
  { newCache, report }: SourceParts,
): Promise<SchemaResourceGraphQlSourceBuilder> {
  const builder = GraphQlSource.schemaResourceBuilder().logger(container.get(Logger));
  builder.schemaResources(...await schemaResources(container, options));
  if (container.get(EspalierProperties).graphql.incremental) builder.configureTypeDefinitions(addIncrementalDirectives);
  for (const bean of await all(container, TypeDefinitionConfigurer)) builder.configureTypeDefinitions(bean);
  const adapter = ConnectionAdapter.from(await all(container, ConnectionAdapter));
  builder.typeVisitors(new ConnectionFieldTypeVisitor(adapter, container.get(Logger)));
  if (container.isBound(AuditLog)) audit(builder, container.get(AuditLog), options);
  await wire(container, builder);
  // Behind the connections: what a page is made of is fetched only where the rule allows it.
  builder.configureTypeDefinitions({ configure: addAccessDirectives }).typeVisitors(
    await accessVisitor(container, options, report),
  );
  builder.configureTypeDefinitions({ configure: addSecretDirective });
  if (container.isBound(VisibilityProfiles)) {
    builder.visibility(container.get(VisibilityProfiles)).configureTypeDefinitions({ configure: addVisibleDirective });
  }
  builder.contextSnapshotFactory(container.get(ContextSnapshotFactory));
  builder.instrumentation(...await all(container, Instrumentation));
  builder.exceptionResolvers(...await all(container, DataFetcherExceptionResolver));
  builder.subscriptionExceptionResolvers(...await all(container, SubscriptionExceptionResolver));
  builder.configureGraphQl((engine) => {
    secure(engine.inputClasses(options.models ?? {}), container.get(EspalierProperties));
    engine.preparsedDocumentProvider(newCache());
  });
  if (container.isBound(OperationResultCache)) {
    const cache = container.get(OperationResultCache);
    builder.configureGraphQl((engine) => engine.resultCache(cache));
  }
  for (const customizer of await all(container, GraphQlSourceBuilderCustomizer)) customizer.customize(builder);
  return builder;
}

/** The first resolver sees every refusal; the visitor comes before that of the rules, so what is recorded was allowed. */
function audit(builder: SchemaResourceGraphQlSourceBuilder, log: AuditLog, { models = {} }: SchemaOptions): void {
  builder.typeVisitors(new AuditVisitor({ log, inputClasses: models }));
  builder.exceptionResolvers(new AuditExceptionResolver(log));
}

async function accessVisitor(
  container: Container,
  { models = {} }: SchemaOptions,
  report: AccessReport,
): Promise<AccessVisitor> {
  const { denyByDefault } = container.get(EspalierProperties).security;
  const properties = new PropertyFields(await all(container, PropertyAccess), models);
  const sources = await all(container, FieldRuleSource);
  return new AccessVisitor({ fields: await all(container, FieldAccess), denyByDefault, report, properties, sources });
}

function searchedPlaces(container: Container, options: SchemaOptions): string {
  const { locations, fileExtensions } = container.get(EspalierProperties).graphql;
  const roots = [container.get(ApplicationRoot).url.href, ...(options.roots ?? []).map(String)];
  const patterns = (options.locations ?? locations).map((pattern) => `"${pattern}"`).join(", ");
  return `There is no file for ${patterns} with an ending of ${fileExtensions.join(", ")} below ${roots.join(", ")}`;
}

function secure(engine: GraphQLBuilder, { graphql }: EspalierProperties): void {
  engine.operationGuard(new OperationSecurity(graphql)).maxConcurrentEvents(graphql.maxConcurrentEvents)
    .maxQueuedEvents(graphql.maxQueuedEvents).defaultErrorBehavior(graphql.onError);
  const { maxResultValues, maxResultBytes, executionTimeoutMs } = graphql;
  engine.resultLimits({ maxValues: maxResultValues, maxBytes: maxResultBytes, timeoutMs: executionTimeoutMs });
}

async function collectControllers(container: Container, models: ModelClasses = {}): Promise<void> {
  const controllers = container.get(AnnotatedControllerConfigurer);
  controllers.setModels(models);
  controllers.setLogger(container.get(Logger));
  controllers.setBeanLookup((id) => beanOf(container, id as ServiceIdentifier<never>));
  controllers.addArgumentNameResolvers(...await all(container, ArgumentNameResolver));
  controllers.addControllers(...await all(container, Controller));
  controllers.addControllerAdvices(...await all(container, ControllerAdviceBean));
  await provideExecutor(container, controllers);
}

async function wire(container: Container, builder: SchemaResourceGraphQlSourceBuilder): Promise<void> {
  const controllers = container.get(AnnotatedControllerConfigurer);
  for (const bean of await all(container, RuntimeWiringConfigurer)) builder.configureRuntimeWiring(bean);
  builder.configureRuntimeWiring(controllers);
  builder.exceptionResolvers(controllers.getExceptionResolver());
}

/** The executor's threads, where it has any, end when its bean does. */
async function provideExecutor(container: Container, controllers: AnnotatedControllerConfigurer): Promise<void> {
  if (controllers.executor || !container.isBound(Executor)) return;
  const executor = await container.getAsync(Executor);
  controllers.setExecutor(executor);
  container.onDeactivation(Executor, (bean) => (bean as Partial<Disposable>)[Symbol.dispose]?.());
}

async function schemaResources(container: Container, options: SchemaOptions): Promise<readonly Resource[]> {
  return options.schema ?? await findResources(schemaLocations(container, options));
}

function schemaLocations(container: Container, options: SchemaOptions): ResourceLocations {
  const { locations, fileExtensions } = container.get(EspalierProperties).graphql;
  const roots = [container.get(ApplicationRoot).url, ...(options.roots ?? []).map((root) => new URL(root))];
  return { roots, patterns: options.locations ?? locations, extensions: fileExtensions };
}

async function all<T extends object>(container: Container, identifier: ServiceIdentifier<T>): Promise<T[]> {
  return container.isBound(identifier) ? inOrder(await container.getAllAsync(identifier)) : [];
}

function beanOf<T>(container: Container, identifier: ServiceIdentifier<T>): T | undefined {
  return container.isBound(identifier) ? container.get(identifier) : undefined;
}
