import { controller, createApp, createContainer, graphql, start } from "@espalier/espalier";
import { SubscriptionBus, subscriptions } from "@espalier/espalier/subscriptions";
import { AnnouncementController } from "./announcement_controller.ts";

const [port = "8080", name = "announcements", servers = "127.0.0.1:4222"] = Deno.args;

const service = [
  graphql(),
  subscriptions({ prefix: name, nats: { servers: servers.split(","), stream: name } }),
  controller(AnnouncementController, SubscriptionBus),
];

await start(() => createApp(createContainer(...service), { root: import.meta.url }), { port: Number(port) });
