import { type GraphQLSchema, isAbstractType, isSchema } from "../../../../deps.ts";
import { describeValue } from "../../../kernel/mod.ts";
import {
  addSemanticNonNullDirective,
  addSunsetDirective,
  ClassNameTypeResolver,
  deprecationsOf,
  type Resource,
  type RuntimeWiring,
  RuntimeWiringBuilder,
  type RuntimeWiringConfigurer,
  SchemaGenerator,
  setTypeResolver,
  type TypeDefinitionRegistry,
  type TypeResolver,
  type WiringFactory,
} from "../../wiring/mod.ts";
import type { SchemaMappingInspectorInitializer, SchemaReport } from "../../inspection/mod.ts";
import { AbstractGraphQlSourceBuilder } from "./abstract_graphql_source_builder.ts";
import { MissingSchemaError } from "./missing_schema_error.ts";
import { readSchemaResources } from "./read_schema_resources.ts";
import { inspectWiring } from "./inspect_wiring.ts";
import type { TypeDefinitionConfigurer } from "./type_definition_configurer.ts";

/** Makes the schema of definitions and code. */
export type SchemaFactory = (registry: TypeDefinitionRegistry, wiring: RuntimeWiring) => GraphQLSchema;

/** Receives what a schema mapping inspection found. */
export type SchemaReportConsumer = (report: SchemaReport) => void;

/** Tells a schema mapping inspection what it can't see by itself. */
export type SchemaInspectionInitializer = (initializer: SchemaMappingInspectorInitializer) => void;

/** Builds a source whose schema is made of schema resources. */
export class SchemaResourceGraphQlSourceBuilder extends AbstractGraphQlSourceBuilder {
  readonly #resources = new Set<Resource>();
  readonly #typeDefinitionConfigurers: TypeDefinitionConfigurer[] = [];
  readonly #wiringConfigurers: RuntimeWiringConfigurer[] = [];
  #inspection: { initialize?: SchemaInspectionInitializer; consume: SchemaReportConsumer } | undefined;
  #wiring: RuntimeWiring | undefined;
  #typeResolver: TypeResolver = new ClassNameTypeResolver();
  #schemaFactory: SchemaFactory = (registry, wiring) => new SchemaGenerator().makeExecutableSchema(registry, wiring);

  /** Adds schema resources; the same one twice counts once. */
  schemaResources(...resources: readonly Resource[]): this {
    for (const resource of resources) this.#resources.add(resource);
    return this;
  }

  /** Adds code that changes the type definitions before the schema is made. */
  configureTypeDefinitions(configurer: TypeDefinitionConfigurer | TypeDefinitionConfigurer["configure"]): this {
    this.#typeDefinitionConfigurers.push(typeof configurer === "function" ? { configure: configurer } : configurer);
    return this;
  }

  /** The same as {@linkcode SchemaResourceGraphQlSourceBuilder.configureTypeDefinitions}. */
  typeDefinitionConfigurer(configurer: TypeDefinitionConfigurer | TypeDefinitionConfigurer["configure"]): this {
    return this.configureTypeDefinitions(configurer);
  }

  /** Adds wiring: data fetchers, scalars, directives, type resolvers. */
  configureRuntimeWiring(configurer: RuntimeWiringConfigurer | RuntimeWiringConfigurer["configure"]): this {
    this.#wiringConfigurers.push(typeof configurer === "function" ? { configure: configurer } : configurer);
    return this;
  }

  /** Replaces what makes the schema of definitions and code; the last one wins. */
  schemaFactory(factory: SchemaFactory): this {
    this.#schemaFactory = factory;
    return this;
  }

  /** Replaces the type resolver of interfaces and unions without one of their own; the last one wins. */
  defaultTypeResolver(resolver: TypeResolver): this {
    this.#typeResolver = resolver;
    return this;
  }

