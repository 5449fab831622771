import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createApp, createContainer } from "@espalier/espalier";
import { ApplicationEvents, applicationModule, EventListener, events } from "@espalier/espalier/modulith";
import { moduleSlice, type ModuleSliceMode, override, PublishedEvents, recordEvents } from "@espalier/espalier/testing";

class SomeEventA {
  constructor(readonly message: string) {}
}
class ServiceA {
  constructor(readonly events: ApplicationEvents) {}
  fireEvent(): Promise<void> {
    return this.events.publish(new SomeEventA("Message"));
  }
}
class ServiceB {
  constructor(readonly a: ServiceA) {}
}
class ServiceC {
  readonly heard: string[] = [];
  constructor(readonly b: ServiceB) {}
  @EventListener(SomeEventA)
  hear({ message }: SomeEventA): void {
    this.heard.push(message);
  }
}
const moduleA = applicationModule("file:///shop/a/module.ts", {}, ({ bind }) => {
  bind(ServiceA).toResolvedValue((published) => new ServiceA(published), [ApplicationEvents]);
});
const moduleB = applicationModule("file:///shop/b/module.ts", {}, ({ bind }) => {
  bind(ServiceB).toResolvedValue((a) => new ServiceB(a), [ServiceA]);
});
const moduleC = applicationModule("file:///shop/c/module.ts", {}, ({ bind }) => {
  bind(ServiceC).toResolvedValue((b) => new ServiceC(b), [ServiceB]);
});
const unrelated = applicationModule("file:///shop/d/module.ts", {}, () => {});
const all = [unrelated, moduleA, moduleB, moduleC];

Deno.test("module slice C-218 standalone: the module alone, with the events it publishes", async () => {
  const container = createContainer(events(), recordEvents(), ...moduleSlice(moduleA, { of: all }));
  await using app = await createApp(container);
  assertEquals([container.isBound(ServiceA), container.isBound(ServiceB)], [true, false]);
  await container.get(ServiceA).fireEvent();
  assertEquals([...app.container.get(PublishedEvents).ofType(SomeEventA)], [new SomeEventA("Message")]);
});

Deno.test("module slice C-104 C-220 direct dependencies lack what those depend on, all dependencies are complete", async () => {
  const slice = (mode: ModuleSliceMode) => moduleSlice(moduleC, { of: all, mode });
  assertEquals([slice("DIRECT_DEPENDENCIES"), slice("ALL_DEPENDENCIES")], [[moduleB, moduleC], [
    moduleA,
    moduleB,
    moduleC,
  ]]);
  // Start-up makes the listener's bean, which needs ServiceB, which needs ServiceA.
  await assertRejects(() => createApp(createContainer(events(), ...slice("DIRECT_DEPENDENCIES"))), Error, "ServiceA");
  await using app = await createApp(createContainer(events(), ...slice("ALL_DEPENDENCIES")));
  await app.container.get(ServiceA).fireEvent();
  assertEquals(app.container.get(ServiceC).heard, ["Message"]);
});

Deno.test("module slice C-221 a mock stands in for a module that stays out; shared modules come along", async () => {
  const mock = { a: undefined } as unknown as ServiceB;
  const slice = moduleSlice(moduleC, { of: all, include: [unrelated] });
  assertEquals(slice, [unrelated, moduleC]);
  await using app = await createApp(createContainer(events(), ...slice, override(ServiceB, mock)));
  assertEquals(app.container.get(ServiceC).b === mock, true);
});

Deno.test("module slice: a module that is not among all modules is named", () => {
  assertThrows(
    () => moduleSlice(moduleA, { of: [moduleB] }),
    TypeError,
    'Cannot slice module "file:///shop/a/" as it must be one of those given by "of"',
  );
});

Deno.test("module slice: a mode that does not exist is refused, with those that do", () => {
  assertThrows(
    () => moduleSlice(moduleA, { of: [moduleA], mode: "DIRECT" as never }),
    TypeError,
    'as it must be one of "STANDALONE", "DIRECT_DEPENDENCIES", "ALL_DEPENDENCIES": current value is "DIRECT"',
  );
});
