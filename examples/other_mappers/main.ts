/**
 * Films behind two mappers: `deno run --allow-net --allow-env examples/other_mappers/main.ts drizzle`, or `prisma`.
 */
import { createApp, createContainer, serve } from "@espalier/espalier";
import { features } from "./features.ts";
import { filmDelegate } from "./film_delegate.ts";
import { seedFilms } from "./seed_films.ts";

const films = Deno.args[0] === "prisma" ? await prismaFilms() : await drizzleFilms();
await serve(await createApp(createContainer(...features(films))), { port: 8080 });

async function drizzleFilms() {
  const { DrizzleFilms, films, openDrizzle } = await import("./drizzle_films.ts");
  const database = openDrizzle(":memory:");
  await database.run("create table films (id integer primary key, title text not null, year integer)");
  await database.insert(films).values([...seedFilms]);
  return new DrizzleFilms(database);
}

async function prismaFilms() {
  const { PrismaFilms } = await import("./prisma_films.ts");
  return new PrismaFilms(filmDelegate(seedFilms));
}
