import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  BatchMapping,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  type ServiceIdentifier,
  StartupError,
  SubscriptionMapping,
  t,
  token,
} from "@espalier/espalier";
import { graphiql } from "@espalier/espalier/graphiql";
import { HttpRoute } from "@espalier/espalier/http";

/** What code in JavaScript may pass, which the compiler would refuse. */
const unchecked = (value: unknown) => value as never;

class Clock {}
const Log: ServiceIdentifier<object> = token<object>("Log");

class Answering {
  @QueryMapping({ params: [] })
  value(): string {
    return "x";
  }
}

const schema = "type Query { value(x: String): String book: Book } type Mutation { change: String } " +
  "type Subscription { ticks: String } type Book { title: String }";

function started(...modules: ContainerModule[]) {
  return createApp(createContainer(graphql({ schema: [Resource.text("schema", schema)] }), ...modules));
}

Deno.test("start-up: a controller, an advice or GraphiQL without graphql() fails, wherever graphql() would stand", async () => {
  for (
    const [module, name] of [[controller(Answering), 'controller "Answering"'], [graphiql(), "graphiql()"]] as const
  ) {
    await assertRejects(
      () => createApp(createContainer(module)),
      StartupError,
      `Cannot start the application as "use ${name}" failed: graphql() must be installed: add it to createContainer`,
    );
    const resources = [Resource.text("schema", schema)];
    await using _before = await createApp(createContainer(module, graphql({ schema: resources })));
  }
});

Deno.test("start-up: a constructor or a factory that takes more than it is given is named with both numbers", async () => {
  class Timed {
    constructor(readonly clock: Clock, readonly log: object) {}
    @QueryMapping({ params: [] })
    value(): string {
      return "x";
    }
  }
  assertThrows(
    () => controller(unchecked(Timed), unchecked(Clock)),
    TypeError,
    'Cannot bind controller "Timed" as its constructor takes 2 dependencies, and 1 are given: add the missing ones, ' +
      "controller(Timed, First, Second), or give the parameters default values",
  );
  const modules = new ContainerModule(({ bind }) => {
    bind(Clock).toConstantValue(new Clock());
    bind(Log).toResolvedValue(unchecked((clock: Clock, other: Clock) => [clock, other]), [Clock]);
  });
  await assertRejects(
    () => createApp(createContainer(modules)),
    TypeError,
    'Cannot bind "Log" as what makes it takes 2 dependencies, and 1 are given',
  );
  class Defaulted {
    constructor(readonly clock: Clock = new Clock()) {}
    @QueryMapping({ params: [] })
    value(): string {
      return "x";
    }
  }
  await using _app = await started(controller(Defaulted));
});

Deno.test("start-up: two routes of one path fail, unless an order says which is asked second", async () => {
  const routes = (...given: Partial<HttpRoute>[]) =>
    new ContainerModule(({ bind }) => {
      for (const route of given) {
        bind(HttpRoute).toConstantValue({ path: "/x", handle: () => new Response("x"), ...route });
      }
    });
  for (const [path, other] of [["/x", "/x"], ["/x/{id}", "/x/{name}"], ["/{*a}", "/{*b}"]] as const) {
    const [first, second] = [{ path }, { path: other }];
    await assertRejects(
      () => createApp(createContainer(routes(first, second))),
      TypeError,
      `Cannot start the application as each path must have one route: "${other}" has two`,
    );
    await using _app = await createApp(createContainer(routes(first, { ...second, order: 1 })));
  }
  await using _app = await createApp(
    createContainer(routes({ path: "/x/{id}" }, { path: "/x/{*id}" }, { path: "/x" })),
  );
});

Deno.test("start-up: a source parameter of a root field fails, as there is no source", async () => {
  class Books {}
  const mapped = (decorate: typeof QueryMapping, field: string) => {
    class Sourced {
      @decorate({ field, params: [param.source(() => Books)], returns: t.string })
      read(_: Books): string {
        return "x";
      }
    }
    return controller(Sourced);
  };
  for (
    const [decorate, field, root] of [
      [QueryMapping, "value", "Query"],
      [MutationMapping, "change", "Mutation"],
      [SubscriptionMapping, "ticks", "Subscription"],
    ] as const
  ) {
    await assertRejects(
      () => started(mapped(decorate as typeof QueryMapping, field)),
      StartupError,
      "Cannot map Sourced#read[1 args] as its parameter [0] must not be param.source(): fields of " +
        `${root} have no source (use @SchemaMapping for fields of other types)`,
    );
  }
});

Deno.test("start-up: a function that names a class and gives undefined is told, with the reason that it may have", async () => {
  const absent = () => undefined as unknown as typeof Clock;
  class Argument {
    @QueryMapping({ params: [param.argument("x", t.nullable(t.object(absent)))], returns: t.string })
    value(_: Clock | null): string {
      return "x";
    }
  }
  class Source {
    @SchemaMapping({ typeName: "Book", params: [param.source(absent)], returns: t.string })
    title(_: Clock): string {
      return "x";
    }
  }
  class Batched {
    @BatchMapping({ source: absent, field: "title" })
    title(): string[] {
      return [];
    }
  }
  class Loading {
    @QueryMapping({ params: [param.dataLoader(absent)], returns: t.string })
    value(_: unknown): string {
      return "x";
    }
  }
  class Returning {
    @QueryMapping({ params: [], returns: t.object(absent) })
    book(): Clock {
      return new Clock();
    }
  }
  for (const type of [Argument, Source, Batched, Loading, Returning]) {
    await assertRejects(
      () => started(controller(type as new () => object)),
      StartupError,
      "must be given a class: current value is undefined (if two files import each other, one is evaluated before the " +
        "other's classes exist)",
      type.name,
    );
  }
});

/** What a process prints that fails to start. */
async function printed(program: string): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    const root = new URL("../../", import.meta.url);
    await Deno.writeTextFile(file, program.replaceAll("@espalier/espalier", new URL("mod.ts", root).href));
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--allow-all", "--config", new URL("deno.json", root).pathname, file],
      env: { NO_COLOR: "1" },
    }).output();
    assertEquals(success, false);
    return new TextDecoder().decode(stderr).replaceAll(file, "main.ts");
  } finally {
    await Deno.remove(file);
  }
}

Deno.test("start-up: a process that can't start prints one readable message once", async () => {
  const imports = 'import { createApp, createContainer, graphql, Resource, serve } from "@espalier/espalier";';
  const brokenSchema = `${imports}
    await serve(await createApp(createContainer(graphql({ schema: [Resource.text("s", "type Query { a")] }))));`;
  const wrongProperty = `${imports}
    await createApp(createContainer(), { properties: { http: { prot: 1 } } });`;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const usedPort = `${imports} await serve(await createApp(createContainer()), { port: ${port} });`;
  try {
    const outputs = await Promise.all([brokenSchema, wrongProperty, usedPort].map(printed));
    for (
      const [i, message] of [
        "Failed to parse schema resource: s",
        '"http.prot" as it does not exist',
        "the port is in use",
      ].entries()
    ) {
      const output = outputs[i]!;
      assertEquals(output.split(message).length - 1, 1, output);
      assertEquals(output.includes("Caused by"), false, output);
      assertEquals(output.split("\n").filter((line) => line.includes("/src/")), [], output);
    }
  } finally {
    listener.close();
  }
});
