/** The clients of brokers, loaded where events leave through them. */

import type { Connection } from "rabbitmq-client";
import { inRootContext } from "../../../context/mod.ts";

export type {
  MsgHdrs as NatsHeaders,
  NatsConnection,
  NodeConnectionOptions as NatsConnectionOptions,
} from "@nats-io/transport-node";

/** Loads the client of NATS. */
export const loadNats: () => Promise<typeof import("@nats-io/transport-node")> = () =>
  inRootContext(() => import("@nats-io/transport-node"));

/** Loads the client of NATS JetStream. */
export const loadJetStream: () => Promise<typeof import("@nats-io/jetstream")> = () =>
  inRootContext(() => import("@nats-io/jetstream"));

export type {
  Connection as RabbitMqConnection,
  ConnectionOptions as RabbitMqConnectionOptions,
  Publisher as RabbitMqPublisher,
} from "rabbitmq-client";

/** Loads the client of RabbitMQ. */
export const loadRabbitMq: () => Promise<{ readonly Connection: typeof Connection }> = () =>
  inRootContext(() => import("rabbitmq-client"));
