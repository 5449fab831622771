import type { ContainerModule } from "@espalier/espalier";
import { accessLog } from "@espalier/espalier/access-log";
import { compression } from "@espalier/espalier/compression";
import { externalization, externalize, natsJetStream } from "@espalier/espalier/modulith";
import type { SubscriptionsOptions } from "@espalier/espalier/subscriptions";
import { OrderPlaced } from "../orders/mod.ts";

/**
 * What a deployed bookstore has beside its own features.
 *
 * @param natsServers comma-separated; `""` for none
 */
export function operations(natsServers: string): readonly ContainerModule[] {
  const always = [accessLog(), compression()];
  return natsServers === "" ? always : [...always, toNats(natsServers.split(","))];
}

/**
 * What carries events to the subscribers of all instances.
 *
 * @param natsServers comma-separated; `""` for none: then there is one instance
 */
export function busOver(natsServers: string): SubscriptionsOptions {
  if (natsServers === "") return {};
  const name = "bookstore-subscriptions";
  return { prefix: name, nats: { servers: natsServers.split(","), stream: name } };
}

function toNats(servers: readonly string[]): ContainerModule {
  return externalization(
    natsJetStream({ servers, subjectPrefix: "bookstore", stream: { name: "bookstore", subjects: ["bookstore.>"] } }),
    { events: [externalize(OrderPlaced, { target: ({ orderId }) => ({ target: "orders.placed", key: orderId }) })] },
  );
}
