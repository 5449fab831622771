import { ContainerModule, WebGraphQlInterceptor } from "@espalier/espalier";
import type { WebGraphQlRequest } from "@espalier/espalier/graphql";
import { assertEquals } from "@std/assert";
import { ServedApp } from "./served_app.ts";

Deno.test("G1.1 an interceptor learns the client's address, unless it asks after the answer for the first time", async () => {
  const requests: WebGraphQlRequest[] = [];
  const interceptor: WebGraphQlInterceptor = {
    intercept: (request, next) => {
      requests.push(request);
      if (request.document.includes("asks")) assertEquals(request.remoteAddress, "127.0.0.1");
      return next(request);
    },
  };
  await using served = await ServedApp.start({
    modules: [new ContainerModule(({ bind }) => void bind(WebGraphQlInterceptor).toConstantValue(interceptor))],
  });
  for (const query of ["query asks { greeting }", "query late { greeting }"]) {
    const headers = { "content-type": "application/json" };
    const response = await fetch(served.url, { method: "POST", headers, body: JSON.stringify({ query }) });
    assertEquals([response.status, "errors" in await response.json()], [200, false]);
  }
  assertEquals(requests.map(({ remoteAddress }) => remoteAddress), ["127.0.0.1", undefined]);
});
