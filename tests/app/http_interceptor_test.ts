import { ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { HttpInterceptor, HttpRoute } from "@espalier/espalier/http";
import { assertEquals } from "@std/assert";

Deno.test("An HTTP interceptor sees every request, the answer and the route that gave it", async () => {
  const seen: unknown[] = [];
  const feature = new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue({ path: "/books/{id}", handle: (_, { id }) => new Response(id!) });
    bind(HttpInterceptor).toConstantValue({
      order: 2,
      async intercept(exchange, next) {
        const response = await next(exchange);
        seen.push([exchange.route, response.status]);
        return response;
      },
    });
    bind(HttpInterceptor).toConstantValue({
      order: 1,
      intercept: (exchange, next) => exchange.path === "/closed" ? new Response("no", { status: 403 }) : next(exchange),
    });
  });
  await using app = await createApp(createContainer(feature));
  const answers: unknown[] = [];
  for (const path of ["/books/7", "/nothing", "/closed"]) {
    const response = await app.fetch(new Request(`http://localhost${path}`));
    answers.push([response.status, response.ok ? await response.text() : await response.body?.cancel()]);
  }
  assertEquals(answers, [[200, "7"], [404, undefined], [403, undefined]]);
  assertEquals(seen, [["/books/{id}", 200], [undefined, 404]]);
});
