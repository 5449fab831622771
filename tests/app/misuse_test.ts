import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  type Application,
  type Container,
  ContainerModule,
  controller,
  ControllerAdvice,
  controllerAdvice,
  createApp,
  createContainer,
  data,
  exportRepository,
  graphql,
  LogSink,
  QueryMapping,
  rest,
  serve,
  type ServiceIdentifier,
  token,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, EntityRepository } from "@espalier/espalier/data";
import { graphiql } from "@espalier/espalier/graphiql";
import {
  ApplicationListener,
  applicationModule,
  EventListener,
  eventPublications,
  events,
  listenTo,
  modulith,
} from "@espalier/espalier/modulith";
import { HttpInterceptor } from "@espalier/espalier/http";
import { insight, tracing } from "@espalier/espalier/observability";

/** What a caller passes whom no compiler checks. */
const unchecked = (value: unknown) => value as never;

const Greeting: ServiceIdentifier<string> = token<string>("Greeting");

class Clock {
  constructor(readonly greeting: string) {}
}

Deno.test("createContainer: what a module's function returns is left aside, unless it is a promise", () => {
  const module = new ContainerModule(({ bind }) => bind(Greeting).toConstantValue("Hello"));
  assertEquals(createContainer(module).get(Greeting), "Hello");
  const declared = applicationModule(import.meta.url, {}, ({ bind }) => bind(Greeting).toConstantValue("Hello"));
  assertEquals(createContainer(declared).get(Greeting), "Hello");
  const later = new ContainerModule(async ({ bind }) => {
    await Promise.resolve();
    bind(Greeting).toConstantValue("Hello");
  });
  assertThrows(() => createContainer(later), Error, "loadAsync");
});

Deno.test("createContainer: what is no module is refused, with what it is", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [graphql, 'function "graphql" (call it, if it makes one)'],
    [[actuator()], "a list (spread it: ...modules)"],
    [Promise.resolve(actuator()), "a promise (await it)"],
    [Clock, 'class "Clock" (bind it in a ContainerModule, or with "controller" if it is one)'],
    [undefined, "undefined"],
  ];
  for (const [given, shown] of cases) {
    assertThrows(
      () => createContainer(actuator(), unchecked(given)),
      TypeError,
      `Cannot load argument 2 of createContainer as it must be a ContainerModule: current value is ${shown}`,
    );
  }
  assertThrows(() => new ContainerModule(unchecked(undefined)), TypeError, "Cannot make a ContainerModule");
});

Deno.test("a feature is installed once, and the message names it", () => {
  const features = { data, graphql, rest, graphiql, actuator, modulith, eventPublications };
  for (const [name, feature] of Object.entries(features)) {
    assertThrows(
      () => createContainer(feature(), feature()),
      TypeError,
      `Cannot install ${name}() as it must be installed once: it is installed`,
    );
  }
  assertThrows(() => createContainer(insight(), actuator()), TypeError, "(insight() installs it)");
});

Deno.test("a misspelt option of a feature is refused, with the one that was meant", () => {
  const cases: readonly (readonly [() => unknown, string])[] = [
    [() => data(unchecked({ uri: "sqlite:shop.db" })), '"uri" of data() as it does not exist: did you mean "url"?'],
    [() => graphql(unchecked({ schemas: [] })), '"schemas" of graphql() as it does not exist: did you mean "schema"?'],
    [
      () => actuator(unchecked({ path: "/" })),
      '"path" of actuator() as it does not exist: known options are diskSpace',
    ],
    [() => modulith(unchecked({ verifyOnStart: true })), 'did you mean "verifyAtStart"?'],
    [() => eventPublications(unchecked({ maxAttempt: 3 })), 'did you mean "maxAttempts"?'],
    [() => tracing(unchecked({ exporter: [] })), 'did you mean "exporters"?'],
    [() => insight(unchecked({ trace: {} })), 'did you mean "traces"?'],
  ];
  for (const [call, message] of cases) assertThrows(call, TypeError, message);
  assertThrows(
    () => data(unchecked("sqlite:shop.db")),
    TypeError,
    'must be an object: current value is "sqlite:shop.db"',
  );
  assertThrows(
    () => graphql({ schema: unchecked(["type Query { a: Int }"]) }),
    TypeError,
    'it must be a list of resources, such as [Resource.text("schema.graphqls", "type Query { … }")] or ' +
      '[Resource.file("graphql/schema.graphqls")]: current value is a list with "type Query { a: Int }"',
  );
});

