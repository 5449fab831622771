import type { EspalierProperties } from "../../kernel/mod.ts";

/** A feature of the framework. */
export interface CatalogueFeature {
  /** How the feature is written: `data()`. */
  readonly name: string;
  /** The module that exports it, without the package's name; `""` for the front door. */
  readonly module: string;
  /** What the feature brings, for people. */
  readonly brings: string;
  /** Finds the property that switches the feature off although it is installed. */
  readonly switchedOffBy?: (properties: EspalierProperties) => string | undefined;
}

/** The features that can be installed, in alphabetical order. */
export const features: readonly CatalogueFeature[] = [
  { name: "accessLog()", module: "/access-log", brings: "a log line for each request" },
  { name: "actuator()", module: "/actuator", brings: "operational endpoints" },
  { name: "audit()", module: "/security", brings: "audit events" },
  { name: "budget()", module: "/security", brings: "budgets of clients" },
  {
    name: "compression()",
    module: "/compression",
    brings: "compressed responses",
    switchedOffBy: ({ http }) =>
      http.compressionEncodings.length === 0 ? "http.compressionEncodings is empty" : undefined,
  },
  { name: "console()", module: "/console", brings: "the console of operators" },
  { name: "data()", module: "", brings: "a database" },
  { name: "eventPublications()", module: "/modulith", brings: "stored events and scheduled tasks" },
  { name: "events()", module: "/modulith", brings: "events between modules" },
  { name: "externalization()", module: "/modulith", brings: "events for other services" },
  { name: "federation()", module: "/federation", brings: "a subgraph of Apollo Federation" },
  { name: "graphiql()", module: "/graphiql", brings: "the GraphiQL page" },
  { name: "graphql()", module: "", brings: "the GraphQL endpoint" },
  {
    name: "metrics()",
    module: "/observability",
    brings: "metrics",
    switchedOffBy: ({ metrics }) => metrics.enabled ? undefined : "metrics.enabled is false",
  },
  {
    name: "migrations()",
    module: "/migrate",
    brings: "migrations at start-up",
    switchedOffBy: ({ data }) => data.migrations === "off" ? 'data.migrations is "off"' : undefined,
  },
  { name: "modulith()", module: "/modulith", brings: "the structure of modules" },
  { name: "operations()", module: "/operations", brings: "trusted operations as REST resources and tools" },
  { name: "persistedDocuments()", module: "/persisted-documents", brings: "versioned manifests of documents" },
  { name: "responseCache()", module: "/cache", brings: "kept responses of queries" },
  { name: "rest()", module: "", brings: "REST collections" },
  { name: "security()", module: "/security", brings: "authentication and rules" },
  { name: "sharedLogLevels()", module: "/subscriptions", brings: "levels of loggers for all instances" },
  { name: "subscriptions()", module: "/subscriptions", brings: "a bus of events for subscribers" },
  {
    name: "traces()",
    module: "/observability",
    brings: "the page of traces",
    switchedOffBy: ({ tracing }) => tracing.enabled ? undefined : "tracing.enabled is false",
  },
  {
    name: "tracing()",
    module: "/observability",
    brings: "traces",
    switchedOffBy: ({ tracing }) => tracing.enabled ? undefined : "tracing.enabled is false",
  },
  { name: "uploads()", module: "/graphql", brings: "GraphQL uploads" },
  { name: "visibility()", module: "/security", brings: "schema profiles by client" },
];
