/** The NATS client libraries, loaded if the application connects to NATS. */

import { inRootContext } from "../context/mod.ts";

export type {
  MsgHdrs as NatsHeaders,
  NatsConnection,
  NodeConnectionOptions as NatsConnectionOptions,
} from "@nats-io/transport-node";
export type { StreamConfig as NatsStreamConfig } from "@nats-io/jetstream";

/** Loads the client of NATS. */
export const loadNats: () => Promise<typeof import("@nats-io/transport-node")> = () =>
  inRootContext(() => import("@nats-io/transport-node"));

/** Loads the client of NATS JetStream. */
export const loadJetStream: () => Promise<typeof import("@nats-io/jetstream")> = () =>
  inRootContext(() => import("@nats-io/jetstream"));
