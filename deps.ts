/**
 * The catalogue of third-party packages. Versions stand in `deno.json`; everything in `src/` imports from here.
 *
 * Static re-exports are reserved for what nearly every service loads: inversify with its plugin base, graphql and dataloader. Every other
 * package is listed as types and a loader, so that it is loaded only by the feature that needs it.
 *
 * @module
 */

export { Container, ContainerModule } from "inversify";
export type { ContainerModuleLoadOptions, ServiceIdentifier } from "inversify";

export { Plugin as ContainerPlugin } from "@inversifyjs/plugin";

export * from "graphql";

export { default as DataLoader } from "dataloader";
export type { BatchLoadFn, CacheMap, Options as DataLoaderLibraryOptions } from "dataloader";

export type { default as typescript } from "typescript";

/** Loads the TypeScript compiler, for tasks of the developer. */
export const loadTypeScript: () => Promise<typeof import("typescript")> = async () => {
  // The package is CommonJS: its exports stand on the default export, which the types don't show.
  const module = await import("typescript") as { default?: typeof import("typescript") } & typeof import("typescript");
  return module.default ?? module;
};

/** Loads English plurals, for paths and relations of exported repositories. */
export const loadInflection: () => Promise<typeof import("inflection")> = () => import("inflection");

/** Loads JSON Patch (RFC 6902). */
export const loadJsonPatch: () => Promise<typeof import("rfc6902")> = () => import("rfc6902");

export type { Client as GraphQlWsClient } from "graphql-ws";

/** Loads the client of the `graphql-transport-ws` protocol. */
export const loadGraphQlWsClient: () => Promise<typeof import("graphql-ws/client")> = () => import("graphql-ws/client");

export type {
  Context as TraceContext,
  Counter,
  Histogram,
  Link as SpanLink,
  Meter,
  MeterProvider as OpenTelemetryMeterProvider,
  Span,
  SpanContext,
  SpanOptions,
  Tracer,
  TracerProvider as OpenTelemetryTracerProvider,
} from "@opentelemetry/api";
export type { ReadableSpan, Sampler, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace-base";

/** Loads OpenTelemetry's interface. */
export const loadOpenTelemetryApi: () => Promise<typeof import("@opentelemetry/api")> = () =>
  import("@opentelemetry/api");

/** Loads OpenTelemetry's W3C propagators. */
export const loadOpenTelemetryCore: () => Promise<typeof import("@opentelemetry/core")> = () =>
  import("@opentelemetry/core");

/** Loads the description of what emits spans. */
export const loadOpenTelemetryResources: () => Promise<typeof import("@opentelemetry/resources")> = () =>
  import("@opentelemetry/resources");

/** Loads the tracer provider, its processors and the exporters to memory and console. */
export const loadTraceSdk: () => Promise<typeof import("@opentelemetry/sdk-trace-base")> = () =>
  import("@opentelemetry/sdk-trace-base");

export type {
  AliasedExpression,
  ColumnDefinitionBuilder,
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Expression,
  ExpressionBuilder,
  Kysely,
  QueryResult,
  RawBuilder,
  SelectQueryBuilder,
  Sql,
  SqlBool,
} from "kysely";

/** Loads the query builder for SQL. */
export const loadKysely: () => Promise<typeof import("kysely")> = () => import("kysely");

export type { Pool, PoolClient } from "pg";

/** Loads the PostgreSQL driver. */
export const loadPg: () => Promise<typeof import("pg")> = () => import("pg");

export type {
  Context as GraphQlWsContext,
  Server as GraphQlWsServer,
  ServerOptions as GraphQlWsServerOptions,
  SubscribePayload as GraphQlWsSubscribePayload,
  WebSocket as GraphQlWsSocket,
} from "graphql-ws";

/** Loads the implementation of the `graphql-transport-ws` protocol. */
export const loadGraphQlWs: () => Promise<typeof import("graphql-ws")> = () => import("graphql-ws");

export type { NatsConnection, NodeConnectionOptions as NatsConnectionOptions } from "@nats-io/transport-node";

/** Loads the client of NATS. */
export const loadNats: () => Promise<typeof import("@nats-io/transport-node")> = () =>
  import("@nats-io/transport-node");

/** Loads the client of NATS JetStream. */
export const loadJetStream: () => Promise<typeof import("@nats-io/jetstream")> = () => import("@nats-io/jetstream");
