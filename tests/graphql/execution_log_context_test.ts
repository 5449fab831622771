import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  Logger,
  LogSink,
  QueryMapping,
  Resource,
  t,
} from "@espalier/espalier";
import { ExecutionGraphQlRequest, ExecutionGraphQlService } from "@espalier/espalier/graphql";

class GreetingController {
  constructor(readonly logger: Logger) {}

  @QueryMapping({ returns: t.string })
  async greeting(): Promise<string> {
    await Promise.resolve();
    this.logger.info("Greeting");
    return "Hello";
  }
}

async function greetingLines(executionId: boolean | undefined): Promise<unknown[]> {
  const lines: unknown[] = [];
  const sink = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(({ message, fields }) => {
      if (message !== "Loaded 1 resource(s) in the GraphQL schema.") lines.push({ message, ...fields });
    });
  });
  const schema = Resource.text("greeting", "type Query { greeting: String }");
  const container = createContainer(graphql({ schema: [schema] }), controller(GreetingController, Logger), sink);
  const logging = executionId === undefined ? {} : { executionId };
  await using app = await createApp(container, { properties: { logging, graphql: { inspection: "off" } } });
  const service = app.container.get(ExecutionGraphQlService);
  await Promise.all(
    ["a", "b"].map((id) => service.execute(new ExecutionGraphQlRequest({ id, document: "{ greeting }" }))),
  );
  app.container.get(Logger).info("Outside");
  return lines;
}

Deno.test("log: lines of a request carry the id of its execution, when asked for", async () => {
  assertEquals(await greetingLines(true), [
    { message: "Greeting", executionId: "a" },
    { message: "Greeting", executionId: "b" },
    { message: "Outside" },
  ]);
  assertEquals(await greetingLines(undefined), [{ message: "Greeting" }, { message: "Greeting" }, {
    message: "Outside",
  }]);
});
