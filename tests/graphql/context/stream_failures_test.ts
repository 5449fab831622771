import { assertEquals, assertRejects } from "@std/assert";
import { controller, SubscriptionMapping } from "@espalier/espalier";
import {
  AsyncLocalAccessor,
  SubscriptionExceptionResolver,
  SubscriptionPublisherException,
  ThreadLocalAccessor,
  WebGraphQlHandler,
  WebGraphQlRequest,
} from "@espalier/espalier/graphql";
import { beans, startApp } from "../graphql_app.ts";

Deno.test("X5 values reach the resolvers of a stream's failure", async () => {
  const user = new AsyncLocalAccessor<string>("user");
  class Failing {
    @SubscriptionMapping({ params: [] })
    async *names(): AsyncGenerator<string> {
      yield await Promise.resolve("first");
      throw new Error("no more");
    }
  }
  const resolver = SubscriptionExceptionResolver.forSingleError(async (exception) => {
    await Promise.resolve();
    return { message: `${(exception as Error).message} for ${user.getValue()}` };
  });
  const modules = beans(({ bind }) => {
    bind(ThreadLocalAccessor).toConstantValue(user);
    bind(SubscriptionExceptionResolver).toConstantValue(resolver);
  });
  const schema = "type Query { unused: String } type Subscription { names: String }";
  await using app = await startApp(schema, [controller(Failing), modules]);
  const handler = app.container.get(WebGraphQlHandler);
  const request = new WebGraphQlRequest({
    id: "request-1",
    document: "subscription { names }",
    uri: new URL("http://localhost/graphql"),
    headers: new Headers(),
  });
  const opened = await user.run("008", async () => await handler.handleRequest(request));
  const failure = await assertRejects(() => Array.fromAsync(opened.stream!), SubscriptionPublisherException);
  assertEquals(failure.errors.map(({ message }) => message), ["no more for 008"]);
});
