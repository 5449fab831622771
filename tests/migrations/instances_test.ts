import { assertEquals } from "@std/assert";
import { createApp, createContainer, data } from "@espalier/espalier";
import { Database, openDatabase } from "@espalier/espalier/data";
import { migrations } from "@espalier/espalier/migrate";
import { mariadbUrl, postgresUrl, stores } from "../data/stores.ts";
import { TemporaryFolder } from "./files.ts";

interface Place extends AsyncDisposable {
  readonly url: string;
  readonly schema?: string;
}

/** A place for tables, which is removed at the end. */
async function placeFor(kind: string, folder: TemporaryFolder): Promise<Place> {
  if (kind === "sqlite") {
    return {
      url: `sqlite:${decodeURIComponent(folder.url.pathname)}shop.db`,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const [url, place, end] = kind === "postgres" ? [postgresUrl, "schema", " cascade"] : [mariadbUrl, "database", ""];
  const schema = `espalier_instances_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const run = async (text: string) => {
    await using database = await openDatabase(url!, { maxConnections: 1 });
    await database.execute(text);
  };
  await run(`create ${place} ${schema}`);
  return { url: url!, schema, [Symbol.asyncDispose]: () => run(`drop ${place} ${schema}${end}`) };
}

for (const { name: kind, ignore } of stores.filter(({ name }) => name !== "memory")) {
  Deno.test({
    name: `21.3 three applications that start at once migrate once, and all of them find the tables [${kind}]`,
    ignore,
    fn: async () => {
      using folder = new TemporaryFolder(Object.fromEntries(Array.from({ length: 5 }, (_, i) => [
        `migrations/000${i + 1}_step.sql`,
        `create table step_${i} (id int primary key); insert into step_${i} values (1);`,
      ])));
      await using place = await placeFor(kind, folder);
      const { url, schema } = place;
      const instance = () =>
        createApp(createContainer(data({ url, ...(schema === undefined ? {} : { schema }) }), migrations()), {
          root: folder.url,
          properties: { logging: { level: "OFF" } },
        });
      const apps = await Promise.all([instance(), instance(), instance()]);
      for (const app of apps) {
        await using own = app;
        const database = await own.container.getAsync(Database);
        for (let i = 0; i < 5; i++) assertEquals((await database.execute(`select id from step_${i}`)).length, 1);
        assertEquals(Number((await database.execute("select count(*) as n from espalier_migration"))[0]!.n), 5);
      }
    },
  });
}
