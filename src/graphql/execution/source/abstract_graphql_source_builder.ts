import type { GraphQLSchema } from "../../../../deps.ts";
import type { ContextSnapshotFactory, VisibilityProfiles } from "../../../context/mod.ts";
import type { Logger } from "../../../kernel/mod.ts";
import { installResolvers } from "../../engine/mod.ts";
import { type GraphQLTypeVisitor, transformSchema, traverseSchema } from "../../wiring/mod.ts";
import type { DataFetcherExceptionResolver } from "../errors/data_fetcher_exception_resolver.ts";
import { ExceptionResolversExceptionHandler } from "../errors/exception_handler.ts";
import type { SubscriptionExceptionResolver } from "../errors/subscription_exception_resolver.ts";
import { GraphQLBuilder } from "../graphql_builder.ts";
import type { BuiltGraphQlSource } from "./built_graphql_source.ts";
import type { Instrumentation } from "../instrumentation.ts";
import { decorateDataFetchers } from "./decorate_data_fetchers.ts";
import { SourceProfiles } from "./source_profiles.ts";
import { validSchema } from "./valid_schema.ts";
import { instrumentDataFetchers } from "./instrument_data_fetchers.ts";
import { SubscriptionExceptionHandler } from "../subscriptions/subscription_exception_handler.ts";

/** What both builders of a `GraphQlSource` share: everything after the schema exists. */
export abstract class AbstractGraphQlSourceBuilder {
  readonly #exceptionResolvers: DataFetcherExceptionResolver[] = [];
  readonly #subscriptionExceptionResolvers: SubscriptionExceptionResolver[] = [];
  readonly #instrumentations: Instrumentation[] = [];
  readonly #typeVisitors: GraphQLTypeVisitor[] = [];
  readonly #transformingVisitors: GraphQLTypeVisitor[] = [];
  readonly #graphQlConfigurers: ((builder: GraphQLBuilder) => void)[] = [];
  #snapshots: ContextSnapshotFactory | undefined;
  #profiles: VisibilityProfiles | undefined;
  /** Receives what the source has to say; silent by default. */
  protected log: Logger | undefined;

  /** Adds resolvers of data fetcher exceptions, asked in order. */
  exceptionResolvers(...resolvers: readonly DataFetcherExceptionResolver[]): this {
    this.#exceptionResolvers.push(...resolvers);
    return this;
  }

  /** Adds resolvers of stream failures, asked in order. */
  subscriptionExceptionResolvers(...resolvers: readonly SubscriptionExceptionResolver[]): this {
    this.#subscriptionExceptionResolvers.push(...resolvers);
    return this;
  }

  /** Adds instrumentations, in order. */
  instrumentation(...instrumentations: readonly Instrumentation[]): this {
    this.#instrumentations.push(...instrumentations);
    return this;
  }

  /** Adds visitors that traverse the finished schema; they may change its code, but not the schema. */
  typeVisitors(...visitors: readonly GraphQLTypeVisitor[]): this {
    this.#typeVisitors.push(...visitors);
    return this;
  }

  /** Adds visitors that may change the schema. More expensive than traversing. */
  typeVisitorsToTransformSchema(...visitors: readonly GraphQLTypeVisitor[]): this {
    this.#transformingVisitors.push(...visitors);
    return this;
  }

  /** Customizes the engine: id provider, strategies, documents. Calls accumulate, in order. */
  configureGraphQl(configure: (builder: GraphQLBuilder) => void): this {
    this.#graphQlConfigurers.push(configure);
    return this;
  }

  /**
   * Sets what restores values for data fetchers below a field whose local context is a `GraphQLContext` that holds some.
   *
   * @param factory knows the accessors
   */
  contextSnapshotFactory(factory: ContextSnapshotFactory): this {
    this.#snapshots = factory;
    return this;
  }

  /**
   * Sets the visibility profiles. Each has an engine of its own: the functions given to `configureGraphQl` are called
   * once for each of them, too.
   *
   * @param profiles say what is hidden from whom
   */
  visibility(profiles: VisibilityProfiles): this {
    this.#profiles = profiles;
    return this;
  }

  /** Sets the logger; `graphql()` gives the application's. */
  logger(logger: Logger): this {
    this.log = logger.forCategory("espalier.graphql");
    return this;
  }

  /** Makes the source. */
  async build(): Promise<BuiltGraphQlSource> {
    const schema = validSchema(transformSchema(await this.makeSchema(), this.#transformingVisitors), this.log);
    traverseSchema(schema, this.#typeVisitors);
    const builder = this.#engineBuilder();
    this.#requireOneExceptionHandler(builder);
    instrumentDataFetchers(schema, builder.chainedInstrumentation);
    if (this.#snapshots && !this.#snapshots.isEmpty) decorateDataFetchers(schema, this.#snapshots);
    installResolvers(schema);
    const handler = new ExceptionResolversExceptionHandler(this.#exceptionResolvers, this.log);
    this.inspect(schema);
    const graphQl = builder.build(schema, handler);
    if (this.#profiles === undefined) return { schema, graphQl };
    const newEngine = (visible: GraphQLSchema) => this.#engineBuilder().build(visible, handler);
    return { schema, graphQl, profiles: new SourceProfiles(schema, { profiles: this.#profiles, newEngine, graphQl }) };
  }

  #engineBuilder(): GraphQLBuilder {
    const builder = new GraphQLBuilder();
    if (this.log) builder.logger(this.log);
    builder.subscriptionExceptionHandler(
      new SubscriptionExceptionHandler(this.#subscriptionExceptionResolvers, this.log),
    );
    for (const instrumentation of this.#instrumentations) builder.instrumentation(instrumentation);
    for (const configure of this.#graphQlConfigurers) configure(builder);
    return builder;
  }

  /** Makes the executable schema; it belongs to the source alone. */
  protected abstract makeSchema(): Promise<GraphQLSchema>;

  /** Looks at the finished schema before the first request; a builder that knows the wiring overrides it. */
  protected inspect(_schema: GraphQLSchema): void {}

  #requireOneExceptionHandler(builder: GraphQLBuilder): void {
    const custom = builder.customExceptionHandler;
    if (!custom || this.#exceptionResolvers.length === 0) return;
    throw new TypeError(
      `Cannot set exception handler "${custom.constructor.name}" as "${ExceptionResolversExceptionHandler.name}" must ` +
        `be the engine's one handler while exception resolvers are registered: there are ${this.#exceptionResolvers.length}`,
    );
  }
}
