import type { ContainerModule } from "@espalier/espalier";
import { accessLog } from "@espalier/espalier/access-log";
import { compression } from "@espalier/espalier/compression";
import { externalization, externalize, natsJetStream } from "@espalier/espalier/modulith";
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

function toNats(servers: readonly string[]): ContainerModule {
  return externalization(
    natsJetStream({ servers, subjectPrefix: "bookstore", stream: { name: "bookstore", subjects: ["bookstore.>"] } }),
    { events: [externalize(OrderPlaced, { target: ({ orderId }) => ({ target: "orders.placed", key: orderId }) })] },
  );
}
