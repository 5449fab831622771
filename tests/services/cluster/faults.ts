import { Cluster } from "../../../examples/cluster/cluster.ts";
import { Subscribers } from "../../../examples/cluster/load/subscribers.ts";
import { placeOrder, post, Traffic } from "../../../examples/cluster/load/traffic.ts";
import { haveHeardAll, type Verdict, verdictOn } from "../../../examples/cluster/load/verdict.ts";
import { PostgresServer } from "../data/postgres_server.ts";
import { BrokerProcess, nats } from "../events/broker_process.ts";
import { RedisServer } from "../security/redis_server.ts";
import { PausingProxy } from "./pausing_proxy.ts";

/** What clients saw while something failed. */
export interface FaultReport {
  readonly fault: string;
  /** From the fault until all processes were ready again, in seconds. */
  readonly seconds: number;
  readonly queries: number;
  /** Queries that a client had to send again. */
  readonly repeated: number;
  /** Queries without a good answer after all attempts. */
  readonly failed: number;
  readonly orders: number;
  /** Orders without an answer, which may have been placed. */
  readonly unanswered: number;
  /** The longest time that a client waited for the answer to a query, with all attempts, in seconds. */
  readonly slowest: number;
  /** Subscriptions that ended and did not continue. */
  readonly ended: number;
}

/** The cluster of the example with servers of its own, under load. */
export class ClusterUnderLoad implements AsyncDisposable {
  readonly #running = new AsyncDisposableStack();
  readonly cluster: Cluster;
  readonly postgres: PostgresServer;
  readonly broker: BrokerProcess;
  readonly redis: RedisServer;
  /** Between the replicas and NATS, and between them and PostgreSQL. */
  readonly networks: Networks;
  readonly subscribers: Subscribers;
  readonly #urls: { readonly graphUrl: string; readonly bookstoreUrl: string };
  readonly #bookIds: readonly string[];
  readonly #confirmed: { id: string; bookId: string }[] = [];

  private constructor(parts: Parts) {
    this.#running = parts.running;
    this.cluster = parts.cluster;
    this.postgres = parts.postgres;
    this.broker = parts.broker;
    this.redis = parts.redis;
    this.networks = parts.networks;
    this.subscribers = parts.subscribers;
    this.#urls = parts.urls;
    this.#bookIds = parts.bookIds;
  }

  /** @param count how many subscribers there are */
  static async start(count: number): Promise<ClusterUnderLoad> {
    await using running = new AsyncDisposableStack();
    const postgres = running.use(await PostgresServer.create());
    const broker = running.use(await BrokerProcess.of(nats));
    const redis = running.use(await new RedisServer().start());
    const toNats = running.use(new PausingProxy(broker.port));
    const toPostgres = running.use(new PausingProxy(postgres.port));
    const [bookstorePort, gatewayPort, reviewsPort, shippingPort, ...replicaPorts] = freePorts(7);
    const cluster = running.use(
      await Cluster.start({
        databaseUrl: postgres.url.replace(`:${postgres.port}/`, `:${toPostgres.port}/`),
        natsServers: `127.0.0.1:${toNats.port}`,
        redisUrl: redis.url,
        bookstorePort: bookstorePort!,
        gatewayPort: gatewayPort!,
        reviewsPort: reviewsPort!,
        shippingPort: shippingPort!,
        replicaPorts,
        log: (line) => void log.push(line),
      }),
    );
    const bookstoreUrl = `http://127.0.0.1:${bookstorePort}/graphql`;
    const urls = { graphUrl: `http://127.0.0.1:${gatewayPort}/graphql`, bookstoreUrl };
    const bookIds = await booksOf(bookstoreUrl);
    const subscribers = running.use(new Subscribers(bookstoreUrl.replace("http", "ws"), { count, bookIds }));
    await subscribers.begin((bookId) => placeOrder(bookstoreUrl, bookId));
    const parts = { cluster, postgres, broker, redis, networks: { toNats, toPostgres }, subscribers, urls, bookIds };
    return new ClusterUnderLoad({ running: running.move(), ...parts });
  }

  /**
   * Sends traffic while something fails, and for two seconds before and after it.
   *
   * @param fault its name
   * @param act makes it fail and waits until it is repaired
   */
  async during(fault: string, act: () => Promise<void>): Promise<FaultReport> {
    const traffic = new Traffic({ ...this.#urls, bookIds: this.#bookIds });
    const stop = new AbortController();
    const endedBefore = this.subscribers.failures.length;
    const sending = traffic.run(stop.signal);
    await calm();
    const began = performance.now();
    await act();
    const seconds = (performance.now() - began) / 1000;
    await calm();
    stop.abort();
    await sending;
    this.#confirmed.push(...traffic.confirmed);
    const { queries, repeated, failed, unanswered } = traffic.figures;
    return {
      fault,
      seconds,
      queries,
      repeated,
      failed,
      orders: traffic.confirmed.length,
      unanswered,
      slowest: Math.max(...traffic.queryTimes) / 1000,
      ended: this.subscribers.failures.length - endedBefore,
    };
  }

  /** Waits until the events of all confirmed orders have arrived, and compares them with what is stored. */
  async verdict(timeoutMs: number): Promise<Verdict> {
    const end = performance.now() + timeoutMs;
    while (!haveHeardAll(this.#confirmed, this.subscribers.heard) && performance.now() < end) await pause(100);
    return await verdictOn(this.#confirmed, this.subscribers.heard, this.#urls.bookstoreUrl);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running.disposeAsync();
  }
}

/** The connections of the replicas to what they share. */
export interface Networks {
  readonly toNats: PausingProxy;
  readonly toPostgres: PausingProxy;
}

interface Parts {
  readonly running: AsyncDisposableStack;
  readonly cluster: Cluster;
  readonly postgres: PostgresServer;
  readonly broker: BrokerProcess;
  readonly redis: RedisServer;
  readonly networks: Networks;
  readonly subscribers: Subscribers;
  readonly urls: { readonly graphUrl: string; readonly bookstoreUrl: string };
  readonly bookIds: readonly string[];
}

/** What the processes of the cluster wrote. */
export const log: string[] = [];

async function booksOf(url: string): Promise<string[]> {
  const { books } = await post(url, { query: "{ books(first: 50) { edges { node { id } } } }" });
  return (books as { readonly edges: readonly { readonly node: { readonly id: string } }[] }).edges
    .map(({ node }) => node.id);
}

/** Ports that are free at the same time. */
function freePorts(count: number): number[] {
  const listeners = Array.from({ length: count }, () => Deno.listen({ hostname: "127.0.0.1", port: 0 }));
  const ports = listeners.map(({ addr }) => addr.port);
  for (const listener of listeners) listener.close();
  return ports;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

/** Time in which nothing fails: what is measured is the traffic of a duration. */
function calm(): Promise<void> {
  return pause(2_000);
}
