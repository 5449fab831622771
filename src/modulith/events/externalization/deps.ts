/** The clients of the brokers, loaded only when a transport uses them. */

import type { Connection } from "rabbitmq-client";
import { inRootContext } from "../../../context/mod.ts";

export type {
  Connection as RabbitMqConnection,
  ConnectionOptions as RabbitMqConnectionOptions,
  Publisher as RabbitMqPublisher,
} from "rabbitmq-client";

/** Loads the client of RabbitMQ. */
export const loadRabbitMq: () => Promise<{ readonly Connection: typeof Connection }> = () =>
  inRootContext(() => import("rabbitmq-client"));
