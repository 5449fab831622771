import { assertEquals } from "@std/assert";
import { ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { Author, hrefs, send } from "./library.ts";

class People extends repository(Author, {
  findByNameContainingIgnoreCase: "page",
  findByBornBetween: { returns: "list", parameters: ["from", "to"] },
  findByIdIn: "slice",
  countByBornIsNull: "number",
  findByBorn: "list",
  findByName: "one",
  deleteByName: "number",
}) {}

async function app(hidden = false) {
  const people = new ContainerModule(({ bind }) => {
    bind(People).toResolvedValue((database) => new People(database), [Database]);
  });
  const started = await createApp(createContainer(
    data({ entities: [Author] }),
    rest(),
    people,
    exportRepository(People, { path: "people", rel: "people", properties: { born: { hidden } } }),
  ));
  const all = [["austen", "Jane Austen", 1775], ["verne", "Jules Verne", 1828], ["anonymous", "Anonymous", null]];
  const made = all.map(([id, name, born]) => Object.assign(new Author(), { id, name, born }));
  await started.container.get(People).saveAll(made);
  return started;
}

const names = (body: { _embedded: { people: Author[] } }) => body._embedded.people.map(({ name }) => name);

Deno.test("C4.1 C4.2 query methods that are derived from their names are searches, those that delete are not", async () => {
  await using started = await app();
  assertEquals(hrefs((await send(started, "/people/search")).body), {
    findByNameContainingIgnoreCase: "/people/search/findByNameContainingIgnoreCase{?name,page,size,sort*}",
    findByBornBetween: "/people/search/findByBornBetween{?from,to,sort*}",
    findByIdIn: "/people/search/findByIdIn{?id*,page,size,sort*}",
    countByBornIsNull: "/people/search/countByBornIsNull",
    findByBorn: "/people/search/findByBorn{?born,sort*}",
    findByName: "/people/search/findByName{?name}",
    self: "/people/search",
  });
  const get = async (search: string) => (await send(started, `/people/search/${search}`)).body;
  assertEquals(names(await get("findByNameContainingIgnoreCase?name=J&size=1&sort=name,desc")), ["Jules Verne"]);
  assertEquals(names(await get("findByBornBetween?from=1700&to=1900&sort=born,desc")), ["Jules Verne", "Jane Austen"]);
  assertEquals(names(await get("findByIdIn?id=austen&id=verne&id=nobody")), ["Jane Austen", "Jules Verne"]);
  assertEquals(await get("countByBornIsNull"), 1);
  assertEquals(names(await get("findByBorn")), ["Anonymous"]);
});

Deno.test("C4.1 without the parameters that it needs a search is refused or finds nothing", async () => {
  await using started = await app();
  for (const search of ["findByNameContainingIgnoreCase", "findByBornBetween?from=1", "findByIdIn"]) {
    const { status } = await send(started, `/people/search/${search}`);
    assertEquals([search, status === 200 || status === 400], [search, true]);
  }
});

Deno.test("C2.3 a search for one item that finds several is a conflict", async () => {
  await using started = await app();
  const people = started.container.get(People);
  assertEquals((await send(started, "/people/search/findByName?name=Jane%20Austen")).status, 200);
  await people.save(Object.assign(new Author(), { id: "other", name: "Jane Austen", born: null }));
  const { status, body } = await send(started, "/people/search/findByName?name=Jane%20Austen");
  assertEquals([status, body.detail], [409, "What is stored matches several times where it must match once at most"]);
});

Deno.test("C4.1 a query over a hidden property is no search", async () => {
  await using started = await app(true);
  assertEquals(Object.keys(hrefs((await send(started, "/people/search")).body)), [
    "findByNameContainingIgnoreCase",
    "findByIdIn",
    "countByBornIsNull",
    "findByName",
    "self",
  ]);
});
