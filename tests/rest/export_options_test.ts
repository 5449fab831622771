import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { ContainerModule, createApp, createContainer, data, describeType, t } from "@espalier/espalier";
import { Database, EntityRepository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { hrefs, libraryApp, type LibraryOptions, send } from "./library.ts";

class Account {
  id!: string;
  password!: string;
}
describeType(Account, { id: t.id, password: t.string }, { id: "id" });
class Accounts extends EntityRepository<Account, string> {}

/** What a caller passes whom no compiler checks. */
const exporting = (options: unknown) => exportRepository(Accounts, options as never);

Deno.test("exportRepository: options of an export that do not exist are refused where they are written", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [{ pathh: "accounts" }, '"pathh" of exportRepository as it does not exist: did you mean "path"?'],
    [{ writable: { creat: true } }, '"creat" of "writable" of exportRepository as it does not exist'],
    [{ writable: "yes" }, 'must be an object: current value is "yes"'],
    [{ properties: { password: { hiden: true } } }, '"hiden" of property "password" of exportRepository'],
    [{ associations: { owner: { target: Account } } }, "a function must name the class, () => Account"],
  ];
  for (const [options, message] of cases) assertThrows(() => exporting(options), TypeError, message);
});

Deno.test("exportRepository: an option for a property that is not there fails the start: it was meant for another", async () => {
  const accounts = new ContainerModule(({ bind }) =>
    bind(Accounts).toResolvedValue((database) => new Accounts(database, Account), [Database])
  );
  const misspelt = exporting({ properties: { pasword: { hidden: true } } });
  await assertRejects(
    () => createApp(createContainer(data({ entities: [Account] }), rest(), accounts, misspelt)),
    Error,
    '"pasword" must name a described property: did you mean "password"?',
  );
});

const unusable: readonly (readonly [options: LibraryOptions, message: string])[] = [
  [{ books: { path: "a%2Fb" } }, 'its path must be one path segment: current value is "a%2Fb"'],
  [{ books: { rel: "" } }, 'Cannot export the repository of "Book" as its relations must not be empty'],
  [{ books: { itemRel: "" } }, 'Cannot export the repository of "Book" as its relations must not be empty'],
  [{ books: { rel: "profile" } }, 'Cannot export the repository of "Book" as relation "profile" is taken'],
  [{ books: { rel: "authors" } }, 'Cannot export the repository of "Author" as relation "authors" is taken'],
  [
    { books: { properties: { author: { path: "a/b" } } } },
    'the path of association "author" must be one path segment: current value is "a/b"',
  ],
  [{ books: { properties: { author: { path: "" } } } }, 'must be one path segment: current value is ""'],
  [
    { books: { searches: { findByTitleContaining: { path: "by title" } } } },
    'its path must be one path segment: current value is "by title"',
  ],
  ...["self", "findByKindIn"].map((rel) =>
    [
      { books: { searches: { findByTitleContaining: { rel } } } },
      `of "Book" as relation "${rel}" is taken: give it another rel`,
    ] as const
  ),
  ...["published", "id", "_links", "_embedded", "", "a.b"].map((name) =>
    [
      { books: { properties: { title: { name } } } },
      'of "Book" as it must have a name of its own, without dots: current value is ',
    ] as const
  ),
  [{ books: { projections: { "": ["title"] } } }, 'a projection of "Book" as its name must not be empty'],
  [
    { books: { lastModified: "title" } },
    'Cannot use option "lastModified" of "Book" as "title" must name a property that is described as a date',
  ],
  [{ rest: { projectionParameter: "" } }, "the name of the projection parameter must not be empty"],
  [
    { rest: { projectionParameter: "page" } },
    'Cannot read query parameters as those of page and projection must have names of their own: both are called "page"',
  ],
  [{ rest: { sizeParameter: "page" } }, 'those of page and size must have names of their own: both are called "page"'],
];

Deno.test("C1.1 C4.3 an export whose links would lead nowhere, or whose names would meet, fails the start", async () => {
  for (const [options, message] of unusable) {
    const error = await assertRejects(() => libraryApp(options), Error, undefined, JSON.stringify(options));
    assertStringIncludes(error.message, message);
  }
  const properties = { title: { hidden: true }, published: { name: "title" } } as const;
  await using app = await libraryApp({ books: { properties, projections: { years: ["title"] } } });
  for (const query of ["sort=title,desc&sort=price&size=1", "sort=title,desc&size=1&projection=years"]) {
    const { body } = await send(app, `/books?${query}`);
    const [{ title }] = body._embedded.books;
    assertEquals([title, hrefs(body).next?.includes("sort=title,desc")], [null, true]);
  }
});
