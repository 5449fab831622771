import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  describeType,
  type ServiceIdentifier,
  t,
  token,
} from "@espalier/espalier";
import type { Repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";

class City {
  constructor(readonly id: string, readonly name: string, readonly founded: number | null) {}
}
describeType(City, { id: t.id, name: t.string, founded: t.nullable(t.int) }, { id: "id" });

/** A repository that knows no pages, as one over a file or another service does. */
class Cities implements Repository<City> {
  readonly entityType = City;
  readonly #all = [
    new City("1", "Oslo", 1049),
    new City("2", "bergen", 1070),
    new City("3", "Bodø", null),
    new City("4", "Hamar", 1049),
  ];

  findAll(): Promise<City[]> {
    return Promise.resolve(this.#all);
  }

  findById(id: string): Promise<City | null> {
    return Promise.resolve(this.#all.find((city) => city.id === id) ?? null);
  }
}
const Cities$: ServiceIdentifier<Cities> = token("Cities");

async function answers(...paths: string[]): Promise<Record<string, unknown>[]> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Cities$).toConstantValue(new Cities());
  });
  await using app = await createApp(createContainer(rest(), beans, exportRepository(Cities$, { path: "cities" })));
  const responses = paths.map(async (path) => await (await app.fetch(new Request(`http://localhost${path}`))).json());
  return await Promise.all(responses);
}

Deno.test("20.9 a repository whose findAll returns a list is exported: sorted and paged in memory", async () => {
  const [first, second, nulls, folded, item] = await answers(
    "/cities?size=3",
    "/cities?size=3&page=1",
    "/cities?sort=founded,desc&sort=name",
    "/cities?sort=name,ignorecase",
    "/cities/2",
  ) as { _embedded: { cities: City[] }; page: unknown; _links: Record<string, { href: string }>; name: string }[];
  const names = (body: typeof first) => body!._embedded.cities.map(({ name }) => name);
  assertEquals(names(first), ["Oslo", "bergen", "Bodø"]);
  assertEquals(first!.page, { size: 3, totalElements: 4, totalPages: 2, number: 0 });
  assertEquals(first!._links.next!.href, "http://localhost/cities?page=1&size=3{&sort*}");
  assertEquals(names(second), ["Hamar"]);
  assertEquals(names(nulls), ["Bodø", "bergen", "Hamar", "Oslo"]);
  assertEquals(names(folded), ["bergen", "Bodø", "Hamar", "Oslo"]);
  assertEquals(item!.name, "bergen");
});
