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
import { Database, EntityRepository, type Page, type Pageable, Slice, type Sort, where } from "@espalier/espalier/data";
import { exportRepository, type RepositoryExportOptions, rest, RestResource } from "@espalier/espalier/rest";

export class Author {
  id!: string;
  name!: string;
  born!: number | null;
}
describeType(Author, { id: t.id, name: t.string, born: t.nullable(t.int) }, { id: "id" });

/** Not exported: stands inline in books. */
export class Publisher {
  id!: string;
  name!: string;
}
describeType(Publisher, { id: t.id, name: t.string }, { id: "id" });

/** An embedded value. */
export class Place {
  city!: string;
  country!: string | null;
}
describeType(Place, { city: t.string, country: t.nullable(t.string) });

export class Book {
  id!: string;
  title!: string;
  published!: number | null;
  price!: number;
  inPrint!: boolean;
  kind!: "NOVEL" | "ESSAY";
  tags!: readonly string[];
  addedAt!: Date;
  secret!: string | null;
  author!: Author;
  translator!: Author | null;
  coAuthors!: readonly Author[];
  publisher!: Publisher | null;
  origin!: Place | null;
  version!: number;
}
describeType(Book, {
  id: t.id,
  title: t.string,
  published: t.nullable(t.int),
  price: t.float,
  inPrint: t.boolean,
  kind: t.enum("NOVEL", "ESSAY"),
  tags: t.list(t.string),
  addedAt: t.date,
  secret: t.nullable(t.string),
  author: t.object(() => Author),
  translator: t.nullable(t.object(() => Author)),
  coAuthors: t.list(t.object(() => Author)),
  publisher: t.nullable(t.object(() => Publisher)),
  origin: t.nullable(t.object(() => Place)),
  version: t.int,
}, { id: "id", version: "version" });

export class Authors extends EntityRepository<Author, string> {
  constructor(database: Database) {
    super(database, Author);
  }
}

export class Books extends EntityRepository<Book, string> {
  constructor(database: Database) {
    super(database, Book);
  }

  @RestResource({ path: "by-title", rel: "byTitle", params: { title: t.string }, takes: "pageable" })
  findByTitleContaining(title: string, pageable: Pageable): Promise<Page<Book>> {
    return this.findBy(where("title").containing(title), pageable);
  }

  @RestResource({ params: { kinds: t.list(t.enum("NOVEL", "ESSAY")) }, takes: "pageable" })
  findByKindIn(kinds: readonly string[], pageable: Pageable): Promise<Slice<Book>> {
    return this.sliceBy(where("kind").in(kinds), pageable);
  }

  @RestResource({ params: { author: t.object(() => Author) }, takes: "sort" })
  findByAuthor(author: Author | null, sort: Sort): Promise<Book[]> {
    return this.findBy(where("author.id").is(author?.id ?? null), { sort });
  }

  @RestResource({ params: { published: t.nullable(t.int) } })
  findFirstByPublished(published: number | null): Promise<Book | null> {
    return this.findBy(where("published").is(published)).then(([first]) => first ?? null);
  }

  @RestResource({ params: { inPrint: t.boolean } })
  countByInPrint(inPrint: boolean | null): Promise<number> {
    return this.countBy(where("inPrint").is(inPrint ?? false));
  }

  @RestResource({ exported: false })
  findByPriceLessThan(price: number): Promise<Book[]> {
    return this.findBy(where("price").lessThan(price));
  }
}

const authors: readonly Author[] = [
  { id: "austen", name: "Jane Austen", born: 1775 },
  { id: "verne", name: "Jules Verne", born: 1828 },
  { id: "anonymous", name: "Anonymous", born: null },
];

const publishers: readonly Publisher[] = [{ id: "egerton", name: "Egerton" }, { id: "hetzel", name: "Hetzel" }];

