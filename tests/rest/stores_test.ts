import { assertEquals } from "@std/assert";
import type { Application } from "@espalier/espalier";
import { openDatabase } from "@espalier/espalier/data";
import { hasPostgres, postgresUrl } from "../data/stores.ts";
import { libraryApp, type LibraryOptions, send, writable } from "./library.ts";

const requests: readonly (readonly [target: string, json?: unknown])[] = [
  ["/"],
  ["/books?size=5"],
  ["/books?sort=published,desc&size=3&page=1"],
  ["/books?sort=published"],
  ["/books?sort=publisher.name,desc&sort=title"],
  ["/books?sort=title,desc,ignorecase"],
  ["/books?sort=kind&sort=inPrint,desc&sort=price"],
  ["/books?page=2147483647&size=1000"],
  ["/books/book-0"],
  ["/books/book-0/coAuthors"],
  ["/books/nobody"],
  ["/books/search/by-title?title=title&size=2"],
  ["/books/search/by-title?title=Title%25&size=2"],
  ["/books/search/findByKindIn?kinds=ESSAY&page=1&size=2"],
  ["/books/search/findFirstByPublished"],
  ["/books/search/countByInPrint?inPrint=true"],
  ["PUT /authors/woolf", { name: "Virginia Woolf", born: 1882 }],
  ["PATCH /books/book-1", { title: "Ånother", published: null, author: "/authors/woolf", tags: [] }],
  ["/books/book-1"],
  ["/books/book-1/author"],
  ["PUT /authors/woolf", { name: "" }],
  ["DELETE /authors/woolf"],
  ["DELETE /books/book-1"],
  ["DELETE /authors/woolf"],
  ["/authors?sort=born,desc"],
];

interface Answered {
  readonly target: string;
  readonly status: number;
  readonly etag: string | null;
  readonly body: unknown;
}

async function answers(app: Application): Promise<Answered[]> {
  const all: Answered[] = [];
  for (const [target, json] of requests) {
    const { status, headers, body } = await send(app, target, json === undefined ? {} : { json });
    all.push({ target, status, etag: headers.get("etag"), body });
  }
  return all;
}

Deno.test({
  name: "C5.1 SQLite and PostgreSQL give the same answers",
  ignore: !hasPostgres,
  fn: async () => {
    const schema = `espalier_rest_${crypto.randomUUID().slice(0, 8)}`;
    const options: LibraryOptions = { ...writable, rest: { links: "templated" } };
    await using sqlite = await libraryApp(options);
    await using admin = await openDatabase(postgresUrl, { maxConnections: 1 });
    await admin.execute(`create schema ${schema}`);
    try {
      await using postgres = await libraryApp({ ...options, url: postgresUrl, schema });
      const expected = await answers(sqlite);
      assertEquals(await answers(postgres), expected);
      assertEquals(expected.filter(({ status }) => status >= 500), []);
    } finally {
      await admin.execute(`drop schema ${schema} cascade`);
    }
  },
});
