import { ContainerModule, type ContainerModuleLoadOptions } from "../../../deps.ts";
import type { AccessRule } from "../../context/mod.ts";
import {
  checkOptions,
  ContainerPreparation,
  HandlerMappingSource,
  installOnce,
  Logger,
  requireFeature,
  StartupTask,
} from "../../kernel/mod.ts";
import { FieldRuleSource } from "../access/mod.ts";
import { AnnotatedControllerConfigurer } from "../controllers/mod.ts";
import { GraphQlSourceBuilderCustomizer, Instrumentation, TypeDefinitionConfigurer } from "../execution/mod.ts";
import { SchemaInspectionConfigurer } from "../inspection/mod.ts";
import { WebGraphQlInterceptor } from "../interception/mod.ts";
import { GraphQlRepository } from "../repositories/mod.ts";
import type { Resource } from "../wiring/mod.ts";
import { composeSubgraphs } from "./composition.ts";
import { addLinkedDefinitions } from "./federation_definitions.ts";
import { FederationLink } from "./federation_link.ts";
import { FederationRules } from "./federation_rules.ts";
import { FederationSchemaFactory } from "./federation_schema_factory.ts";

/** Another subgraph, for the check of the composition at the start. */
export interface OtherSubgraph {
  /** Its name in the supergraph. */
  readonly name: string;
  /** Its schema: `Resource.file("../reviews/schema.graphqls")`. */
  readonly schema: Resource;
}

/** The options of `federation()`. */
export interface FederationOptions {
  /** Name of this subgraph, for messages of the composition; by default `this`. */
  readonly name?: string;
  /** Subgraphs with which this one must compose; start-up fails if it does not. */
  readonly compose?: readonly OtherSubgraph[];
  /**
   * Who may call `_service` and `_entities`, such as `hasRole("gateway")`; by default every client. The
   * rules of the fields below hold as well.
   */
  readonly access?: AccessRule;
  /** The rules that `@policy` names. */
  readonly policies?: Readonly<Record<string, AccessRule>>;
  /**
   * Whether gateways receive a trace if they request one with `apollo-federation-include-trace: ftv1`. Off by default.
   */
  readonly tracing?: boolean;
}

/**
 * The federation feature: makes the schema of `graphql()` a subgraph of Apollo Federation 2.
 *
 * @param options composition, policies and tracing
 * @returns a module for `createContainer`, beside `graphql()`
 *
 * @example
 * ```ts
 * import { controller, createApp, createContainer, graphql, param, Resource, t } from "@espalier/espalier";
 * import { EntityMapping, federation } from "@espalier/espalier/federation";
 *
 * class ReviewsController {
 *   @EntityMapping({ params: [param.argument("id", t.id)] })
 *   book(id: string) {
 *     return { id, stars: 5 };
 *   }
 * }
 * const schema = Resource.text(
 *   "reviews",
 *   `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
 *   type Book @key(fields: "id") { id: ID! stars: Int }`,
 * );
 * await using app = await createApp(
 *   createContainer(graphql({ schema: [schema] }), federation(), controller(ReviewsController)),
 * );
 * const response = await app.fetch(
 *   new Request("http://localhost/graphql", {
 *     method: "POST",
 *     headers: { "content-type": "application/json" },
 *     body: JSON.stringify({
 *       query: "query ($of: [_Any!]!) { _entities(representations: $of) { ... on Book { stars } } }",
 *       variables: { of: [{ __typename: "Book", id: "1" }] },
 *     }),
 *   }),
 * );
 * console.log(await response.json()); // { data: { _entities: [{ stars: 5 }] } }
 * ```
 */
export function federation(options: FederationOptions = {}): ContainerModule {
  checkOptions("federation()", options, {
    name: true,
    compose: true,
    access: true,
    policies: true,
    tracing: true,
  });
  return new ContainerModule((module) => {
    const { bind } = module;
    installOnce("federation()", module);
    requireFeature("graphql()", { neededBy: "federation()", module });
    bind(FederationSchemaFactory).toResolvedValue(
      (controllers: AnnotatedControllerConfigurer, repositories: GraphQlRepository[]) =>
        new FederationSchemaFactory({ controllers, repositories }),
      [AnnotatedControllerConfigurer, { serviceIdentifier: GraphQlRepository, isMultiple: true }],
    );
    bind(GraphQlSourceBuilderCustomizer).toResolvedValue((factory) => ({
      customize: (builder) => {
        builder.schemaFactory((registry, wiring) => factory.createGraphQLSchema(registry, wiring));
      },
    }), [FederationSchemaFactory]);
    bind(SchemaInspectionConfigurer).toResolvedValue((factory) => ({
      configure: (inspector) => factory.describe(inspector),
    }), [FederationSchemaFactory]);
    bind(HandlerMappingSource).toResolvedValue(
      (factory) => ({ name: "federation", mappings: () => factory.mappings }),
      [FederationSchemaFactory],
    );
    bindLink(module, options);
    if (options.compose !== undefined) bindComposition(module, options.name ?? "this", options.compose);
    if (options.tracing) bindTracing(module);
  });
}

/** Runs before the rules of `graphql()` declare directives of the same names. */
function bindLink({ bind }: ContainerModuleLoadOptions, options: FederationOptions): void {
  let link: FederationLink;
  bind(TypeDefinitionConfigurer).toConstantValue({
    configure: (registry) => {
      link = FederationLink.of(registry);
      addLinkedDefinitions(registry, link);
    },
  });
  bind(FieldRuleSource).toConstantValue(new FederationRules(options, () => link));
}

function bindComposition(
  { bind }: ContainerModuleLoadOptions,
  name: string,
  others: readonly OtherSubgraph[],
): void {
  bind(StartupTask).toConstantValue({
    name: "federation: compose the supergraph",
    order: 10,
    run: async (container) => {
      const own = { name, sdl: container.get(FederationSchemaFactory).sdl! }; // the schema is built before
      const read = others.map(async ({ name, schema }) => ({ name, sdl: await schema.text() }));
      await composeSubgraphs([own, ...await Promise.all(read)]);
      const names = others.map((other) => `"${other.name}"`).join(", ");
      container.get(Logger).forCategory("espalier.graphql.federation").info(`"${name}" composes with ${names}`);
    },
  });
}

/** The encoder of traces is loaded only here. */
function bindTracing({ bind }: ContainerModuleLoadOptions): void {
  bind(ContainerPreparation).toConstantValue({
    name: "federation: prepare tracing",
    prepare: async (container) => {
      const [{ Trace }, { federatedTracing }] = await Promise.all([
        import("./tracing/deps.ts"),
        import("./tracing/federated_tracing.ts"),
      ]);
      const { interceptor, instrumentation } = federatedTracing((trace) => Trace.encode(new Trace(trace)).finish());
      container.bind(WebGraphQlInterceptor).toConstantValue(interceptor);
      container.bind(Instrumentation).toConstantValue(instrumentation);
    },
  });
}
