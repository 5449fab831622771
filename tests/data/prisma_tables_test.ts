import { assertEquals } from "@std/assert";
import { createApp, createContainer, data, describeType, t } from "@espalier/espalier";
import { Database, where } from "@espalier/espalier/data";
import { walkByAll } from "./walks.ts";

class Post {
  id!: number;
  made!: Date;
  isPublic!: boolean;
  meta!: unknown;
}
describeType(Post, { id: t.int, made: t.date, isPublic: t.boolean, meta: t.json }, {
  id: "id",
  table: "Post",
  columns: { isPublic: "isPublic" },
  columnTypes: { made: "integer" },
});

Deno.test("SQLite tables with dates in milliseconds, truths and JSON texts, as Prisma makes them, are read and written", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const url = `sqlite:${folder}/prisma.db`;
    const properties = { data: { schemaCheck: "fail" }, logging: { level: "OFF" } } as const;
    {
      await using app = await createApp(createContainer(data({ url })), { properties });
      const database = app.container.get(Database);
      await database.execute(
        `create table "Post" ("id" integer not null primary key autoincrement, "made" datetime not null default ` +
          `current_timestamp, "isPublic" boolean not null default false, "meta" jsonb not null)`,
      );
      for (let i = 0; i < 5; i++) {
        const values = [1_700_000_000_000 + i * 1000, i % 2, JSON.stringify({ i })];
        await database.execute(`insert into "Post" ("made", "isPublic", "meta") values (?, ?, ?)`, values);
      }
    }
    await using app = await createApp(createContainer(data({ url, entities: [Post] })), { properties });
    const posts = app.container.get(Database).repository<Post, number>(Post);
    const made = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);
    const second = await posts.findById(2);
    assertEquals([second?.made, second?.isPublic, second?.meta], [made(1), true, { i: 1 }]);
    const ids = async (found: Promise<Post[]>) => (await found).map(({ id }) => id);
    assertEquals(await ids(posts.findBy(where("made").greaterThan(made(2.5)))), [4, 5]);
    assertEquals(await ids(posts.findBy(where("made").is(made(1)))), [2]);
    assertEquals(await ids(posts.findBy(where("isPublic").is(true))), [2, 4]);
    await walkByAll(posts, ["made", "isPublic"], ({ id }) => id);
    await posts.save(Object.assign(new Post(), { id: 9, made: made(9), isPublic: true, meta: {} }));
    const database = app.container.get(Database);
    const stored = await database.execute(`select "made", "isPublic", typeof("made") as kind from "Post" where id = 9`);
    assertEquals({ ...stored[0] }, { made: made(9).getTime(), isPublic: 1, kind: "integer" });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
