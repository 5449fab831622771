import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Class, createApp, createContainer, data, entity, LogSink, StartupTask, t } from "@espalier/espalier";
import { Database, type SchemaDrift } from "@espalier/espalier/data";
import { Migrations, writeDiff } from "@espalier/espalier/migrate";
import { ContainerModule } from "inversify";
import { onEachDatabase, TemporaryFolder } from "../../migrations/files.ts";
import { type ExistingTables, tablePlaces } from "./existing_tables.ts";

class Shop extends entity({ id: t.int, name: t.string }, { id: "id" }) {}
class Offer extends entity({ shop: t.ref(() => Shop), sku: t.string, price: t.int }, { id: ["shop", "sku"] }) {}
class SecondOffer extends entity({
  shop: t.ref(() => Shop),
  sku: t.string,
  price: t.bigint,
  note: t.nullable(t.string),
}, { id: ["shop", "sku"], table: "offers", name: "SecondOffer" }) {}

/** Writes the difference into the folder of the root, and applies it. */
async function applyDiff(database: Database, folder: TemporaryFolder, entities: readonly Class[]): Promise<string> {
  const files = await writeDiff(database, folder.folders(), { entities, name: "changes" });
  for (const { url, text, isEffective } of files) {
    if (!isEffective) continue;
    Deno.mkdirSync(new URL(".", url), { recursive: true });
    Deno.writeTextFileSync(url, text);
  }
  await new Migrations(database, folder.folders()).run();
  return files.map(({ text }) => text).join("\n");
}

onEachDatabase("21.5 migrate diff makes and changes tables with a key of several columns", async ({ database }) => {
  using folder = new TemporaryFolder();
  const first = [Shop, Offer];
  const text = (await applyDiff(database, folder, first)).replaceAll(/["`]/g, "");
  assertStringIncludes(text, "primary key (shop_id, sku)");
  assertEquals(await writeDiff(database, folder.folders(), { entities: first, name: "none" }), []);
  const keyOf = async () => (await database.catalogue("offers")).get("offers")!.primaryKey;
  assertEquals(await keyOf(), ["shop_id", "sku"]);

  const shop = await database.repository(Shop).save(new Shop({ id: 1, name: "Corner" }));
  await database.repository(Offer).save(new Offer({ shop, sku: "pen", price: 3 }));
  const second = [Shop, SecondOffer];
  await applyDiff(database, folder, second);
  const left = await writeDiff(database, folder.folders(), { entities: second, name: "none" });
  assertEquals(left.filter(({ isEffective }) => isEffective), []);
  const kept = await database.repository(SecondOffer).findById({ shop: 1, sku: "pen" });
  assertEquals([kept?.price, kept?.note, kept?.shop.name], [3n, null, "Corner"]);
  assertEquals(await keyOf(), ["shop_id", "sku"]);
}, ["sqlite", "postgres", "mariadb"]);

class Seat extends entity({ row: t.int, place: t.string }, { id: ["row", "place"], columns: { row: "seat_row" } }) {}

/** What an application tells of the table of seats. */
async function told({ url, schema }: ExistingTables): Promise<SchemaDrift[]> {
  const drifts: SchemaDrift[] = [];
  const beans = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(({ category, message, fields }) => {
      if (category === "espalier.data.schema") drifts.push({ ...fields, message } as never);
    });
    bind(StartupTask).toConstantValue({
      name: "seats: make the repository",
      run: async (container) => void (await container.getAsync(Database)).repository(Seat),
    });
  });
  await using _app = await createApp(
    createContainer(data({ url, ...(schema === undefined ? {} : { schema }) }), beans),
    {
      properties: { data: { schemaCheck: "warn" } },
    },
  );
  return drifts;
}

const seats = (key: string) => `create table seats (seat_row integer not null, place varchar(40) not null${key})`;

for (const place of tablePlaces) {
  Deno.test({
    name: `21.5 the start tells what keeps rows of several ids from being found [${place.name}]`,
    ignore: place.ignore,
    fn: async () => {
      const fitting = [
        [seats(", primary key (seat_row, place)")],
        [seats(", primary key (place, seat_row)")],
        [seats(""), "create unique index seats_key on seats (place, seat_row)"],
      ];
      for (const statements of fitting) {
        await using existing = await place.prepare(statements);
        assertEquals((await told(existing)).filter(({ message }) => message.includes("find rows")), []);
      }
      const missing = [
        [seats("")],
        [seats(", primary key (seat_row)")],
        [seats(""), "create index seats_index on seats (seat_row, place)"],
        [seats(""), "create unique index seats_key on seats (place)"],
      ];
      for (const statements of missing) {
        await using existing = await place.prepare(statements);
        const [drift] = (await told(existing)).filter(({ message }) => message.includes("find rows"));
        assertEquals([drift?.entity, drift?.property, drift?.column], ["Seat", "row, place", "seat_row"]);
        assertStringIncludes(
          drift!.message,
          'Cannot find rows by "Seat.row", "Seat.place" as columns "seat_row", "place" of table "seats" must have a ' +
            "primary key or a unique index on them alone",
        );
      }
      await using empty = await place.prepare([]);
      const [drift] = await told(empty);
      assertStringIncludes(drift!.message, 'Cannot keep entity "Seat" as table "seats" must exist');
    },
  });
}
