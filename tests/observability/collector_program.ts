/** Run by the test of a collector, since OpenTelemetry's variables belong to a whole process. */
import { ContainerModule, createApp, createContainer, InstalledModule } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import { metrics, tracing } from "@espalier/espalier/observability";

class Orders {
  place(): string {
    return "placed";
  }
}

const orders: ContainerModule = new ContainerModule(({ bind }) => {
  const exposes = (name: string) => name === "Orders";
  bind(InstalledModule).toConstantValue({
    identifier: "orders",
    displayName: "Orders",
    containerModule: orders.id,
    exposes,
  });
  bind(Orders).toResolvedValue(() => new Orders());
});
const routes = new ContainerModule(({ bind }) => {
  bind(HttpRoute).toResolvedValue((orders: Orders) => ({
    path: "/orders",
    handle: () => new Response(orders.place()),
  }), [Orders]);
});

await using app = await createApp(createContainer(metrics(), tracing(), orders, routes), {
  properties: { logging: { level: "OFF" }, tracing: { servicePerModule: true } },
});
await (await app.fetch(new Request("http://localhost/orders"))).text();
// The collector answers when it has had a message of metrics by the interval of the variable.
await fetch(Deno.args[0]!);
