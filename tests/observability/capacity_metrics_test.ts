import { assertEquals } from "@std/assert";
import {
  type Application,
  ConnectionSource,
  ContainerModule,
  createApp,
  createContainer,
  graphql,
  ManagedCache,
  Resource,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { metrics } from "@espalier/espalier/observability";
import parsePrometheus from "parse-prometheus-text-format";

const schema = Resource.text(
  "books",
  "type Query { book(id: ID): Book } type Book { title: String authors: [String] }",
);

const shop = new ContainerModule(({ bind }) => {
  bind(ConnectionSource).toConstantValue({
    kind: "database",
    name: "shop",
    counts: () => ({ active: 3, idle: 2, waiting: 1, max: 10 }),
  });
  bind(ManagedCache).toConstantValue({
    name: "prices",
    manager: "shop",
    statistics: () => ({ entries: 7, hits: 5, misses: 2 }),
  });
});

function start(properties: { readonly operationCost?: boolean } = {}): Promise<Application> {
  return createApp(createContainer(actuator(), metrics(), graphql({ schema: [schema] }), shop), {
    properties: { logging: { level: "OFF" }, actuator: { exposureInclude: ["prometheus"] }, metrics: properties },
  });
}

/** Samples as `name{labels} value`, those of one family, as Prometheus gets them. */
async function samples(app: Application, family: string): Promise<string[]> {
  const response = await app.fetch(new Request("http://localhost/actuator/prometheus"));
  const text = await response.text();
  // A text that a parser of the format refuses proves nothing.
  parsePrometheus(text);
  return text.split("\n").filter((line) => line.startsWith(family));
}

async function query(app: Application, query: string): Promise<void> {
  const request = new Request("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  await (await app.fetch(request)).body?.cancel();
}

Deno.test("25.2 pools, connections of clients and caches have metrics, those of the application included", async () => {
  await using app = await start();
  assertEquals(await samples(app, "db_client_connection"), [
    'db_client_connection_count{db_client_connection_pool_name="shop",db_client_connection_state="used"} 3',
    'db_client_connection_count{db_client_connection_pool_name="shop",db_client_connection_state="idle"} 2',
    'db_client_connection_max{db_client_connection_pool_name="shop"} 10',
    'db_client_connection_pending_requests{db_client_connection_pool_name="shop"} 1',
  ]);
  assertEquals(await samples(app, "connections_active"), [
    'connections_active{connection_kind="websocket",connection_name="graphql"} 0',
    'connections_active{connection_kind="stream",connection_name="graphql"} 0',
  ]);
  assertEquals((await samples(app, "cache_gets_total")).filter((line) => line.includes('"shop"')), [
    'cache_gets_total{cache_manager="shop",cache_name="prices",cache_result="hit"} 5',
    'cache_gets_total{cache_manager="shop",cache_name="prices",cache_result="miss"} 2',
  ]);
  assertEquals((await samples(app, "v8js_memory_heap_limit_bytes")).length, 1);
});

Deno.test("25.2 the documents that GraphQL keeps are counted as hits and misses of a cache", async () => {
  await using app = await start();
  for (let count = 0; count < 4; count++) await query(app, "{ book { title } }");
  const gets = (await samples(app, "cache_gets_total")).filter((line) => line.includes('"documents"'));
  assertEquals(gets.map((line) => line.slice(line.indexOf("cache_result"))), [
    'cache_result="hit"} 3',
    'cache_result="miss"} 1',
  ]);
});

Deno.test("25.2 the cost of operations is measured on demand, as the limits count it", async () => {
  await using without = await start();
  await query(without, "{ book { title } }");
  assertEquals(await samples(without, "graphql_operation_cost"), []);
  await using app = await start({ operationCost: true });
  await query(app, "{ book { title } }");
  await query(app, "{ a: book { title } b: book { title } }");
  assertEquals(await samples(app, "graphql_operation_cost_sum"), ["graphql_operation_cost_sum 6"]);
  assertEquals(await samples(app, "graphql_operation_cost_count"), ["graphql_operation_cost_count 2"]);
});

Deno.test("25.2 Prometheus and OpenMetrics are negotiated by weights, whatever versions a scraper names", async () => {
  await using app = await start();
  const typeFor = async (accept: string) => {
    const headers = { accept };
    const response = await app.fetch(new Request("http://localhost/actuator/prometheus", { headers }));
    await response.body?.cancel();
    return response.headers.get("content-type")!.split(";")[0];
  };
  // What Prometheus 3 sends.
  assertEquals(
    await typeFor(
      "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;" +
        "version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
    ),
    "application/openmetrics-text",
  );
  assertEquals(
    await typeFor("text/plain;version=0.0.4, application/openmetrics-text;version=1.0.0;q=0.5"),
    "text/plain",
  );
  assertEquals(await typeFor("application/openmetrics-text;q=0, text/plain"), "text/plain");
  assertEquals(await typeFor("*/*"), "text/plain");
});
