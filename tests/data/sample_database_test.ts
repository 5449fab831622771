import { assertEquals } from "@std/assert";
import {
  type Application,
  type Class,
  ContainerModule,
  createApp,
  createContainer,
  graphql,
  graphQlRepository,
  Resource,
} from "@espalier/espalier";
import { type Database, EntityRepository, openDatabase } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import {
  Album,
  Artist,
  chinook,
  Customer,
  Employee,
  Genre,
  Invoice,
  mariadbText,
  rows,
  tables,
  Track,
  uuid,
} from "./chinook.ts";
import { sendJson } from "./notes_app.ts";
import { hasMariadb, hasPostgres, openMariadbDatabase, openPostgresSchema } from "./stores.ts";
import { walkByAll } from "./walks.ts";

class Artists extends EntityRepository<Artist, number> {}
class Albums extends EntityRepository<Album, number> {}
class Genres extends EntityRepository<Genre, number> {}
class Tracks extends EntityRepository<Track, number> {}
class Employees extends EntityRepository<Employee, number> {}
class Customers extends EntityRepository<Customer, string> {}
class Invoices extends EntityRepository<Invoice, number> {}

const schema = `scalar Any
  type Query { tracks(name: String): [Track!]! track(trackId: Int!): Track
    invoices(first: Int, after: String): InvoiceConnection! }
  type Artist { artistId: Int! name: String }
  type Album { albumId: Int! title: String! artist: Artist! }
  type Genre { genreId: Int! name: String }
  type Track { trackId: Int! name: String! album: Album genre: Genre unitPrice: String! media: String }
  type Customer { customerId: ID! firstName: String! email: String! }
  type Invoice { invoiceId: Int! customer: Customer! total: String! status: String }`.replace("scalar Any\n", "");

async function chinookApp(database: Database): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Artists).toConstantValue(new Artists(database, Artist));
    bind(Albums).toConstantValue(new Albums(database, Album));
    bind(Genres).toConstantValue(new Genres(database, Genre));
    bind(Tracks).toConstantValue(new Tracks(database, Track));
    bind(Employees).toConstantValue(new Employees(database, Employee));
    bind(Customers).toConstantValue(new Customers(database, Customer));
    bind(Invoices).toConstantValue(new Invoices(database, Invoice));
  });
  const writable = { writable: true, paged: "keyset", exposeId: true } as const;
  const container = createContainer(
    beans,
    graphql({ schema: [Resource.text("chinook", schema)] }),
    graphQlRepository(Tracks),
    graphQlRepository(Invoices),
    rest(),
    exportRepository(Artists, writable),
    exportRepository(Albums, writable),
    exportRepository(Genres, writable),
    exportRepository(Tracks, writable),
    exportRepository(Employees, writable),
    exportRepository(Customers, writable),
    exportRepository(Invoices, writable),
  );
  return await createApp(container, { properties: { logging: { level: "OFF" } } });
}

/** What a walk by all columns of an entity takes. */
function walk<T>(
  repository: EntityRepository<T, never>,
  idOf: (entity: T) => unknown,
  ...further: string[]
): [typeof repository, string[], typeof idOf] {
  return [repository, [...repository.model.properties.keys(), ...further], idOf];
}

/** Walks through every collection by every value of its documents; each item has to come once. */
async function walkOverRest(app: Application, database: Database): Promise<void> {
  for (const type of chinook) {
    const repository = database.repository(type as Class<object>);
    const path = `/${type.name.toLowerCase()}s`;
    const columns = [...repository.model.properties.values()].filter(({ kind }) => kind === "column").map(({ name }) =>
      name
    );
    const all = await repository.count();
    for (const sort of columns.flatMap((name) => [name, `${name},desc`])) {
      const found: string[] = [];
      let next: string | undefined = `${path}?size=2&sort=${sort}`;
      while (next !== undefined && found.length <= all) {
        const { status, body } = await sendJson(app, "GET", next);
        assertEquals(status, 200, `${next}: ${JSON.stringify(body)}`);
        const [items] = Object.values(body._embedded) as { _links: { self: { href: string } } }[][];
        found.push(...items!.map(({ _links }) => _links.self.href));
        next = body._links.next?.href.replace(/^https?:\/\/[^/]*/, "");
      }
      assertEquals([found.length, new Set(found).size], [all, all], `${path} by ${sort}`);
    }
  }
}

