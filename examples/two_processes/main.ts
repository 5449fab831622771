import { ContainerModule, controller, createApp, createContainer, graphql, serve } from "@espalier/espalier";
import { AnnouncementController, schema } from "./announcement_controller.ts";
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
const service = [graphql({ schema: [schema] }), overNats, controller(AnnouncementController, Announcements)];

await serve(await createApp(createContainer(...service)), { port: Number(port) });
