import { assertEquals } from "@std/assert";
import { openDatabase } from "@espalier/espalier/data";
import { Author, Book, Shelf } from "./bookshelf.ts";
import { hasPostgres, openPostgresSchema, postgresUrl } from "./stores.ts";

Deno.test({
  name: "C5.1 instances that start at the same time on an empty PostgreSQL all find their tables",
  ignore: !hasPostgres,
  fn: async () => {
    for (let round = 0; round < 3; round++) {
      await using first = await openPostgresSchema();
      const [row] = await first.execute("select current_schema() as schema");
      const options = { schema: String(row!.schema), maxConnections: 1 };
      const instances = await Promise.all(Array.from({ length: 8 }, () => openDatabase(postgresUrl, options)));
      try {
        const started = await Promise.allSettled(instances.map((each) => each.createTables(Author, Book, Shelf)));
        assertEquals(started.filter(({ status }) => status === "rejected"), []);
        assertEquals(await instances[7]!.repository<Book, string>(Book).count(), 0);
      } finally {
        await Promise.all(instances.map((each) => each.close()));
      }
    }
  },
});