/** Twelve books, `book-0` to `book-11`, titled from A to L. */
function book(i: number): Partial<Book> {
  const isOdd = i % 2 === 1;
  return {
    id: `book-${i}`,
    title: `Title ${String.fromCharCode(65 + i)}`,
    published: i === 11 ? null : 1800 + i,
    price: 10 + (i % 3) / 2,
    inPrint: !isOdd,
    kind: isOdd ? "ESSAY" : "NOVEL",
    tags: ["classic", `tag ${i}`],
    addedAt: new Date(Date.UTC(2026, 0, i + 1)),
    secret: `secret ${i}`,
    author: authors[i % 2]!,
    translator: i === 0 ? authors[2]! : null,
    coAuthors: i === 0 ? [authors[1]!, authors[2]!] : [],
    publisher: i < 4 ? publishers[i % 2]! : null,
    origin: i === 0 ? { city: "Bath", country: "England" } : null,
  };
}

export interface LibraryOptions {
  readonly books?: RepositoryExportOptions<Book>;
  readonly authors?: RepositoryExportOptions<Author>;
  readonly rest?: EspalierPropertiesInput["rest"];
  readonly http?: EspalierPropertiesInput["http"];
  readonly console?: EspalierPropertiesInput["console"];
  readonly preset?: EspalierPropertiesInput["preset"];
  readonly url?: string;
  readonly schema?: string;
  readonly more?: readonly ContainerModule[];
  /** How many books; 12 by default. */
  readonly size?: number;
}

/** Options under which everything can be written. */
export const writable: LibraryOptions = { books: { writable: true }, authors: { writable: true } };

/** A library on a real database, exported. */
export async function libraryApp(options: LibraryOptions = {}): Promise<Application> {
  const repositories = new ContainerModule(({ bind }) => {
    bind(Books).toResolvedValue((database) => new Books(database), [Database]);
    bind(Authors).toResolvedValue((database) => new Authors(database), [Database]);
  });
  const { url = "sqlite::memory:", schema, more = [] } = options;
  const container = createContainer(
    data({ url, entities: [Author, Publisher, Book], ...(schema === undefined ? {} : { schema }) }),
    rest(),
    repositories,
    exportRepository(Books, {
      properties: { secret: { hidden: true }, addedAt: { readOnly: true } },
      ...options.books,
    }),
    exportRepository(Authors, options.authors),
    ...more,
  );
  const { preset = "production", rest: restProperties = {}, http = {}, console = {} } = options;
  const app = await createApp(container, {
    properties: { preset, rest: restProperties, http, console, logging: { level: "OFF" } },
  });
  await seed(app, options.size ?? 12);
  return app;
}

async function seed(app: Application, size: number): Promise<void> {
  const { transactions } = app.container.get(Database);
  await transactions.run(async () => {
    await app.container.get(Authors).saveAll(authors.map((author) => Object.assign(new Author(), author)));
    await app.container.get(Database).repository(Publisher).saveAll(publishers);
    for (let i = 0; i < size; i++) await app.container.get(Books).save(Object.assign(new Book(), book(i)));
  });
}

/** What a request was answered with. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any -- documents are looked into by their members
  readonly body: any;
}

/** Sends a request; a body that is an object goes as JSON. */
export async function send(
  app: Application,
  target: string,
  init: RequestInit & { json?: unknown } = {},
): Promise<Answer> {
  const [method, path] = target.includes(" ") ? target.split(" ", 2) as [string, string] : ["GET", target];
  const { json, ...rest } = init;
  const headers = new Headers(init.headers);
  if (json !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  const url = path.startsWith("http") ? path : `http://localhost${path}`;
  const body = json === undefined ? rest.body ?? null : JSON.stringify(json);
  const response = await app.fetch(new Request(url, { ...rest, method, headers, body }));
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, headers: response.headers, body: isJson && text !== "" ? JSON.parse(text) : text };
}

/** The paths of a document's links, with their relations. */
// deno-lint-ignore no-explicit-any -- documents are looked into by their members
export function hrefs(document: any): Record<string, string> {
  const entries = Object.entries(document._links as Record<string, { href: string }>);
  return Object.fromEntries(entries.map(([rel, { href }]) => [rel, href.replace("http://localhost", "")]));
}