Deno.test("controller: what can't be made is refused where it is bound", () => {
  const bind = controller as (...args: unknown[]) => unknown;
  assertThrows(() => bind(Clock, undefined), TypeError, "as the identifier of its dependency 1 must be there");
  assertThrows(
    () => bind(new Clock("Hello")),
    TypeError,
    'must be given a class: current value is an instance of "Clock"',
  );
});

Deno.test("controller, controllerAdvice: a class without a decorated method is refused where it is bound", () => {
  class Plain {
    greeting = () => "Hello";
  }
  @ControllerAdvice({ order: 1 })
  class Silent {}
  class Greetings {
    @QueryMapping()
    greeting(): string {
      return "Hello";
    }
  }
  class Inherited extends Greetings {}
  assertThrows(
    () => controller(Plain),
    TypeError,
    'Cannot bind controller "Plain" as it must have a decorated method, for example with @QueryMapping()',
  );
  assertThrows(
    () => controllerAdvice(Silent),
    TypeError,
    'Cannot bind controller advice "Silent" as it must have a decorated method, for example with @GraphQlException',
  );
  controller(Inherited);
});

Deno.test("createApp: beans that are made from each other are named, with what to do", async () => {
  class Chicken {
    constructor(readonly egg: object) {}
  }
  class Egg {
    constructor(readonly chicken: Chicken) {}
  }
  const farm = new ContainerModule(({ bind }) => {
    bind(Chicken).toResolvedValue((egg) => new Chicken(egg), [Egg]);
    bind(Egg).toResolvedValue((chicken) => new Egg(chicken), [Chicken]);
    bind(HttpInterceptor).toResolvedValue((_chicken) => ({ intercept: (request, next) => next(request) }), [Chicken]);
  });
  await assertRejects(
    () => createApp(createContainer(farm)),
    Error,
    'Cannot start the application as "make the interceptors" failed: "Chicken" is made from itself, Chicken -> Egg -> ' +
      "Chicken: let one of them do without the next, or move what both need into a bean of its own",
  );
});

Deno.test("createApp: what is decorated as a listener and no method of its beans is named", async () => {
  class Chime {}
  class Bell {
    @EventListener(Chime)
    static ring(): void {}
  }
  const bell = new ContainerModule(({ bind }) => bind(Bell).toSelf());
  await assertRejects(
    () => createApp(createContainer(events(), bell)),
    Error,
    "Cannot tell Bell#ring of events as it must be a method of the listener's instances",
  );
});

Deno.test("applicationModule: needs the file's address and a function", () => {
  assertThrows(() => applicationModule(unchecked({}), {}, () => {}), TypeError, "must be import.meta.url");
  assertThrows(() => applicationModule(import.meta.url, {}, unchecked(undefined)), TypeError, "must be a function");
});

Deno.test("createApp: needs a container that had no application, and options that exist", async () => {
  await assertRejects(
    () => createApp(unchecked(actuator())),
    TypeError,
    "createApp must be given a container, createContainer(…)",
  );
  await assertRejects(() => createApp(createContainer(), unchecked({ props: {} })), TypeError, '"props" of createApp');
  await assertRejects(() => createApp(createContainer(), { root: "src" }), TypeError, 'Cannot use option "root"');
  const container = createContainer();
  const app = await createApp(container);
  await assertRejects(() => createApp(container), TypeError, "its application is running");
  await app[Symbol.asyncDispose]();
  await assertRejects(() => createApp(container), TypeError, "its application is stopped");
});

