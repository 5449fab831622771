// The exported collection, as a service would have it.
import { ContainerModule, createApp, createContainer, data, describeType, t } from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

class Book {
  id!: string;
  title!: string;
  isbn!: string;
  pages!: number;
  price!: number;
  inPrint!: boolean;
  language!: string | null;
  publishedAt!: string | null;
}
describeType(Book, {
  id: t.id,
  title: t.string,
  isbn: t.string,
  pages: t.int,
  price: t.float,
  inPrint: t.boolean,
  language: t.nullable(t.string),
  publishedAt: t.nullable(t.string),
}, { id: "id", table: "book" });

class Books extends repository(Book, {}) {}

const [port = "8080", file = "bench.db"] = Deno.args;
const books = new ContainerModule(({ bind }) => {
  bind(Books).toResolvedValue((database) => new Books(database), [Database]);
});
const app = await createApp(
  createContainer(data({ url: `sqlite:${file}` }), rest(), books, exportRepository(Books, { exposeId: true })),
  { properties: { rest: { basePath: "/api" } } },
);
Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen: () => {} }, app.fetch);