  /**
   * Compares the schema with the code behind it once both are there; the last call wins.
   *
   * @param consumer receives the report
   */
  inspectSchemaMappings(consumer: SchemaReportConsumer): this;
  /**
   * Compares the schema with the code behind it once both are there; the last call wins.
   *
   * @param initializer tells what inspection can't see by itself, for example `(i) => i.classMapping("Book", BookDto)`
   * @param consumer receives the report
   */
  inspectSchemaMappings(initializer: SchemaInspectionInitializer, consumer: SchemaReportConsumer): this;
  inspectSchemaMappings(
    first: SchemaInspectionInitializer | SchemaReportConsumer,
    second?: SchemaReportConsumer,
  ): this {
    this.#inspection = second
      ? { initialize: first as SchemaInspectionInitializer, consume: second }
      : { consume: first as SchemaReportConsumer };
    return this;
  }

  /** Compares the schema with the registered code, and logs what does not fit. */
  protected override inspect(schema: GraphQLSchema): void {
    if (!this.#inspection || !this.#wiring) return;
    const { initialize, consume } = this.#inspection;
    const { log } = this;
    consume(inspectWiring({
      schema,
      wiring: this.#wiring,
      typeResolver: this.#typeResolver,
      ...(initialize && { initialize }),
      ...(log && { log }),
    }));
  }

  /** Reads the resources and makes a schema of them. */
  protected override async makeSchema(): Promise<GraphQLSchema> {
    const registry = await this.#readDefinitions();
    const wiring = this.#wiring = this.#wire(registry);
    moveToCustomRoots(wiring, registry);
    const schema = requireSchema(this.#schemaFactory(registry, wiring));
    this.#setDefaultTypeResolver(schema);
    deprecationsOf(schema); // so that wrong dates fail the start
    return schema;
  }

  async #readDefinitions(): Promise<TypeDefinitionRegistry> {
    if (this.#resources.size === 0) throw new MissingSchemaError();
    const registry = await readSchemaResources(this.#resources);
    for (const configurer of this.#typeDefinitionConfigurers) configurer.configure(registry);
    addSemanticNonNullDirective(registry);
    addSunsetDirective(registry);
    this.log?.info(`Loaded ${this.#resources.size} resource(s) in the GraphQL schema.`);
    return registry;
  }

  #wire(registry: TypeDefinitionRegistry): RuntimeWiringBuilder {
    const wiring = new RuntimeWiringBuilder();
    for (const configurer of this.#wiringConfigurers) {
      configurer.setTypeDefinitionRegistry?.(registry);
      configurer.configure(wiring);
    }
    const container: WiringFactory[] = [];
    for (const configurer of this.#wiringConfigurers) configurer.configureWiringFactories?.(wiring, container);
    for (const factory of container) wiring.wiringFactory(factory);
    return wiring;
  }

  #setDefaultTypeResolver(schema: GraphQLSchema): void {
    for (const type of Object.values(schema.getTypeMap())) {
      if (isAbstractType(type) && !type.resolveType) setTypeResolver(type, this.#typeResolver);
    }
  }
}

/** Not everybody asks the compiler what a factory returns. */
function requireSchema(schema: unknown): GraphQLSchema {
  if (isSchema(schema)) return schema;
  throw new TypeError(
    `Cannot use what the schema factory returned as it must be a GraphQLSchema: current value is ${
      describeValue(schema)
    }`,
  );
}

/** Code registered for `Query`, `Mutation` or `Subscription` belongs to whatever type the schema declares as that root. */
function moveToCustomRoots(wiring: RuntimeWiringBuilder, registry: TypeDefinitionRegistry): void {
  for (const operation of ["query", "mutation", "subscription"] as const) {
    const standard = operation[0]!.toUpperCase() + operation.slice(1);
    const custom = registry.rootTypeName(operation);
    const registered = wiring.types.get(standard);
    if (custom === standard || !registered) continue;
    wiring.type(custom, (type) => {
      for (const [field, fetcher] of registered.dataFetchers) {
        if (!type.dataFetchers.has(field)) type.dataFetcher(field, fetcher);
      }
    });
  }
}
