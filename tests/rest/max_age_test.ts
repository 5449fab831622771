import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { Principal } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";

class Genre {
  constructor(readonly id: string, readonly name: string, readonly version = 0) {}
}
describeType(Genre, { id: t.id, name: t.string, version: t.int }, { id: "id", version: "version" });
class Genres extends repository(Genre, { findByName: "list" }) {}

const acting = new ActingPrincipals();

async function start(maxAge?: number): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Genres).toResolvedValue((database) => new Genres(database), [Database]);
  });
  const options = { path: "genres", rel: "genres", searches: { findByName: {} } };
  const app = await createApp(
    createContainer(
      data({ url: "memory:", entities: [Genre] }),
      beans,
      rest(),
      exportRepository(Genres, maxAge === undefined ? options : { ...options, maxAge }),
      acting.module,
    ),
    { properties: { logging: { level: "OFF" } } },
  );
  await app.container.get(Genres).save(new Genre("1", "Novel"));
  return app;
}

async function read(app: Application, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await app.fetch(new Request(`http://localhost${path}`, { headers }));
  await response.text();
  return response;
}

Deno.test("26.4 a collection says how long its documents may be kept, and responds with 304 to those who have them", async () => {
  await using app = await start(60);
  for (const path of ["/genres", "/genres/1", "/genres/search/findByName?name=Novel"]) {
    const first = await read(app, path);
    assertEquals([first.status, first.headers.get("cache-control")], [200, "public, max-age=60"], path);
    assertStringIncludes(first.headers.get("vary")!, "authorization");
    const etag = first.headers.get("etag")!;
    const again = await read(app, path, { "if-none-match": etag });
    assertEquals([again.status, again.headers.get("etag")], [304, etag], path);
    assertEquals(again.headers.get("cache-control"), "public, max-age=60");
    assertEquals((await read(app, path, { "if-none-match": '"other"' })).status, 200);
  }
  await app.container.get(Genres).save(new Genre("2", "Poem"));
  const changed = await read(app, "/genres");
  assertEquals((await read(app, "/genres", { "if-none-match": changed.headers.get("etag")! })).status, 304);
  assertEquals((await read(app, "/genres/9")).headers.get("cache-control"), "no-store");
});

Deno.test("26.4 what a client who is known gets is private", async () => {
  await using app = await start(60);
  const ada = acting.as(new Principal("ada"), app);
  const response = await ada.fetch(new Request("http://localhost/genres"));
  await response.text();
  assertEquals(response.headers.get("cache-control"), "private, max-age=60");
});

Deno.test("26.4 without the option nothing changes, and an age that is none is refused", async () => {
  await using app = await start();
  assertEquals((await read(app, "/genres")).headers.get("cache-control"), "private, no-cache");
  assertThrows(() => exportRepository(Genres, { maxAge: -1 }), RangeError, "a whole number of seconds >= 0");
});
