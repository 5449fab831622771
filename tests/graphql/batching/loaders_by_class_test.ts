import { assertEquals, assertRejects } from "@std/assert";
import { controller, param, QueryMapping, StartupTask, t } from "@espalier/espalier";
import { BatchLoaderRegistry, DefaultBatchLoaderRegistry, type RegisteredDataLoader } from "@espalier/espalier/graphql";
import { beans, startApp } from "../graphql_app.ts";

class Author {
  readonly kind = "author of books";
}
const other = {
  Author: class Author {
    readonly kind = "author of changes";
  },
};
class Unknown {}

interface Kind {
  readonly kind: string;
}

class Asking {
  @QueryMapping({ params: [param.dataLoader<Author>(() => Author)], returns: t.string })
  ofBooks(loader: RegisteredDataLoader<string, Author>): Promise<string> {
    return kindOf(loader);
  }
  @QueryMapping({ params: [param.dataLoader<Kind>(() => other.Author)], returns: t.string })
  ofChanges(loader: RegisteredDataLoader<string, Kind>): Promise<string> {
    return kindOf(loader);
  }
  @QueryMapping({ params: [param.dataLoader<Unknown>(() => Unknown)], returns: t.string })
  unknown(): string {
    return "not called";
  }
}

async function kindOf(loader: RegisteredDataLoader<string, Kind>): Promise<string> {
  return (await loader.load("1")).kind;
}

function withRegistry(register: (registry: BatchLoaderRegistry) => void) {
  const registry = new DefaultBatchLoaderRegistry();
  register(registry);
  return startApp("type Query { ofBooks: String ofChanges: String unknown: String }", [
    controller(Asking),
    beans(({ rebind }) => void rebind(BatchLoaderRegistry).toConstantValue(registry)),
  ]);
}

Deno.test("A6.2 a loader that was renamed is found by its class, never one of another class of that name", async () => {
  await using app = await withRegistry((registry) => {
    registry.forTypePair(String, Author).registerBatchLoader((keys) => keys.map(() => new Author()));
    registry.forTypePair(String, other.Author).withName("ChangeAuthor")
      .registerBatchLoader((keys) => keys.map(() => new other.Author()));
  });
  assertEquals((await app.post("{ ofBooks ofChanges }")).body, {
    data: { ofBooks: "author of books", ofChanges: "author of changes" },
  });
});

Deno.test("A6.2 a class without a loader of its own is told, whatever loaders of its name there are", async () => {
  await using app = await withRegistry((registry) => {
    registry.forTypePair(String, Author).registerBatchLoader((keys) => keys.map(() => new Author()));
    for (const name of ["First", "Second"]) {
      registry.forTypePair(String, Unknown).withName(name)
        .registerBatchLoader((keys) => keys.map(() => new Unknown()));
    }
  });
  await app.post("{ ofChanges unknown }");
  const told = app.logged.filter(({ level }) => level === "ERROR").map(({ fields }) =>
    (fields["error"] as Error).message
  );
  const contents = "The DataLoaderRegistry contains: [Author, First, Second]";
  assertEquals(told.toSorted(), [
    `Cannot call Asking#ofChanges[1 args] as one DataLoader of class "Author" must be registered: ${contents}`,
    `Cannot call Asking#unknown[1 args] as one DataLoader of class "Unknown" must be registered: ${contents}`,
  ]);
});

Deno.test("A6.1 C121 two loaders of one name fail the start, whichever bean registers the second", async () => {
  class Registering {
    constructor(registry: BatchLoaderRegistry) {
      registry.forName("x").registerBatchLoader((keys) => keys.map(() => null));
    }
    @QueryMapping({ params: [], returns: t.string })
    ofBooks(): string {
      return "never asked";
    }
  }
  const start = (...names: string[]) =>
    startApp("type Query { ofBooks: String }", [
      controller(Registering, BatchLoaderRegistry),
      beans(({ bind }) =>
        void bind(StartupTask).toConstantValue({
          name: "register further loaders",
          order: 10,
          run: (container) => {
            const registry = container.get(BatchLoaderRegistry);
            for (const name of names) registry.forName(name).registerMappedBatchLoader(() => new Map());
          },
        })
      ),
    ]);
  await using app = await start("y", "z");
  assertEquals((await app.post("{ ofBooks }")).body, { data: { ofBooks: "never asked" } });
  await assertRejects(() => start("y", "x"), Error, "More than one DataLoader named 'x'");
});

Deno.test("A6.5 keys that count as equal are looked up as such in a mapped loader's map", async () => {
  class Point {
    constructor(readonly x: number, readonly y: number) {}
  }
  class Places {
    @QueryMapping({ params: [param.dataLoader<string, Point>("places")], returns: t.list(t.nullable(t.string)) })
    async places(loader: RegisteredDataLoader<Point, string>): Promise<(string | null)[]> {
      const found = await loader.loadMany([new Point(1, 2), new Point(3, 4), new Point(1, 2)]);
      return found.map((place) => place === null ? null : String(place));
    }
  }
  const registry = new DefaultBatchLoaderRegistry();
  registry.forName<Point, string>("places")
    .withOptions({ cacheKeyFn: (key) => `${(key as Point).x},${(key as Point).y}` })
    .registerMappedBatchLoader((keys) => new Map([[new Point(1, 2), `one of ${keys.size}`]]));
  await using app = await startApp("type Query { places: [String] }", [
    controller(Places),
    beans(({ rebind }) => void rebind(BatchLoaderRegistry).toConstantValue(registry)),
  ]);
  assertEquals((await app.post("{ places }")).body, { data: { places: ["one of 2", null, "one of 2"] } });
});
