import type { Container } from "../../../deps.ts";
import { ConnectionSource, ManagedCache } from "../../kernel/mod.ts";
import { type Observation, Observed, type OwnMetrics } from "./own_metrics.ts";

/**
 * Adds metrics of what is limited: connections of database pools and of clients, and caches. They are read from the beans
 * that `/actuator/connections` and `/actuator/caches` show, so those that an application binds have metrics, too.
 *
 * @param metrics gets the instruments
 * @param container holds the beans
 */
export function addCapacityMetrics(metrics: OwnMetrics, container: Container): void {
  addPools(metrics, container);
  addClients(metrics, container);
  addCaches(metrics, container);
}

function addPools(metrics: OwnMetrics, container: Container): void {
  const pools = async () =>
    (await container.getAllAsync(ConnectionSource)).filter(({ kind }) => kind === "database")
      .map((source) => ({ "db.client.connection.pool.name": source.name, counts: source.counts() }));
  const connections = { unit: "{connection}", kind: "sum" } as const;
  const count = { ...connections, name: "db.client.connection.count", description: "Connections of the pool." };
  metrics.add(
    new Observed(count, async () =>
      (await pools()).flatMap(({ counts: { active, idle }, ...name }): Observation[] => [
        [active, { ...name, "db.client.connection.state": "used" }],
        ...(idle === undefined ? [] : [[idle, { ...name, "db.client.connection.state": "idle" }] as const]),
      ])),
  );
  const max = { ...connections, name: "db.client.connection.max", description: "Maximum connections of the pool." };
  metrics.add(
    new Observed(
      max,
      async () =>
        (await pools()).flatMap(({ counts, ...name }) => counts.max === undefined ? [] : [[counts.max, name] as const]),
    ),
  );
  const description = "Callers that wait for a connection of the pool.";
  const pending = {
    name: "db.client.connection.pending_requests",
    description,
    unit: "{request}",
    kind: "sum",
  } as const;
  metrics.add(
    new Observed(
      pending,
      async () =>
        (await pools()).flatMap(({ counts: { waiting }, ...name }) =>
          waiting === undefined ? [] : [[waiting, name] as const]
        ),
    ),
  );
}

/** WebSockets, streams and what an application adds; HTTP requests have a metric by OpenTelemetry's conventions. */
function addClients(metrics: OwnMetrics, container: Container): void {
  const options = { name: "connections.active", description: "Connections of clients, by kind.", unit: "{connection}" };
  metrics.add(
    new Observed(
      { ...options, kind: "sum" },
      async () =>
        (await container.getAllAsync(ConnectionSource)).filter(({ kind }) => kind !== "database" && kind !== "http")
          .map((source) =>
            [source.counts().active, { "connection.kind": source.kind, "connection.name": source.name }] as const
          ),
    ),
  );
}

function addCaches(metrics: OwnMetrics, container: Container): void {
  const caches = async () =>
    (await container.getAllAsync(ManagedCache)).map((cache) => ({
      attributes: { "cache.manager": cache.manager, "cache.name": cache.name },
      ...cache.statistics(),
    }));
  const size = { name: "cache.size", description: "Entries of caches.", unit: "{entry}", kind: "sum" } as const;
  metrics.add(
    new Observed(size, async () => (await caches()).map(({ entries, attributes }) => [entries, attributes] as const)),
  );
  const gets = {
    name: "cache.gets",
    description: "Look-ups in caches, by result.",
    unit: "{get}",
    kind: "counter",
  } as const;
  metrics.add(
    new Observed(gets, async () =>
      (await caches()).flatMap(({ hits, misses, attributes }): Observation[] => [
        ...(hits === undefined ? [] : [[hits, { ...attributes, "cache.result": "hit" }] as const]),
        ...(misses === undefined ? [] : [[misses, { ...attributes, "cache.result": "miss" }] as const]),
      ])),
  );
}
