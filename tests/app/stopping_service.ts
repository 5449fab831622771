// A service whose one answer takes until it is told to stop: started by serve_test.ts in a process of its own.
import { ContainerModule, createApp, createContainer, Lifecycle, serve, token } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";

const Pool = token<object>("Pool");

const module = new ContainerModule(({ bind }) => {
  bind(Pool).toResolvedValue(() => ({})).onDeactivation(() => console.log("deactivated"));
  bind(HttpRoute).toResolvedValue((lifecycle: Lifecycle) => ({
    path: "/slow",
    title: "Slow",
    handle: async () => {
      console.log("request is in");
      await new Promise<void>((resolve) => lifecycle.onDrain(() => void setTimeout(resolve, 50)));
      return new Response("finished");
    },
  }), [Lifecycle]);
});

const app = await createApp(createContainer(module));
app.container.get(Pool);
await serve(app, { port: 0 });