Deno.test("createApp: what is bound not at all, or twice, is told with what to do", async () => {
  class Books extends EntityRepository<object, string> {}
  const books = new ContainerModule(({ bind }) => {
    bind(Books).toResolvedValue((database) => new Books(database, Object), [Database]);
  });
  const start = (...modules: ContainerModule[]) =>
    createApp(createContainer(rest(), exportRepository(Books), ...modules));
  await assertRejects(start, Error, 'nothing is bound for "Books", which "RepositoryExport" needs: bind it in a Cont');
  await assertRejects(
    () => start(books),
    Error,
    'nothing is bound for "Database", which "Books" needs: install data()',
  );
  const shelf = new ContainerModule(({ bind }) => bind(Books).toConstantValue(unchecked({})));
  await assertRejects(
    () => start(shelf, shelf),
    Error,
    '"Books", which "RepositoryExport" needs, is bound more than once',
  );
});

Deno.test("a repository that is made without a database says how to bind it", () => {
  class Books extends EntityRepository<object, string> {}
  const books = new ContainerModule(({ bind }) => bind(Books).toSelf());
  assertThrows(() => createContainer(books).get(Books), TypeError, "bind(Books).toResolvedValue((database) =>");
});

Deno.test("serve: needs an application and options that exist", async () => {
  const container: Container = createContainer();
  await assertRejects(() => serve(unchecked(container)), TypeError, "must be an application, await createApp(…)");
  await using app: Application = await createApp(container);
  await assertRejects(() => serve(app, unchecked({ host: "::1" })), TypeError, 'Cannot use option "host" of serve');
  await assertRejects(() => serve(app, { port: NaN }), TypeError, 'Cannot use option "port" of serve');
});

Deno.test("serve: an address that is not this machine's is named, with what is needed", async () => {
  const app = await createApp(createContainer());
  // An address for documentation, which no machine has.
  await assertRejects(
    () => serve(app, { hostname: "192.0.2.1", port: 0 }),
    Error,
    'Cannot listen on 192.0.2.1:0 as option "hostname" must be an address of this machine',
  );
});

Deno.test("serve: the url of an IPv6 address can be fetched", async () => {
  await using server = await serve(await createApp(createContainer()), { hostname: "::1", port: 0, quiet: true });
  assertEquals(server.url, `http://[::1]:${server.port}`);
  const response = await fetch(server.url);
  await response.body?.cancel();
  assertEquals(response.status, 404);
});

Deno.test("createApp: a repository that is exported without rest() fails the start", async () => {
  class Books extends EntityRepository<object, string> {}
  await assertRejects(
    () => createApp(createContainer(exportRepository(Books))),
    Error,
    'Cannot start the application as "export the repository Books" failed: rest() must be installed',
  );
});

Deno.test("createApp: listeners without events() are warned about", async () => {
  class Chime {}
  class Bell {
    @EventListener(Chime)
    ring(): void {}
  }
  const listeners = new ContainerModule(({ bind }) => {
    bind(Bell).toSelf();
    bind(ApplicationListener).toConstantValue(listenTo(Chime, () => {}));
  });
  const warnings = async (...modules: ContainerModule[]) => {
    const messages: string[] = [];
    const log = new ContainerModule(({ bind }) => {
      bind(LogSink).toConstantValue(({ level, message }) => void (level === "WARN" && messages.push(message)));
    });
    await using _app = await createApp(createContainer(log, listeners, ...modules));
    return messages;
  };
  assertEquals(await warnings(), [
    'The listeners of "Bell" are told nothing as no events are published: install events()',
    'The listeners of "ApplicationListener" are told nothing as no events are published: install events()',
  ]);
  assertEquals(await warnings(events()), []);
  assertEquals(await warnings(eventPublications(), data()), []);
});
