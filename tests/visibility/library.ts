import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  type EspalierPropertiesInput,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { apiKeys, createApiKey, security, visibility } from "@espalier/espalier/security";

const staffKey = createApiKey("staff", { roles: ["staff"] });

/** Header of requests of the staff. */
export const staff = { "x-api-key": staffKey.key };

const hide = ["Book.cost", "Book.audit", "Book.editor", "Audit", "Author.salary", "Place.rent"];

/**
 * A library with properties that the public does not see, or one whose classes never had them.
 *
 * @param isWhole whether the classes have what is hidden
 */
export async function libraryApp(isWhole: boolean): Promise<Application> {
  const only = <T extends object>(members: T): T | Record<never, never> => isWhole ? members : {};
  class Audit {
    id!: string;
    note!: string;
  }
  describeType(Audit, { id: t.id, note: t.string }, { id: "id" });
  class Author {
    id!: string;
    name!: string;
    salary?: number | null;
  }
  describeType(Author, { id: t.id, name: t.string, ...only({ salary: t.nullable(t.int) }) } as never, { id: "id" });
  class Place {
    city!: string;
    rent?: number | null;
  }
  describeType(Place, { city: t.string, ...only({ rent: t.nullable(t.int) }) } as never);
  class Book {
    id!: string;
    title!: string;
    year!: number | null;
    version!: number;
    cost?: number | null;
    audit?: Audit | null;
    editor?: Author | null;
    author?: Author | null;
    place?: Place | null;
  }
  const book = {
    id: t.id,
    title: t.string,
    ...only({ cost: t.nullable(t.int), audit: t.nullable(t.object(() => Audit)) }),
    year: t.nullable(t.int),
    author: t.nullable(t.object(() => Author)),
    ...only({ editor: t.nullable(t.object(() => Author)) }),
    place: t.nullable(t.object(() => Place)),
    version: t.int,
  };
  describeType(Book, book as never, { id: "id", version: "version" });

  const open = { findByTitleContaining: "page", findByYear: "list" } as const;
  const closed = { findByCost: "list", findByYearOrderByCostDesc: "list", countByAuthorSalary: "number" } as const;
  const queries = (isWhole ? { ...open, ...closed } : open) as typeof open;
  class Books extends repository(Book, queries as never) {}
  class Authors extends repository(Author, {}) {}
  class Audits extends repository(Audit, {}) {}

  const filters = { title: true, year: true, ...only({ cost: true, "author.salary": true }) } as const;
  const profiles = visibility({
    profiles: { public: isWhole ? { hide } : {}, staff: {} },
    choose: ({ roles }) => roles.has("staff") ? "staff" : "public",
  });
  const properties: EspalierPropertiesInput = {
    logging: { level: "OFF" },

    rest: { openApi: true, explorer: true },
  };
  const beans = new ContainerModule(({ bind }) => {
    bind(Books).toResolvedValue((database: Database) => new Books(database), [Database]);
    bind(Authors).toResolvedValue((database: Database) => new Authors(database), [Database]);
    bind(Audits).toResolvedValue((database: Database) => new Audits(database), [Database]);
  });
  const app = await createApp(
    createContainer(
      data({ entities: [Author, Book, Audit] }),
      rest(),
      beans,
      security({ schemes: [apiKeys({ keys: [staffKey.stored] })] }),
      profiles,
      exportRepository(Books, {
        writable: true,
        filters: filters as never,
        projections: {
          short: ["title", ...(isWhole ? ["cost"] : []), "author.name", ...(isWhole ? ["author.salary"] : [])],
        },
      } as never),
      exportRepository(Authors, { writable: true }),
      ...(isWhole ? [exportRepository(Audits, { writable: true })] : []),
    ),
    { properties },
  );
  await seed(app, isWhole, { Author, Audit, Book, Place, Authors, Audits, Books });
  return app;
}

// deno-lint-ignore no-explicit-any -- the classes are made twice
async function seed({ container }: Application, isWhole: boolean, classes: Record<string, any>): Promise<void> {
  const { Author, Audit, Book, Place, Authors, Audits, Books } = classes;
  const [authors, audits, books] = [container.get(Authors), container.get(Audits), container.get(Books)] as [
    // deno-lint-ignore no-explicit-any -- as above
    any,
    // deno-lint-ignore no-explicit-any -- as above
    any,
    // deno-lint-ignore no-explicit-any -- as above
    any,
  ];
  const make = (type: new () => object, values: object) => Object.assign(new type(), values);
  const only = (members: object) => isWhole ? members : {};
  const emma = await authors.save(make(Author, { id: "emma", name: "Emma", ...only({ salary: 4711 }) }));
  const jane = await authors.save(make(Author, { id: "jane", name: "Jane", ...only({ salary: 815 }) }));
  const audit = isWhole ? await audits.save(make(Audit, { id: "x", note: "s3cret" })) : undefined;
  for (let i = 0; i < 7; i++) {
    await books.save(make(Book, {
      id: `b${i}`,
      title: `Title ${i % 4}`,
      year: 1900 + i % 3,
      author: i % 2 === 0 ? emma : jane,
      place: i === 3 ? null : make(Place, { city: `City ${i}`, ...only({ rent: 9000 + i }) }),
      version: 0,
      ...only({ cost: 5000 - i * 7, audit, editor: jane }),
    }));
  }
}
