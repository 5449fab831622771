import { assertEquals } from "@std/assert";
import { array, assert, asyncProperty, constantFrom, integer, oneof, string, tuple } from "fast-check";
import { ContainerModule, createApp, createContainer, entity, t } from "@espalier/espalier";
import { type Database, openDatabase, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

class Label extends entity({ first: t.string, number: t.bigint, second: t.string, day: t.localDate }, {
  id: ["first", "number", "second", "day"],
}) {}
class Labels extends repository(Label) {}

async function labelApp(database: Database) {
  const beans = new ContainerModule(({ bind }) => void bind(Labels).toConstantValue(new Labels(database)));
  const container = createContainer(beans, rest(), exportRepository(Labels, { writable: true, exposeId: true }));
  return await createApp(container, { properties: { preset: "production", logging: { level: "OFF" } } });
}

/** Texts as databases can hold them, with many of the characters that paths give a meaning to. */
const texts = array(oneof(constantFrom(..."%,2C5/.?#+ \\"), string({ unit: "grapheme", maxLength: 2 })), {
  maxLength: 8,
})
  .map((parts) => parts.join("").replaceAll("\0", ""));

Deno.test("21.5 the path of an item leads to it, whatever the parts of its id are", async () => {
  await using database = await openDatabase("memory:");
  await using app = await labelApp(database);
  const labels = new Labels(database);
  const send = async (path: string, method = "GET") => {
    const response = await app.fetch(new Request(new URL(path, "http://localhost"), { method }));
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const id = tuple(texts, integer(), texts, integer({ min: 0, max: 3_000_000 }));
  await assert(
    asyncProperty(id, async ([first, n, second, days]) => {
      const day = Temporal.PlainDate.from("0001-01-01").add({ days });
      const label = new Label({ first, number: BigInt(n), second, day });
      await labels.save(label);
      const { body: { _embedded: { labels: [listed] } } } = await send("/labels");
      const found = await send(listed._links.self.href);
      assertEquals([found.status, found.body.first, found.body.second, found.body.day], [200, first, second, `${day}`]);
      // A proxy may decode what is encoded without need, and encode what is not.
      const { pathname } = new URL(listed._links.self.href);
      assertEquals((await send(pathname.replaceAll(",", "%2C"))).status, 200);
      assertEquals((await send(`${pathname},`)).status, 404);
      assertEquals((await send(pathname, "DELETE")).status, 204);
      assertEquals(await labels.count(), 0);
    }),
    { numRuns: 150 },
  );
});
