/**
 * The catalogue of the third-party packages behind the front door, `mod.ts`. Versions stand in `deno.json`.
 *
 * Static re-exports are reserved for what nearly every service loads: inversify with its plugin base, graphql and dataloader. Every other
 * package is listed as types and a loader, so that it is loaded only by the feature that needs it.
 *
 * Deno fetches and resolves what a file could load, even if it never does. So a package that another entry point alone needs stands in the
 * `deps.ts` of that area: `src/observability/`, `src/modulith/events/externalization/`, `src/graphql/type_facts/`.
 *
 * @module
 */

export { Container, ContainerModule } from "inversify";
export type { ContainerModuleLoadOptions, ServiceIdentifier } from "inversify";

export { Plugin as ContainerPlugin } from "@inversifyjs/plugin";

export * from "graphql";

export { default as DataLoader } from "dataloader";
export type { BatchLoadFn, CacheMap, Options as DataLoaderLibraryOptions } from "dataloader";

/** Loads English plurals, for paths and relations of exported repositories. */
export const loadInflection: () => Promise<typeof import("inflection")> = () => import("inflection");

/** Loads JSON Patch (RFC 6902). */
export const loadJsonPatch: () => Promise<typeof import("rfc6902")> = () => import("rfc6902");

export type { Client as GraphQlWsClient } from "graphql-ws";

/** Loads the client of the `graphql-transport-ws` protocol. */
export const loadGraphQlWsClient: () => Promise<typeof import("graphql-ws/client")> = () => import("graphql-ws/client");

export type {
  AliasedExpression,
  ColumnDefinitionBuilder,
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  DialectAdapter,
  Driver,
  Expression,
  ExpressionBuilder,
  InsertQueryBuilder,
  Kysely,
  QueryResult,
  RawBuilder,
  SelectQueryBuilder,
  Sql,
  SqlBool,
} from "kysely";

/** Loads the query builder for SQL. */
export const loadKysely: () => Promise<typeof import("kysely")> = () => import("kysely");

export type { Client, ClientBase, CustomTypesConfig, Pool, PoolClient } from "pg";

export type { Connection as MysqlConnection, ConnectionOptions as MysqlConnectionOptions } from "mysql2/promise";

/** Loads the driver of MariaDB. */
export const loadMysql: () => Promise<typeof import("mysql2/promise")> = () => import("mysql2/promise");

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
