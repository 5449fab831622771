import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  LeveledLogger,
  Logger,
  t,
} from "@espalier/espalier";
import { Database, EntityRepository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { hrefs, libraryApp, send } from "./library.ts";

const sorted: readonly (readonly [query: string, order: string])[] = [
  ["sort=title,desc", "LKJIHGFEDCBA"],
  ["sort=title", "ABCDEFGHIJKL"],
  ["sort=price,desc&sort=title,desc", "LIFCKHEBJGDA"],
  ["sort=price,title", "ADGJBEHKCFIL"],
  ["sort=kind,desc&sort=title", "ACEGIKBDFHJL"],
  ["sort=unknown,asc&sort=title,desc", "LKJIHGFEDCBA"],
  ["sort=hello,title,desc", "LKJIHGFEDCBA"],
  ["sort=hello,world", "ABKLCDEFGHIJ"],
  ["sort=Title,desc", "LKJIHGFEDCBA"],
  ["sort=published,desc&size=2", "LK"],
  ["sort=title,DESC,ignorecase", "LKJIHGFEDCBA"],
];

Deno.test("C3.1 C3.3 sorts apply in query order, the id decides between equals", async () => {
  await using app = await libraryApp();
  const actual = await Promise.all(sorted.map(async ([query]) => {
    const { body } = await send(app, `/books?${query}`);
    return [query, body._embedded.books.map((book: { title: string }) => book.title.at(-1)).join("")] as const;
  }));
  assertEquals(actual, [...sorted]);
});

Deno.test("C3.2 nested properties are sorted by an outer join", async () => {
  await using app = await libraryApp();
  const order = async (sort: string) =>
    (await send(app, `/books?sort=${sort}&sort=title`)).body._embedded.books
      .map((book: { title: string }) => book.title.at(-1)).join("");
  assertEquals(await Promise.all(["publisher.name", "publisher_name", "origin.city"].map(order)), [
    "ACBDEFGHIJKL",
    "ACBDEFGHIJKL",
    "ABCDEFGHIJKL",
  ]);
});

Deno.test("C3.2 an association to an exported resource, a list and a hidden property are not sorted by", async () => {
  await using app = await libraryApp();
  for (
    const dropped of ["author", "author.name", "coAuthors.name", "tags", "origin", "secret", "title.x", "__proto__"]
  ) {
    const { status, body } = await send(app, `/books?sort=${dropped},desc&size=1`);
    const title = body._embedded.books[0].title;
    assertEquals([dropped, status, title, hrefs(body).next], [dropped, 200, "Title A", "/books?page=1&size=1{&sort*}"]);
  }
});

Deno.test("C3.1 links keep the client's own spelling of the sort", async () => {
  await using app = await libraryApp();
  const { body } = await send(app, "/books?size=5&sort=Title,DESC,IgnoreCase&sort=unknown&sort=kind");
  assertEquals(hrefs(body).next, "/books?page=1&size=5&sort=Title,DESC,IgnoreCase&sort=kind");
});

Deno.test("C3.2 what is dropped is logged at DEBUG with the reason, or refused in strict mode", async () => {
  const lines: string[] = [];
  const logger = new LeveledLogger({ "": "OFF", "espalier.rest": "DEBUG" }, ({ level, message }) => {
    lines.push(`${level} ${message}`);
  });
  const more = [new ContainerModule(({ bind }) => void bind(Logger).toConstantValue(logger))];
  await using lenient = await libraryApp({ more });
  await send(lenient, "/books?sort=author.name,desc&sort=title");
  assertEquals(lines, [
    'DEBUG Dropping "author.name" of parameter "sort" as it must not be an association to an exported resource',
  ]);
  await using strict = await libraryApp({ rest: { strict: true } });
  assertEquals((await send(strict, "/books?sort=author.name")).body.errors, [
    { parameter: "sort", value: "author.name", message: "must not be an association to an exported resource" },
  ]);
});

Deno.test("C2.3 C3.1 of very many orders the first 16 are sorted by", async () => {
  for (const query of ["sort=title,desc&".repeat(5000), `sort=${"title,".repeat(5000)}desc`]) {
    await using lenient = await libraryApp();
    const { status, body } = await send(lenient, `/books?${query}`);
    assertEquals([status, body._embedded.books[0].title], [200, "Title L"]);
  }
  await using strict = await libraryApp({ rest: { strict: true } });
  assertEquals((await send(strict, `/books?${"sort=title&".repeat(16)}`)).status, 200);
  const { status, body } = await send(strict, `/books?${"sort=title&".repeat(16)}sort=kind`);
  const message = "must be one of the first 16 orders";
  assertEquals([status, body.errors], [400, [{ parameter: "sort", value: "kind", message }]]);
});

class Part {
  id!: string;
  name!: string;
  left!: Part | null;
  middle!: Part | null;
  right!: Part | null;
}
const part = t.nullable(t.object(() => Part));
describeType(Part, { id: t.id, name: t.string, left: part, middle: part, right: part }, { id: "id" });

class Machine {
  id!: string;
  part!: Part | null;
}
describeType(Machine, { id: t.id, part }, { id: "id" });

class Machines extends EntityRepository<Machine, string> {
  constructor(database: Database) {
    super(database, Machine);
  }
}

Deno.test("C2.3 C3.2 sorts through very many objects are dropped", async () => {
  const repository = new ContainerModule(({ bind }) => {
    bind(Machines).toResolvedValue((database) => new Machines(database), [Database]);
  });
  const entities = data({ url: "sqlite::memory:", entities: [Part, Machine] });
  const container = createContainer(entities, rest(), repository, exportRepository(Machines));
  await using app = await createApp(container, { properties: { preset: "production", logging: { level: "OFF" } } });
  const sides = ["left", "middle", "right"];
  const path = (i: number) => [1, 3, 9, 27, 81, 243].map((power) => sides[Math.floor(i / power) % 3]).join(".");
  const sorts = Array.from({ length: 16 }, (_, i) => `sort=part.${path(i)}.name`);
  const { status, body } = await send(app, `/machines?${sorts.join("&")}`);
  assertEquals([status, body._embedded.machines], [200, []]);
});
