/** The framework with its defaults, for `run.ts`. */
import {
  controller,
  createApp,
  createContainer,
  graphql,
  MutationMapping,
  param,
  Resource,
  serve,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";

interface Hub {
  publish(from: number, count: number): number;
  ticks(): AsyncIterable<{ readonly tick: object }>;
}
const hub = await import(new URL("peers/hub.mjs", import.meta.url).href) as Hub;

async function* values(): AsyncGenerator<object> {
  for await (const { tick } of hub.ticks()) yield tick;
}

class Ticker {
  @MutationMapping({ params: [param.argument("from", t.int), param.argument("count", t.int)], returns: t.int })
  publish(from: number, count: number): number {
    return hub.publish(from, count);
  }

  @SubscriptionMapping({ params: [] })
  tick(): AsyncIterable<object> {
    return values();
  }
}

const schema = Resource.text("schema", await Deno.readTextFile(new URL("schema.graphqls", import.meta.url)));
const app = await createApp(createContainer(graphql({ schema: [schema] }), controller(Ticker)), {
  properties: { logging: { level: "ERROR" } },
});
await serve(app, { port: Number(Deno.env.get("PORT")), quiet: true });
