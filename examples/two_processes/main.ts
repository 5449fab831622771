import { ContainerModule, controller, createApp, createContainer, graphql, start } from "@espalier/espalier";
import { AnnouncementController } from "./announcement_controller.ts";
import { Announcements } from "./announcements.ts";
import { NatsAnnouncements } from "./nats_announcements.ts";

const [port = "8080", subject = "announcements", servers = "127.0.0.1:4222"] = Deno.args;

const overNats = new ContainerModule(({ bind }) => {
  bind(Announcements)
    .toConstantValue(new NatsAnnouncements(servers, subject))
    .onDeactivation(async (announcements) => {
      await announcements[Symbol.asyncDispose]();
    });
});
const service = [graphql(), overNats, controller(AnnouncementController, Announcements)];

await start(() => createApp(createContainer(...service), { root: import.meta.url }), { port: Number(port) });
