import { type Container, ContainerModule, type ContainerModuleLoadOptions } from "../../deps.ts";
import {
  checkOptions,
  ConsoleEndpoint,
  describeValue,
  EspalierProperties,
  HandlerMappingSource,
  inOrder,
  installOnce,
  Lifecycle,
  Logger,
  ManagedCache,
  requireClassThunk,
  StartupTask,
} from "../kernel/mod.ts";
import { ContextSnapshotFactory, RequestBudget, VisibilityProfiles } from "../context/mod.ts";
import { bindDataErrors } from "./bind_data_errors.ts";
import { bindPagination } from "./bind_pagination.ts";
import { provideExecutionLogContext } from "./execution_log_context.ts";
import { type SchemaOptions, SourceFactory } from "./build_source.ts";
import { CurrentGraphQlSource, SchemaReloader, type SchemaReloaderParts, watchSchema } from "./reload/mod.ts";
import { bindDataLoaderCheck } from "./check_data_loaders.ts";
import { AnnotatedControllerConfigurer } from "./controllers/mod.ts";
import {
  BatchLoaderRegistry,
  DataFetcherExceptionResolver,
  DefaultBatchLoaderRegistry,
  DefaultExecutionGraphQlService,
  ExecutionGraphQlService,
  GraphQlSource,
  SecurityDataFetcherExceptionResolver,
} from "./execution/mod.ts";
import { fieldMappings } from "./field_mappings.ts";
import { bindInspection } from "./inspect_at_startup.ts";
import { SchemaEndpoint } from "./schema_endpoint.ts";
import { provideContextSnapshots } from "./provide_context_snapshots.ts";
import {
  BudgetWebGraphQlInterceptor,
  ExceptionDetailsInterceptor,
  PersistedDocumentsInterceptor,
  PersistedDocumentStore,
  PersistedQueryCache,
  TrustedDocuments,
  WebGraphQlHandler,
  WebGraphQlInterceptor,
} from "./interception/mod.ts";
import { bindTransports } from "./transport/mod.ts";

/**
 * The GraphQL feature: loads the schema, wires it with the beans of the container and answers at `/graphql`.
 *
 * @param options where the schema is; by default the files below `graphql/` in the application's root
 * @throws TypeError when an option does not exist, or the schema is no list of resources
 *
 * @example
 * ```ts
 * import { controller, createApp, createContainer, graphql, param, QueryMapping, Resource, t } from "@espalier/espalier";
 *
 * class GreetingController {
 *   @QueryMapping({ params: [param.argument("name", t.string)], returns: t.string })
 *   greeting(name: string): string {
 *     return `Hello, ${name}!`;
 *   }
 * }
 * const schema = Resource.text("hello", "type Query { greeting(name: String!): String! }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(GreetingController)));
 * const response = await app.fetch(
 *   new Request("http://localhost/graphql", {
 *     method: "POST",
 *     headers: { "content-type": "application/json" },
 *     body: JSON.stringify({ query: '{ greeting(name: "Ada") }' }),
 *   }),
 * );
 * console.log(await response.json()); // { data: { greeting: "Hello, Ada!" } }
 * ```
 */
export function graphql(options: SchemaOptions = {}): ContainerModule {
  checkSchemaOptions(options);
  return new ContainerModule((module) => {
    const { bind } = module;
    installOnce("graphql()", module);
    bind(AnnotatedControllerConfigurer).toResolvedValue(() => new AnnotatedControllerConfigurer());
    bind(DataFetcherExceptionResolver).toResolvedValue(() => new SecurityDataFetcherExceptionResolver());
    bind(BatchLoaderRegistry).toResolvedValue(() => new DefaultBatchLoaderRegistry());
    bind(StartupTask).toConstantValue({
      name: "graphql: build the schema",
      run: (container) => provideSource(container, options),
    });
    bind(ExecutionGraphQlService).toResolvedValue(
      (source, loaders) => new DefaultExecutionGraphQlService(source).addDataLoaderRegistrar(loaders),
      [GraphQlSource, BatchLoaderRegistry],
    );
    bind(WebGraphQlHandler).toResolvedValue(
      webGraphQlHandler,
      [
        ExecutionGraphQlService,
        { serviceIdentifier: WebGraphQlInterceptor, isMultiple: true },
        ContextSnapshotFactory,
        { serviceIdentifier: RequestBudget, isMultiple: true },
      ],
    );
    bind(ConsoleEndpoint).toResolvedValue((source) => new SchemaEndpoint(source), [GraphQlSource]);
    bindPersistedDocuments(module);
    bind(HandlerMappingSource).toResolvedValue(
      (source) => ({ name: "graphql", mappings: () => fieldMappings(source.schema) }),
      [GraphQlSource],
    );
    bindPagination(module);
    bindDataErrors(module);
    bindInspection(module);
    bindDataLoaderCheck(module);
    bindTransports(module);
  });
}

