import { assertEquals } from "@std/assert";
import type { Member } from "../../../examples/cluster/member.ts";
import { isLong, times } from "../../long.ts";
import { hasPrograms } from "../data/postgres_server.ts";
import { hasRedis } from "../security/redis_server.ts";
import { exists, natsServer } from "../events/broker_process.ts";
import { hasNpm } from "../federation/npm_folder.ts";
import type { PausingProxy } from "./pausing_proxy.ts";
import { ClusterUnderLoad, type FaultReport, log } from "./faults.ts";

const failing = isLong ? "replicas, brokers, databases, networks and gateway fail" : "replicas and PostgreSQL fail";

Deno.test({
  name: `26.6 no answered order and no event is lost while ${failing} in turn under load`,
  ignore: !hasPrograms || !hasRedis || !exists(natsServer) || !hasNpm,
  async fn() {
    const reports: FaultReport[] = [];
    await using load = await ClusterUnderLoad.start(times(200, 2_000));
    const { cluster, postgres, broker, redis, networks } = load;
    const kill = (member: Member) => () => member.kill().then(() => member.ready());
    const during = async (fault: string, act: () => Promise<void>) => void reports.push(await load.during(fault, act));
    for (const replica of isLong ? cluster.replicas : cluster.replicas.slice(0, 1)) {
      await during(`SIGKILL of ${replica.name}`, kill(replica));
    }
    await during("rolling restart of the replicas", () => cluster.rollingRestart());
    if (isLong) await during("restart of NATS", () => broker.stop().then(() => broker.start()));
    await during("crash of PostgreSQL", () => postgres.stop("immediate").then(() => postgres.start()));
    if (isLong) await during("restart of Redis", () => redis.stop().then(async () => void await redis.start()));
    if (isLong) await during("5 s without the network to NATS", () => divided(networks.toNats));
    if (isLong) await during("5 s without the network to PostgreSQL", () => divided(networks.toPostgres));
    if (isLong) await during("SIGKILL of the gateway", kill(cluster.members.at(-1)!));
    if (isLong) console.log(tableOf(reports));
    assertEquals(load.subscribers.failures.map(String), []);
    const { lostOrders, missedEvents, disorder } = await load.verdict(60_000);
    assertEquals({ lostOrders, missedEvents, disorder }, { lostOrders: [], missedEvents: [], disorder: [] }, tail());
    assertEquals(reports.filter(({ failed }) => failed > 0), []);
  },
});

/** The last lines of the processes, which say why. */
function tail(): string {
  return log.slice(-30).join("\n");
}

/** Divides a network for the time that the test is about. */
async function divided(network: PausingProxy): Promise<void> {
  network.cut();
  await new Promise((resolve) => void setTimeout(resolve, 5_000));
  network.heal();
}

function tableOf(reports: readonly FaultReport[]): string {
  const rows = reports.map((r) =>
    [
      r.fault,
      r.seconds.toFixed(1),
      `${r.queries} / ${r.repeated} / ${r.failed}`,
      `${r.orders} / ${r.unanswered}`,
      r.slowest.toFixed(2),
      r.ended,
    ].join(" | ")
  );
  const head = "fault | s until ready | queries: good / sent again / failed | orders: confirmed / unanswered | " +
    "slowest query in s | subscriptions ended";
  return [head, ...rows].join("\n");
}
