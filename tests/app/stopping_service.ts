// A service whose one route responds when it is told to stop, as many milliseconds later as the first argument says. The
// second argument is its http.drainDelayMs. Started by serve_test.ts in a process of its own.
import { ContainerModule, createApp, createContainer, Lifecycle, serve, token } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { HttpRoute } from "@espalier/espalier/http";

const Pool = token<object>("Pool");

const module = new ContainerModule(({ bind }) => {
  bind(Pool).toResolvedValue(() => ({})).onDeactivation(() => console.log("deactivated"));
  bind(HttpRoute).toResolvedValue((lifecycle: Lifecycle) => ({
    path: "/slow",
    title: "Slow",
    handle: async () => {
      console.log("request is in");
      await new Promise<void>((resolve) =>
        lifecycle.onDrain(() => {
          console.log("draining");
          Deno.unrefTimer(setTimeout(() => console.log("still draining"), 1_100) as unknown as number);
          setTimeout(resolve, Number(Deno.args[0]));
        })
      );
      return new Response("finished");
    },
  }), [Lifecycle]);
  bind(HttpRoute).toConstantValue({ path: "/now", handle: () => new Response("now") });
  bind(HttpRoute).toConstantValue({
    path: "/endless",
    handle: () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1_000_000)) })),
  });
});

const app = await createApp(createContainer(actuator(), module), {
  properties: {
    http: { drainTimeoutMs: Math.max(1_000, Number(Deno.args[0])), drainDelayMs: Number(Deno.args[1]) },
  },
});
app.container.get(Pool);
const { finished } = await serve(app, { port: 0 });
await finished;
console.log("finished");