function checkSchemaOptions(options: SchemaOptions): void {
  checkOptions("graphql()", options, { schema: true, locations: true, roots: true, models: true });
  const { schema, models = {} } = options;
  for (const [name, thunk] of Object.entries(models)) {
    requireClassThunk(`Cannot use class "${name}" of option "models" of graphql()`, thunk);
  }
  if (schema === undefined) return;
  if (Array.isArray(schema) && schema.every(isResource)) return;
  const wrong = Array.isArray(schema) ? schema.find((resource) => !isResource(resource)) : schema;
  throw new TypeError(
    'Cannot use option "schema" of graphql() as it must be a list of resources, such as ' +
      '[Resource.text("schema.graphqls", "type Query { … }")] or [Resource.file("graphql/schema.graphqls")]: ' +
      `current value is ${Array.isArray(schema) ? "a list with " : ""}${describeValue(wrong)}`,
  );
}

function isResource(value: unknown): boolean {
  return typeof (value as { readonly text?: unknown } | null | undefined)?.text === "function";
}

/** The source is made asynchronously, and bound as what it is before anything injects it. */
async function provideSource(container: Container, options: SchemaOptions): Promise<void> {
  await provideContextSnapshots(container);
  if (container.get(EspalierProperties).preset === "development") {
    container.bind(WebGraphQlInterceptor).toConstantValue(new ExceptionDetailsInterceptor());
  }
  if (container.isBound(GraphQlSource)) return void bindReloader(container, undefined);
  provideExecutionLogContext(container);
  const factory = await SourceFactory.of(container, options);
  const { source: first, use } = await factory.build();
  use();
  const source = new CurrentGraphQlSource(first);
  container.bind(GraphQlSource).toConstantValue(source);
  container.onDeactivation(GraphQlSource, () => source[Symbol.dispose]());
  const reloader = bindReloader(container, { source, build: () => factory.build() });
  watch(container, reloader, factory.folders);
}

function bindReloader(container: Container, reloaded: SchemaReloaderParts["reloaded"]): SchemaReloader {
  const logger = container.get(Logger).forCategory("espalier.graphql");
  const profiles = container.isBound(VisibilityProfiles) ? container.get(VisibilityProfiles) : undefined;
  const reloader = new SchemaReloader({ reloaded, profiles, logger });
  container.bind(SchemaReloader).toConstantValue(reloader);
  return reloader;
}

function watch(container: Container, reloader: SchemaReloader, folders: readonly URL[]): void {
  const { watchSchema: isWatched, fileExtensions: extensions } = container.get(EspalierProperties).graphql;
  if (!isWatched || folders.length === 0) return;
  const logger = container.get(Logger).forCategory("espalier.graphql");
  const running = watchSchema({ folders, extensions, changed: () => reloader.reload(), logger });
  container.get(Lifecycle).onDrain(() => running.end());
}

function webGraphQlHandler(
  service: ExecutionGraphQlService,
  interceptors: WebGraphQlInterceptor[],
  ...[snapshots, [budget]]: [ContextSnapshotFactory, RequestBudget[]]
): WebGraphQlHandler {
  const charging = budget === undefined ? [] : [new BudgetWebGraphQlInterceptor(budget)];
  return WebGraphQlHandler.builder(service)
    .interceptors(...inOrder<WebGraphQlInterceptor>([...interceptors, ...charging]))
    .contextSnapshotFactory(snapshots)
    .build();
}

function bindPersistedDocuments({ bind }: ContainerModuleLoadOptions): void {
  const cache = new PersistedQueryCache();
  bind(WebGraphQlInterceptor).toResolvedValue(
    ({ graphql }: EspalierProperties, [trusted]: TrustedDocuments[], [store]: PersistedDocumentStore[]) =>
      new PersistedDocumentsInterceptor(graphql, { trusted, cache, store }),
    [
      EspalierProperties,
      { serviceIdentifier: TrustedDocuments, isMultiple: true },
      { serviceIdentifier: PersistedDocumentStore, isMultiple: true },
    ],
  );
  bind(ManagedCache).toConstantValue({
    name: "persistedQueries",
    manager: "graphql",
    target: "PersistedQueryCache",
    statistics: () => cache.statistics,
    clear: () => cache.clear(),
  });
}
