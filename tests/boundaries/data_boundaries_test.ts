import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  controller,
  data,
  describeType,
  exportRepository,
  param,
  QueryMapping,
  rest,
  RuntimeWiringConfigurer,
  t,
} from "@espalier/espalier";
import { Database, EntityRepository, Window } from "@espalier/espalier/data";
import { AsyncLocalAccessor, CursorStrategy, ThreadLocalAccessor } from "@espalier/espalier/graphql";
import { RepositoryConstraintViolationError, RepositoryEventListener } from "@espalier/espalier/rest";
import { fail, Observation } from "./observation.ts";

class Book {
  constructor(readonly id: string, readonly title: string) {}
}
describeType(Book, { id: t.id, title: t.string }, { id: "id" });

const switches = { failing: "" };

class Books extends EntityRepository<Book, string> {
  constructor(database: Database) {
    super(database, Book);
  }
  override findById(...args: Parameters<EntityRepository<Book, string>["findById"]>) {
    if (switches.failing === "repository") fail("repository");
    return super.findById(...args);
  }
}

const beans = (bindings: ConstructorParameters<typeof ContainerModule>[0]) => new ContainerModule(bindings);

function library(listener: RepositoryEventListener<Book> = {}): readonly ContainerModule[] {
  const repositories = beans(({ bind }) => {
    bind(Books).toResolvedValue((database) => new Books(database), [Database]);
    bind(RepositoryEventListener).toConstantValue(listener as RepositoryEventListener);
  });
  return [data({ entities: [Book] }), rest(), repositories, exportRepository(Books, { writable: true })];
}

Deno.test("E2 a repository that throws is a 500, and is logged once", async () => {
  await using observation = await Observation.start(undefined, library());
  switches.failing = "repository";
  try {
    assertEquals((await observation.send("GET", "/books/1")).status, 500);
  } finally {
    switches.failing = "";
  }
  await observation.expect(["ERROR", "repository", "Cannot answer a request"]);
});

Deno.test("E2 what listeners of changes throw prevents the change, and is logged once unless it is for clients", async () => {
  const refusal = () => {
    throw new RepositoryConstraintViolationError([{
      entity: "Book",
      property: "title",
      invalidValue: "Emma",
      message: "must be new",
    }]);
  };
  for (
    const [onBeforeCreate, status, lines] of [
      [() => fail("listener"), 500, [["ERROR", "listener", "Cannot answer a request"]]],
      [refusal, 422, []],
    ] as const
  ) {
    await using observation = await Observation.start(undefined, library({ onBeforeCreate }));
    assertEquals((await observation.send("POST", "/books", { id: "1", title: "Emma" })).status, status);
    assertEquals((await observation.send("GET", "/books/1")).status, 404);
    await observation.expect(...lines);
  }
});

class Paging {
  @QueryMapping({ params: [param.scrollSubrange()] })
  books() {
    return Window.from([new Book("1", "Emma")], (index) => ({ offset: index }) as never);
  }
}

const connections = "type Query { books(first: Int after: String): BookConnection } type Book { id: ID }";

Deno.test("E2 a cursor strategy that throws fails the field, and is logged once", async () => {
  for (
    const [query, place] of [
      ["{ books(first: 1) { edges { cursor } } }", "toCursor"],
      ['{ books(first: 1, after: "x") { edges { cursor } } }', "fromCursor"],
    ] as const
  ) {
    const cursors = beans(({ rebind }) => {
      rebind(CursorStrategy).toConstantValue({
        supports: () => true,
        toCursor: () => fail("toCursor"),
        fromCursor: () => fail("fromCursor"),
      });
    });
    await using observation = await Observation.start(connections, [controller(Paging), cursors]);
    assertEquals(((await observation.ask(query)).body as { data: unknown }).data, { books: null });
    await observation.expect(["ERROR", place, "Unresolved Fault for executionId "]);
  }
});

class FailingAccessor extends AsyncLocalAccessor<string> {
  isReady = false;
  override getValue(): string | undefined {
    return this.isReady ? fail("accessor") : super.getValue();
  }
}

Deno.test("E2 a context accessor that throws fails the operation, and is logged once", async () => {
  const accessor = new FailingAccessor("tenant");
  const modules = beans(({ bind }) => {
    bind(ThreadLocalAccessor).toConstantValue(accessor as ThreadLocalAccessor);
    bind(RuntimeWiringConfigurer).toConstantValue({
      configure: (wiring) => void wiring.type("Query", (type) => type.dataFetcher("value", () => "x")),
    });
  });
  await using observation = await Observation.start("type Query { value: String }", [modules]);
  accessor.isReady = true;
  assertEquals((await observation.ask("{ value }")).status, 500);
  accessor.isReady = false;
  assertEquals(observation.lines.length, 1);
  await observation.expect(["ERROR", "accessor", "Cannot answer"]);
});
