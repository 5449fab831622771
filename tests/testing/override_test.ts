import { assertEquals, assertRejects } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  LogSink,
  type ServiceIdentifier,
  StartupTask,
  token,
} from "@espalier/espalier";
import { override } from "@espalier/espalier/testing";

const Greeting: ServiceIdentifier<string> = token<string>("Greeting");
const Farewell: ServiceIdentifier<string> = token<string>("Farewell");
const service = new ContainerModule(({ bind }) => {
  bind(Greeting).toConstantValue("Hello");
  bind(Greeting).toConstantValue("Hi");
});

Deno.test("P3 override puts one value in the place of all bindings, and binds what was not bound", () => {
  const container = createContainer(service, override(Greeting, "Ahoy"), override(Farewell, "Bye"));
  assertEquals(container.getAll(Greeting), ["Ahoy"]);
  assertEquals(container.get(Farewell), "Bye");
  assertEquals(createContainer(service).getAll(Greeting), ["Hello", "Hi"]);
  // @ts-expect-error the value must be what the identifier stands for
  override(Greeting, 7);
});

/** Starts an application and gives the warnings of its log. */
async function warningsOf(...modules: readonly ContainerModule[]): Promise<string[]> {
  const warnings: string[] = [];
  const log = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(({ level, message }) => void (level === "WARN" && warnings.push(message)));
  });
  await using _app = await createApp(createContainer(log, ...modules));
  return warnings;
}

Deno.test("P3 an override that replaces nothing and that nobody asks for is warned about", async () => {
  const another = token<string>("Greeting");
  assertEquals(await warningsOf(service, override(another, "Ahoy"), override(Greeting, "Ahoy")), [
    'The override of "Greeting" replaces nothing: no module before it binds that, and no bean asks for it. Give it the ' +
    "identifier that the application uses",
  ]);
});

Deno.test("P3 an override may give what a bean needs and no module binds, or what is looked up at the start", async () => {
  const letter = new ContainerModule(({ bind }) => {
    bind("Letter").toResolvedValue((farewell: string) => `… ${farewell}`, [Farewell]);
  });
  assertEquals(await warningsOf(letter, override(Farewell, "Bye")), []);
  const seen: string[] = [];
  const reader = new ContainerModule(({ bind }) => {
    bind(StartupTask).toConstantValue({ name: "read", run: (container) => void seen.push(container.get(Farewell)) });
  });
  assertEquals([await warningsOf(reader, override(Farewell, "Bye")), seen], [[], ["Bye"]]);
});

Deno.test("P3 an override that is not loaded last fails the start", async () => {
  await assertRejects(
    () => createApp(createContainer(override(Greeting, "Ahoy"), service)),
    Error,
    'Cannot override "Greeting" as the override must be loaded last: a module after it binds the same',
  );
});