async function verify(database: Database, textOf = (text: string) => text): Promise<void> {
  for (const row of rows) await database.execute(textOf(row));
  const before = await database.catalogue();
  // Every column of every table, and columns of the tables that they refer to.
  await walkByAll(...walk(new Artists(database, Artist), ({ artistId }) => artistId));
  await walkByAll(...walk(new Albums(database, Album), ({ albumId }) => albumId, "artist.name"));
  await walkByAll(...walk(new Genres(database, Genre), ({ genreId }) => genreId));
  const joined = ["album.title", "album.artist.name", "genre.name"];
  await walkByAll(...walk(new Tracks(database, Track), ({ trackId }) => trackId, ...joined));
  await walkByAll(...walk(new Employees(database, Employee), ({ employeeId }) => employeeId, "reportsTo.lastName"));
  await walkByAll(...walk(new Customers(database, Customer), ({ customerId }) => customerId, "supportRep.lastName"));
  await walkByAll(...walk(new Invoices(database, Invoice), ({ invoiceId }) => invoiceId, "customer.email"));

  await using app = await chinookApp(database);
  await walkOverRest(app, database);
  const ask = async (query: string) => (await sendJson(app, "POST", "/graphql", { query })).body;
  const track = "{ name unitPrice media album { title artist { name } } }";
  assertEquals(await ask(`{ track(trackId: 4) ${track} }`), {
    data: {
      track: {
        name: "Go Down",
        unitPrice: "10.25",
        media: "mpeg",
        album: { title: "Let There Be Rock", artist: { name: "AC/DC" } },
      },
    },
  });
  const sold = await ask("{ invoices(first: 2) { edges { node { total status customer { email } } } } }");
  assertEquals(sold.data.invoices.edges[1].node, {
    total: "10.25",
    status: "paid",
    customer: { email: "leonekohler@surfeu.de" },
  });

  const { body } = await sendJson(app, "GET", "/tracks?sort=unitPrice,desc&size=2");
  assertEquals(body._embedded.tracks.map(({ unitPrice }: { unitPrice: string }) => unitPrice), ["10.25", "1.99"]);
  assertEquals((await sendJson(app, "GET", `/customers/${uuid(1)}`)).body.email, "luisg@embraer.com.br");
  // What the database has a default for may be left out.
  const customer = `/customers/${uuid(2)}`;
  const created = await sendJson(app, "POST", "/invoices", { customer, total: "5.25" });
  assertEquals(created.status, 201, JSON.stringify(created.body));
  const invoice = (await database.repository(Invoice).findAll()).find(({ total }) => total === "5.25")!;
  assertEquals([String(invoice.invoiceDate), invoice.status], ["2013-12-22T00:00:00.000001Z", "open"]);
  assertEquals((await sendJson(app, "PATCH", "/tracks/1", { name: "Renamed" })).status, 204);
  const double = { firstName: "Ann", email: "ftremblay@x.ca" };
  const taken = await sendJson(app, "POST", "/customers", double);
  assertEquals([taken.status, taken.body.errors], [409, [{
    entity: "Customer",
    property: "email",
    message: "must be unique",
  }]], JSON.stringify(taken.body));
  const cheap = await sendJson(app, "PATCH", "/tracks/1", { unitPrice: "-1.00" });
  assertEquals([cheap.status, cheap.body.errors?.[0].property], [422, "unitPrice"]);
  assertEquals(await database.catalogue(), before);
}

Deno.test("21.1 21.4 the tables of Chinook are served as they are [sqlite]", async () => {
  await using database = await openDatabase("sqlite::memory:");
  for (const statement of tables.sqlite) await database.execute(statement);
  await verify(database);
});

Deno.test({
  name: "21.1 21.4 the tables of Chinook are served as they are [postgres]",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema();
    for (const statement of tables.postgres) await database.execute(statement);
    await verify(database);
  },
});

Deno.test({
  name: "21.1 21.4 21.6 the tables of Chinook are served as they are [mariadb]",
  ignore: !hasMariadb,
  fn: async () => {
    await using database = await openMariadbDatabase();
    for (const statement of tables.mariadb) await database.execute(statement);
    await verify(database, mariadbText);
  },
});
