/** What is compared, with whom, and what the product promises. */
export interface Workload {
  readonly id: string;
  readonly name: string;
  /** The server whose response is ready: nothing on this runtime is cheaper. */
  readonly limit: string;
  readonly ours: string;
  /** Servers of other frameworks; the cheapest of them counts. */
  readonly peers: readonly string[];
  /** Maximum of our time over that of the limit. */
  readonly maxTimesLimit?: number;
  /** Minimum of the best peer's time over ours. */
  readonly minPeerRatio?: number;
}

const graphQlPeers = ["mercurius-jit-26", "deno-plain"];
const oneWrite = "deno-static-read-1w";
const graphql = { limit: oneWrite, ours: "espalier", peers: graphQlPeers };

/** The workloads of the side-by-side benchmark with the targets of the project. */
export const workloads: readonly Workload[] = [
  { id: "W1", name: "hello", ...graphql, maxTimesLimit: 1.3 },
  { id: "W2", name: "20 books", ...graphql, maxTimesLimit: 1.3 },
  { id: "W3", name: "nested, 12,200 fields", ...graphql, minPeerRatio: 2 },
  { id: "W4", name: "authors by @BatchMapping", ...graphql, minPeerRatio: 3 },
  {
    id: "W4",
    name: "authors by data loader",
    limit: oneWrite,
    ours: "espalier-loader",
    peers: ["mercurius-jit-26", "mercurius-jit-loaders-26", "deno-plain"],
  },
  { id: "W5", name: "300 asynchronous fields", ...graphql, minPeerRatio: 2.5 },
  { id: "W6", name: "connection", ...graphql, minPeerRatio: 2.5 },
  { id: "W7", name: "new document each time", ...graphql, minPeerRatio: 8 },
  { id: "W8", name: "page of 50 rows, SQLite", ...graphql, minPeerRatio: 1.6 },
  {
    id: "R1",
    name: "HAL page of 20 rows, SQLite",
    limit: "deno-static",
    ours: "espalier-rest",
    // The first is a handler written by hand on the same runtime and database.
    peers: ["rest-deno", "rest-node26", "rest-fastify-26"],
    minPeerRatio: 1,
  },
];

/** Servers of the workload with subscribers. */
export const subscriptions = {
  limit: "deno-static",
  ours: "espalier",
  peers: ["mercurius-jit-26", "deno-plain"],
  maxTimesLimit: 1.2,
} as const;
