import { assertEquals } from "@std/assert";
import { ContainerModule, createContainer, type ServiceIdentifier, token } from "@espalier/espalier";
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
