/** The client of NATS, loaded where events leave through it. */

export type {
  MsgHdrs as NatsHeaders,
  NatsConnection,
  NodeConnectionOptions as NatsConnectionOptions,
} from "@nats-io/transport-node";

/** Loads the client of NATS. */
export const loadNats: () => Promise<typeof import("@nats-io/transport-node")> = () =>
  import("@nats-io/transport-node");

/** Loads the client of NATS JetStream. */
export const loadJetStream: () => Promise<typeof import("@nats-io/jetstream")> = () => import("@nats-io/jetstream");
