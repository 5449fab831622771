import { describeType, t } from "@espalier/espalier";

export class Country {
  constructor(readonly code: string, readonly name: string | null) {}
}
describeType(Country, { code: t.string, name: t.nullable(t.string) });

export class Author {
  constructor(
    readonly id: string,
    readonly name: string,
    readonly born: number | null = null,
    readonly country: Country | null = null,
  ) {}
}
describeType(
  Author,
  { id: t.id, name: t.string, born: t.nullable(t.int), country: t.nullable(t.object(() => Country)) },
  { id: "id" },
);

export class Book {
  readonly id: string;
  readonly title: string;
  readonly author: Author | null;
  readonly published: number | null;
  readonly price: number;
  readonly inPrint: boolean;
  readonly copies: bigint;
  readonly added: Date;
  readonly subjects: readonly string[];
  readonly version: number;

  constructor(id: string, values: Partial<Omit<Book, "id">> = {}) {
    this.id = id;
    this.title = values.title ?? `Title ${id}`;
    this.author = values.author ?? null;
    this.published = values.published ?? null;
    this.price = values.price ?? 1.5;
    this.inPrint = values.inPrint ?? true;
    this.copies = values.copies ?? 1n;
    this.added = values.added ?? new Date("2024-01-02T03:04:05.678Z");
    this.subjects = values.subjects ?? [];
    this.version = values.version ?? 0;
  }
}
describeType(Book, {
  id: t.id,
  title: t.string,
  author: t.nullable(t.object(() => Author)),
  published: t.nullable(t.int),
  price: t.float,
  inPrint: t.boolean,
  copies: t.bigint,
  added: t.date,
  subjects: t.list(t.string),
  version: t.int,
}, { id: "id", version: "version", indexes: [["title", "id"]] });

export class Shelf {
  readonly id: number | null;
  readonly name: string;
  readonly books: readonly Book[];

  constructor(name: string, books: readonly Book[] = [], id: number | null = null) {
    this.id = id;
    this.name = name;
    this.books = books;
  }
}
describeType(
  Shelf,
  { id: t.nullable(t.int), name: t.string, books: t.list(t.object(() => Book)) },
  {
    id: "id",
    table: "shelves",
    generatedId: "database",
    references: { books: { onDelete: "cascade" } },
  },
);
