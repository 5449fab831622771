import { bean, ContainerModule, controller, Resource } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import { federation } from "@espalier/espalier/federation";
import { GraphQlSourceBuilderCustomizer } from "@espalier/espalier/graphql";
import { SubscriptionBus } from "@espalier/espalier/subscriptions";
import { Books } from "../../bookstore/catalog/mod.ts";
import { caching } from "../../bookstore/caching.ts";
import { busOver } from "../../bookstore/deployment/operations.ts";
import { features as bookstore } from "../../bookstore/features.ts";
import { SaleController } from "./sale_controller.ts";
import { Sales } from "./sales.ts";

/** The additions to the schema of the bookstore. */
const schema = Resource.file(new URL("graphql/cluster.graphqls", import.meta.url));

const clusterSchema = new ContainerModule(({ bind }) => {
  bind(GraphQlSourceBuilderCustomizer).toConstantValue({
    customize: (builder) => void builder.schemaResources(schema),
  });
});

/** The servers that the replicas share. */
export interface SharedEngines {
  readonly databaseUrl: string;
  /** NATS servers for events between replicas, comma-separated. */
  readonly natsServers: string;
  /** The Redis server for cached responses. */
  readonly redisUrl: string;
}

/** A replica of the bookstore: a subgraph whose subscribers receive the sales of all replicas. */
export function features({ databaseUrl, natsServers, redisUrl }: SharedEngines): readonly ContainerModule[] {
  return [
    ...bookstore(databaseUrl, busOver(natsServers)),
    caching(redisUrl),
    federation({ name: "bookstore" }),
    clusterSchema,
    bean(Sales, Database, SubscriptionBus),
    controller(SaleController, SubscriptionBus, Books),
  ];
}
