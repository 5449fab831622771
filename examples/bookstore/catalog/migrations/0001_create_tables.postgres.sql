create table "authors" (
  "id" text collate "C" not null primary key,
  "name" text collate "C" not null,
  "sort_name" text collate "C" not null,
  "born" integer,
  "died" integer
);

create table "books" (
  "id" text collate "C" not null primary key,
  "title" text collate "C" not null,
  "author_id" text collate "C" not null references "authors" ("id"),
  "published" integer not null,
  "language" text collate "C" not null,
  "subjects" jsonb not null,
  "gutenberg" integer not null,
  "price" integer not null
);

create index "books_title_id_index" on "books" ("title", "id");

create index "books_published_title_id_index" on "books" ("published", "title", "id");

create index "books_author_id_index" on "books" ("author_id");
