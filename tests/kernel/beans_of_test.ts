import { type Bean, beansOf, Container, ContainerModule, token } from "@espalier/espalier";
import { assertEquals } from "@std/assert";

interface Clock {
  now(): number;
}
const Clock = token<Clock>("Clock");
class Shelf {}
class Books {
  constructor(readonly clock: Clock, readonly shelf: Shelf) {}
}

function inBrief({ identifier: _, value: __, ...bean }: Bean) {
  return { ...bean, type: bean.type?.name };
}

Deno.test("B1.3 the bean graph lists every binding with its module, class and dependencies", () => {
  const container = new Container({ defaultScope: "Singleton" });
  const module = new ContainerModule(({ bind }) => {
    bind(Clock).toConstantValue({ now: () => 0 });
    bind(Books).toResolvedValue((clock: Clock, shelf: Shelf) => new Books(clock, shelf), [Clock, Shelf]);
  });
  container.load(module);
  container.bind(Shelf).toSelf();
  container.bind<Books>("library").toService(Books);
  container.bind<number>("answer").toDynamicValue(() => 42);
  const singleton = { scope: "Singleton" as const };
  assertEquals(beansOf(container).map(inBrief), [
    {
      ...singleton,
      name: "Clock",
      kind: "ConstantValue",
      containerModule: module.id,
      type: undefined,
      dependencies: [],
    },
    {
      ...singleton,
      name: "Books",
      kind: "ResolvedValue",
      containerModule: module.id,
      type: "Books",
      dependencies: [Clock, Shelf],
    },
    { ...singleton, name: "Shelf", kind: "Instance", containerModule: undefined, type: "Shelf", dependencies: [] },
    {
      scope: "Transient",
      name: "library",
      kind: "ServiceRedirection",
      containerModule: undefined,
      type: undefined,
      dependencies: [Books],
    },
    {
      ...singleton,
      name: "answer",
      kind: "DynamicValue",
      containerModule: undefined,
      type: undefined,
      dependencies: undefined,
    },
  ]);
  assertEquals(beansOf(container).length, 5);
});
