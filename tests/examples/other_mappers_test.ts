import { assertEquals } from "@std/assert";
import { createApp, createContainer } from "@espalier/espalier";
import type { SearchingRepository } from "../../examples/other_mappers/searching_repository.ts";
import { DrizzleFilms, films, openDrizzle } from "../../examples/other_mappers/drizzle_films.ts";
import { features } from "../../examples/other_mappers/features.ts";
import type { Film } from "../../examples/other_mappers/film.ts";
import { filmDelegate } from "../../examples/other_mappers/film_delegate.ts";
import { PrismaFilms } from "../../examples/other_mappers/prisma_films.ts";
import { seedFilms } from "../../examples/other_mappers/seed_films.ts";

const mappers: Readonly<Record<string, () => Promise<SearchingRepository<Film>>>> = {
  drizzle: async () => {
    const database = openDrizzle(":memory:");
    await database.run("create table films (id integer primary key, title text not null, year integer)");
    await database.insert(films).values([...seedFilms]);
    return new DrizzleFilms(database);
  },
  prisma: () => Promise.resolve(new PrismaFilms(filmDelegate(seedFilms))),
};

/** Walks through a connection by its cursors. */
async function walk(query: (text: string) => Promise<{ data: { films: Connection } }>): Promise<string[]> {
  const walked: string[] = [];
  for (let after = "";;) {
    const { data: { films } } = await query(
      `{ films(title: "o", first: 2${after}) { edges { cursor node { title } } pageInfo { hasNextPage } } }`,
    );
    walked.push(...films.edges.map(({ node }) => node.title));
    if (!films.pageInfo.hasNextPage) return walked;
    after = `, after: "${films.edges.at(-1)!.cursor}"`;
  }
}

interface Connection {
  readonly edges: readonly { readonly cursor: string; readonly node: Film }[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

for (const [name, open] of Object.entries(mappers)) {
  Deno.test(`21.7 ${name}: films are read, searched, sorted and paged over GraphQL and REST`, async () => {
    const container = createContainer(...features(await open()));
    await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
    const query = async (query: string) => {
      const response = await app.fetch(
        new Request("http://localhost/graphql", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ query }),
        }),
      );
      return await response.json();
    };
    const get = async (path: string) => await (await app.fetch(new Request(`http://localhost${path}`))).json();

    assertEquals(await query("{ film(id: 2) { title year } none: film(id: 9) { id } }"), {
      data: { film: { title: "M", year: 1931 }, none: null },
    });
    assertEquals(await walk(query), ["Metropolis", "Nosferatu", "Lost film"]);

    const page = await get("/films?sort=year,desc&size=2&page=1");
    assertEquals(page.page, { size: 2, totalElements: 5, totalPages: 3, number: 1 });
    const item = await get("/films/4");
    assertEquals([item.title, item.year], ["Faust", 1926]);
    const ascending = await get("/films?sort=year,asc");
    assertEquals(ascending._embedded.films.map(({ title }: Film) => title), [
      "Nosferatu",
      "Faust",
      "Metropolis",
      "M",
      "Lost film",
    ]);
    assertEquals((await app.fetch(new Request("http://localhost/films/9"))).status, 404);
  });
}
