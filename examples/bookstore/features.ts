import { type ContainerModule, data, graphql } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { console } from "@espalier/espalier/console";
import { migrations } from "@espalier/espalier/migrate";
import { eventPublications, modulith } from "@espalier/espalier/modulith";
import { metrics, traces, tracing } from "@espalier/espalier/observability";
import { graphiql } from "@espalier/espalier/graphiql";
import { subscriptions, type SubscriptionsOptions } from "@espalier/espalier/subscriptions";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { Authors, Book, Books } from "./catalog/mod.ts";
import { catalog } from "./catalog/module.ts";
import { inventory } from "./inventory/module.ts";
import { orders } from "./orders/module.ts";
import { models } from "./schema_models.ts";
import { entities, seed } from "./seed/seed_database.ts";
import { shipping } from "./shipping/module.ts";

/**
 * The features of the bookstore, for `createContainer`. A test loads its overrides after them.
 *
 * @param databaseUrl the database
 * @param bus delivers events to subscribers; by default within the process
 */
export function features(databaseUrl = "sqlite::memory:", bus: SubscriptionsOptions = {}): readonly ContainerModule[] {
  return [
    graphql({ models }),
    graphiql(),
    data({ url: databaseUrl, entities }),
    migrations(),
    rest(),
    actuator({ endpoints: true }),
    console(),
    metrics(),
    tracing(),
    traces(),
    modulith({ detection: "explicitly-declared" }),
    eventPublications(),
    subscriptions(bus),
    catalog,
    inventory,
    orders,
    shipping,
    seed,
    exportRepository(Books, { path: "books" }),
    exportRepository(Authors, {
      path: "authors",
      associations: { books: { target: () => Book, mappedBy: "author" } },
    }),
  ];
}
