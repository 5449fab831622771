// The exported collection, as a service would have it.
import { bean, createApp, createContainer, data, describeType, t } from "@espalier/espalier";
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

/** Starts the application on a file of SQLite. */
export async function openCollection(file: string) {
  const app = await createApp(
    createContainer(
      data({ url: `sqlite:${file}` }),
      rest(),
      bean(Books, Database),
      exportRepository(Books, { exposeId: true }),
    ),
    { properties: { rest: { basePath: "/api" }, logging: { level: "WARN" } } },
  );
  return { fetch: app.fetch, close: () => app[Symbol.asyncDispose]() };
}
