import type { Container, ServiceIdentifier } from "../../deps.ts";
import { AccessReport, AuditLog, ContextSnapshotFactory, PropertyAccess, VisibilityProfiles } from "../context/mod.ts";
import { ApplicationRoot, EspalierProperties, inOrder, Logger, ManagedCache } from "../kernel/mod.ts";
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
  BoundedDocumentCache,
  DataFetcherExceptionResolver,
  type GraphQLBuilder,
  GraphQlSource,
  GraphQlSourceBuilderCustomizer,
  Instrumentation,
  MissingSchemaError,
  type SchemaResourceGraphQlSourceBuilder,
  SubscriptionExceptionResolver,
  TypeDefinitionConfigurer,
} from "./execution/mod.ts";
import { OperationSecurity } from "./interception/mod.ts";
import { ConnectionAdapter, ConnectionFieldTypeVisitor } from "./pagination/mod.ts";
import { findResources, Resource, RuntimeWiringConfigurer } from "./wiring/mod.ts";

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

/**
 * Builds the application's source from its beans.
 *
 * @param container holds the beans
 * @param options what was said about the schema
 */
export async function buildSource(container: Container, options: SchemaOptions): Promise<GraphQlSource> {
  const builder = GraphQlSource.schemaResourceBuilder().logger(container.get(Logger));
  builder.schemaResources(...await schemaResources(container, options));
  if (container.get(EspalierProperties).graphql.incremental) builder.configureTypeDefinitions(addIncrementalDirectives);
  for (const bean of await all(container, TypeDefinitionConfigurer)) builder.configureTypeDefinitions(bean);
  const adapter = ConnectionAdapter.from(await all(container, ConnectionAdapter));
  builder.typeVisitors(new ConnectionFieldTypeVisitor(adapter, container.get(Logger)));
  if (container.isBound(AuditLog)) audit(builder, container.get(AuditLog), options);
  await wire(container, builder, options.models);
  // Behind the connections: what a page is made of is fetched only where the rule allows it.
  builder.configureTypeDefinitions({ configure: addAccessDirectives }).typeVisitors(
    await accessVisitor(container, options),
  );
  builder.configureTypeDefinitions({ configure: addSecretDirective });
  builder.configureGraphQl((engine) => engine.inputClasses(options.models ?? {}));
  if (container.isBound(VisibilityProfiles)) {
    builder.visibility(container.get(VisibilityProfiles)).configureTypeDefinitions({ configure: addVisibleDirective });
  }
  builder.contextSnapshotFactory(container.get(ContextSnapshotFactory));
  builder.instrumentation(...await all(container, Instrumentation));
  builder.exceptionResolvers(...await all(container, DataFetcherExceptionResolver));
  builder.subscriptionExceptionResolvers(...await all(container, SubscriptionExceptionResolver));
  builder.configureGraphQl((engine) => secure(engine, container.get(EspalierProperties)));
  const newCache = documentCaches(container);
  builder.configureGraphQl((engine) => engine.preparsedDocumentProvider(newCache()));
  for (const customizer of await all(container, GraphQlSourceBuilderCustomizer)) customizer.customize(builder);
  try {
    return await builder.build();
  } catch (error) {
    if (!(error instanceof MissingSchemaError) || options.schema) throw error;
    throw new MissingSchemaError(searchedPlaces(container, options));
  }
}

/** The first resolver sees every refusal; the visitor comes before that of the rules, so what is recorded was allowed. */
function audit(builder: SchemaResourceGraphQlSourceBuilder, log: AuditLog, { models = {} }: SchemaOptions): void {
  builder.typeVisitors(new AuditVisitor({ log, inputClasses: models }));
  builder.exceptionResolvers(new AuditExceptionResolver(log));
}

async function accessVisitor(container: Container, { models = {} }: SchemaOptions): Promise<AccessVisitor> {
  const { denyByDefault } = container.get(EspalierProperties).security;
  const report = container.isBound(AccessReport) ? container.get(AccessReport) : undefined;
  const properties = new PropertyFields(await all(container, PropertyAccess), models);
  const sources = await all(container, FieldRuleSource);
  return new AccessVisitor({ fields: await all(container, FieldAccess), denyByDefault, report, properties, sources });
}

/** Parsed and planned, a document takes about so many bytes for each character. */
const bytesPerCharacter = 256;

/** Returns what makes a cache for each engine, where operators see it. */
function documentCaches(container: Container): () => BoundedDocumentCache {
  const { documentCacheBytes } = container.get(EspalierProperties).graphql;
  let count = 0;
  return () => {
    const cache = new BoundedDocumentCache({ maxCharacters: Math.floor(documentCacheBytes / bytesPerCharacter) });
    container.bind(ManagedCache).toConstantValue({
      name: ++count === 1 ? "documents" : `documents-${count}`,
      manager: "graphql",
      target: "BoundedDocumentCache",
      statistics: () => cache.statistics,
      clear: () => cache.clear(),
    });
    return cache;
  };
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

async function wire(
  container: Container,
  builder: SchemaResourceGraphQlSourceBuilder,
  models: ModelClasses = {},
): Promise<void> {
  const controllers = container.get(AnnotatedControllerConfigurer);
  controllers.setModels(models);
  controllers.setLogger(container.get(Logger));
  controllers.setBeanLookup((id) => beanOf(container, id as ServiceIdentifier<never>));
  controllers.addArgumentNameResolvers(...await all(container, ArgumentNameResolver));
  controllers.addControllers(...await all(container, Controller));
  controllers.addControllerAdvices(...await all(container, ControllerAdviceBean));
  await provideExecutor(container, controllers);
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
  if (options.schema) return options.schema;
  const { locations, fileExtensions } = container.get(EspalierProperties).graphql;
  const roots = [container.get(ApplicationRoot).url, ...(options.roots ?? []).map((root) => new URL(root))];
  return await findResources({ roots, patterns: options.locations ?? locations, extensions: fileExtensions });
}

async function all<T extends object>(container: Container, identifier: ServiceIdentifier<T>): Promise<T[]> {
  return container.isBound(identifier) ? inOrder(await container.getAllAsync(identifier)) : [];
}

function beanOf<T>(container: Container, identifier: ServiceIdentifier<T>): T | undefined {
  return container.isBound(identifier) ? container.get(identifier) : undefined;
}
