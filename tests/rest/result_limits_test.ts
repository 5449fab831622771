import { assertEquals } from "@std/assert";
import { type Application, ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
import { Database, EntityRepository } from "@espalier/espalier/data";
import { exportRepository, rest, RestResource } from "@espalier/espalier/rest";
import { notesApp } from "../security/notes_app.ts";
import { Author, send } from "./library.ts";

class Authors extends EntityRepository<Author, string> {
  /** Number of authors that were taken from the endless stream. */
  taken = 0;
  isClosed = false;

  constructor(database: Database) {
    super(database, Author);
  }

  @RestResource({ path: "endless" })
  async *findEndless(): AsyncGenerator<Author> {
    try {
      while (true) yield Object.assign(new Author(), { id: `a${this.taken++}`, name: "A", born: null });
    } finally {
      this.isClosed = true;
    }
  }

  @RestResource({ path: "all" })
  findEach(): Promise<Author[]> {
    return this.findAll();
  }
}

async function authorsApp(limits: { maxResultValues?: number; maxResultBytes?: number }): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Authors).toResolvedValue((database) => new Authors(database), [Database]);
  });
  const container = createContainer(
    data({ url: "memory:", entities: [Author] }),
    rest(),
    beans,
    exportRepository(Authors, { paged: false }),
  );
  const app = await createApp(container, { properties: { rest: limits, logging: { level: "OFF" } } });
  const authors = Array.from(
    { length: 100 },
    (_, i) => Object.assign(new Author(), { id: `${i}`, name: "A", born: i }),
  );
  await container.get(Authors).saveAll(authors);
  return app;
}

const valuesLimit = { name: "maxResultValues", value: 60 };

Deno.test("a document that holds too many values is refused, whatever its form, and the refusal names the limit", async () => {
  await using app = await authorsApp({ maxResultValues: 60 });
  for (const accept of ["application/hal+json", "text/uri-list", "application/x-spring-data-compact+json"]) {
    const { status, body } = await send(app, "/authors", { headers: { accept } });
    assertEquals([accept, status, body.limit], [accept, 400, valuesLimit]);
  }
  for (const path of ["all", "endless"]) {
    const { status, body } = await send(app, `/authors/search/${path}`);
    assertEquals([path, status, body.limit], [path, 400, valuesLimit]);
  }
  const { taken, isClosed } = app.container.get(Authors);
  assertEquals([taken, isClosed], [61, true]);
  assertEquals((await send(app, "/authors/1")).status, 200);
});

Deno.test("a document that is too long is refused with the limit, and one that fits is answered", async () => {
  await using small = await authorsApp({ maxResultBytes: 10_000 });
  const { status, body } = await send(small, "/authors");
  assertEquals([status, body.limit], [400, { name: "maxResultBytes", value: 10_000 }]);
  assertEquals((await send(small, "/authors/1")).status, 200);
  await using unlimited = await authorsApp({ maxResultBytes: 0, maxResultValues: 0 });
  assertEquals((await send(unlimited, "/authors")).body._embedded.authors.length, 100);
});

Deno.test("what projections nest counts, and changes are answered whatever their size", async () => {
  await using app = await notesApp({ properties: { rest: { maxResultValues: 300, maxResultBytes: 20_000 } } });
  assertEquals((await send(app, "/notes?size=40&projection=people")).body.limit, {
    name: "maxResultValues",
    value: 300,
  });
  assertEquals((await send(app, "/notes/n0")).body.limit, { name: "maxResultBytes", value: 20_000 });
  assertEquals((await send(app, "/notes?size=5&page=2")).status, 200);
  const headers = { accept: "application/json" };
  const changed = await send(app, "PATCH /notes/n0", { json: { tags: ["new"] }, headers });
  assertEquals([changed.status, changed.body.tags], [200, ["new"]]);
});
