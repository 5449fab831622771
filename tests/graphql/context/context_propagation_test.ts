import { assertEquals, assertRejects } from "@std/assert";
import {
  DataFetcherExceptionResolver,
  InheritedContext,
  inheritFrom,
  RuntimeWiringConfigurer,
} from "@espalier/espalier";
import {
  AsyncLocalAccessor,
  ContextRegistry,
  ContextSnapshotFactory,
  GraphQLContext,
} from "@espalier/espalier/graphql";
import { requireSeparateScopes } from "../../../src/context/accessor_check.ts";
import { beans, startApp } from "../graphql_app.ts";

Deno.test("X5 a snapshot restores captured values and takes them away again", async () => {
  const name = new AsyncLocalAccessor<string>("name");
  const factory = new ContextSnapshotFactory(new ContextRegistry().registerThreadLocalAccessor(name));
  const snapshot = name.run("007", () => factory.captureAll());
  const later = snapshot.run(async () => {
    const before = name.getValue();
    await Promise.resolve();
    return [before, name.getValue()];
  });
  assertEquals(name.getValue(), undefined);
  assertEquals(await later, ["007", "007"]);
  assertEquals(snapshot.wrap((greeting: string) => `${greeting} ${name.getValue()}`)("Hello"), "Hello 007");
  assertEquals(snapshot.updateContext(new GraphQLContext()).get("name"), "007");
});

Deno.test("X5 values come from contexts, a later one overlays an earlier one", () => {
  const name = new AsyncLocalAccessor<string>("name");
  const factory = new ContextSnapshotFactory(new ContextRegistry().registerThreadLocalAccessor(name));
  const read = (...contexts: unknown[]) => factory.captureFrom(...contexts).run(() => name.getValue());
  const context = GraphQLContext.of({ name: "request" });
  assertEquals(read(context), "request");
  assertEquals(read(context, GraphQLContext.of({ name: "local" })), "local");
  assertEquals(read(context, { name: "no context" }), "request");
  assertEquals(read(), undefined);
});

Deno.test("X5 an iterable keeps the captured values in each step, whoever asks", async () => {
  const name = new AsyncLocalAccessor<string>("name");
  const factory = new ContextSnapshotFactory(new ContextRegistry().registerThreadLocalAccessor(name));
  async function* names() {
    yield name.getValue();
    await Promise.resolve();
    yield name.getValue();
  }
  const wrapped = name.run("007", () => factory.captureAll()).wrapIterable(names());
  assertEquals(await Array.fromAsync(wrapped), ["007", "007"]);
});

Deno.test("X5 an accessor that keeps its value in a variable is refused, naming its key", async () => {
  let value: unknown;
  const variable = {
    key: () => "user",
    getValue: () => value,
    setValue: (given: unknown) => void (value = given),
    reset: () => void (value = undefined),
  };
  const error = await assertRejects(() => requireSeparateScopes(variable), TypeError);
  assertEquals(
    error.message,
    'Cannot use the accessor of key "user" as it must be backed by AsyncLocalStorage: ' +
      "its value leaks between two concurrent flows",
  );
  const local = new AsyncLocalAccessor<object>("user");
  await requireSeparateScopes(local);
  assertEquals(local.getValue(), undefined);
});

Deno.test("X5 C097 an application's own snapshot factory captures each request once, a failing one too", async () => {
  const name = new AsyncLocalAccessor<string>("name");
  const counts = { all: 0, from: 0 };
  class Counting extends ContextSnapshotFactory {
    override captureAll() {
      counts.all++;
      return super.captureAll();
    }
    override captureFrom(...contexts: readonly unknown[]) {
      counts.from++;
      return super.captureFrom(...contexts);
    }
  }
  const wiring: RuntimeWiringConfigurer = {
    configure: (builder) =>
      void builder.type("Query", (type) => type.dataFetcher("failing", () => Promise.reject(new Error("x")))),
  };
  const factory = new Counting(new ContextRegistry().registerThreadLocalAccessor(name));
  const resolver = DataFetcherExceptionResolver.forSingleError(() => ({ message: `failed for ${name.getValue()}` }));
  await using app = await startApp("type Query { failing: String }", [beans(({ bind }) => {
    bind(InheritedContext).toConstantValue(inheritFrom(name));
    bind(ContextSnapshotFactory).toConstantValue(factory);
    bind(RuntimeWiringConfigurer).toConstantValue(wiring);
    bind(DataFetcherExceptionResolver).toConstantValue(resolver);
  })]);
  const { body } = await name.run("007", () => app.post("{ failing }"));
  assertEquals((body as { errors: { message: string }[] }).errors[0]!.message, "failed for 007");
  assertEquals([counts.all, counts.from > 0], [1, true]);
});
