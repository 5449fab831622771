import { composeSubgraphs } from "@espalier/espalier/federation";
import { Member, type MemberOptions } from "./member.ts";

/** The addresses of the cluster's servers and processes. */
export interface ClusterOptions {
  /** The PostgreSQL database that the replicas share. */
  readonly databaseUrl: string;
  readonly natsServers: string;
  /** The Redis server for cached responses; without it the replicas do not cache. */
  readonly redisUrl: string;
  /** The port that the replicas of the bookstore share. */
  readonly bookstorePort: number;
  readonly gatewayPort: number;
  readonly reviewsPort: number;
  readonly shippingPort: number;
  /** A port for the health and metrics of each replica. */
  readonly replicaPorts: readonly number[];
  readonly log: (line: string) => void;
}

/** The version of Hive Gateway that npx installs. */
const gatewayPackage = "@graphql-hive/gateway@2.15.1";

/** Replicas of the bookstore, two more subgraphs, and a gateway that combines them into one graph. */
export class Cluster implements AsyncDisposable {
  /** The replicas of the bookstore. */
  readonly replicas: readonly Member[];
  /** All processes, in the order in which they start. */
  readonly members: readonly Member[];
  readonly #options: ClusterOptions;
  readonly #supergraph: string;

  private constructor(options: ClusterOptions, { supergraph, program }: GatewayFiles) {
    this.#options = options;
    this.#supergraph = supergraph;
    const member = (memberOptions: MemberOptions) => new Member(memberOptions, options.log);
    this.replicas = options.replicaPorts.map((port, n) => member(replica(options, { number: n + 1, port })));
    this.members = [
      ...this.replicas,
      member(subgraph("reviews", options.reviewsPort)),
      member(subgraph("shipping", options.shippingPort)),
      member(gateway(options, { supergraph, program })),
    ];
  }

  /**
   * Starts the processes, composes the schemas of the subgraphs, and starts the gateway.
   *
   * @throws CompositionError naming field and subgraphs when the schemas don't compose
   */
  static async start(options: ClusterOptions): Promise<Cluster> {
    options.log("npm looks for the gateway, and installs it the first time");
    const program = await gatewayProgram();
    const supergraph = await Deno.makeTempFile({ prefix: "supergraph", suffix: ".graphql" });
    const cluster = new Cluster(options, { supergraph, program });
    try {
      await cluster.#start();
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Restarts the replicas one after the other, as a rolling update does. */
  async rollingRestart(): Promise<void> {
    for (const member of this.replicas) await member.restart();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.members.map((member) => member.stop()));
    await Deno.remove(this.#supergraph);
  }

  async #start(): Promise<void> {
    const subgraphs = this.members.slice(0, -1);
    // The first replica creates the tables, and the others start afterwards.
    await this.replicas[0]!.start();
    await Promise.all(subgraphs.filter((member) => member !== this.replicas[0]).map((member) => member.start()));
    const { supergraphSdl } = await composeSubgraphs(await this.#schemas());
    await Deno.writeTextFile(this.#supergraph, supergraphSdl);
    this.#options.log("the schemas of the subgraphs compose; the gateway starts");
    await this.members.at(-1)!.start();
  }

  #schemas() {
    const { bookstorePort, reviewsPort, shippingPort } = this.#options;
    const ports = { bookstore: bookstorePort, reviews: reviewsPort, shipping: shippingPort };
    return Promise.all(
      Object.entries(ports).map(async ([name, port]) => {
        const url = `http://127.0.0.1:${port}/graphql`;
        const { _service } = await ask(url, "{ _service { sdl } }") as { readonly _service: { readonly sdl: string } };
        return { name, url, sdl: _service.sdl };
      }),
    );
  }
}

/** Queries a GraphQL service. @returns the data */
async function ask(url: string, query: string): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query }) });
  const { data, errors } = await response.json();
  if (errors !== undefined) throw new Error(`Cannot query ${url}: ${JSON.stringify(errors)}`);
  return data;
}

function answers(url: string): () => Promise<boolean> {
  return () =>
    fetch(url).then(async (response) => {
      await response.body?.cancel();
      return response.ok;
    }, () => false);
}

const query = "/graphql?query=%7B__typename%7D";

function path(file: string): string {
  return new URL(file, import.meta.url).pathname;
}

function replica(options: ClusterOptions, { number, port }: { number: number; port: number }): MemberOptions {
  const { databaseUrl, natsServers, redisUrl, bookstorePort } = options;
  const permissions = ["--allow-net", "--allow-read", "--allow-env"];
  return {
    name: `bookstore ${number}`,
    command: Deno.execPath(),
    args: ["run", "--no-check", ...permissions, path("bookstore/main.ts"), String(bookstorePort), String(port)],
    env: { DATABASE_URL: databaseUrl, NATS_SERVERS: natsServers, REDIS_URL: redisUrl },
    isReady: answers(`http://127.0.0.1:${port}/actuator/health/readiness`),
  };
}

function subgraph(name: string, port: number): MemberOptions {
  const main = path(`subgraphs/${name}/main.ts`);
  return {
    name,
    command: Deno.execPath(),
    args: ["run", "--no-check", "--allow-net", "--allow-read", "--allow-env", main, String(port)],
    isReady: answers(`http://127.0.0.1:${port}${query}`),
  };
}

/** The composed schema that the gateway reads, and the gateway's own program. */
interface GatewayFiles {
  readonly supergraph: string;
  readonly program: string;
}

/** Returns the path of the gateway's program. If npx ran it, it would survive when npx is killed. */
async function gatewayProgram(): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("npx", {
    args: ["--yes", `--package=${gatewayPackage}`, "--call", "command -v hive-gateway"],
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  if (!success) throw new Error(`Cannot install ${gatewayPackage} from npm: ${text(stderr)}`);
  return text(stdout);
}

function gateway({ gatewayPort }: ClusterOptions, { supergraph, program }: GatewayFiles): MemberOptions {
  const listening = ["--host", "127.0.0.1", "--port", String(gatewayPort)];
  return {
    name: "gateway",
    command: program,
    args: [
      "supergraph",
      supergraph,
      ...listening,
      "--config-path",
      path("gateway.config.mjs"),
    ],
    env: { NODE_ENV: "production", NO_COLOR: "1" },
    isReady: answers(`http://127.0.0.1:${gatewayPort}${query}`),
  };
}
