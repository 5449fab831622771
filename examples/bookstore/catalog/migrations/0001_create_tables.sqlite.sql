create table "authors" (
  "id" text not null primary key,
  "name" text not null,
  "sort_name" text not null,
  "born" integer,
  "died" integer
);

create table "books" (
  "id" text not null primary key,
  "title" text not null,
  "author_id" text not null references "authors" ("id"),
  "published" integer not null,
  "language" text not null,
  "subjects" text not null,
  "gutenberg" integer not null,
  "price" integer not null
);

create index "books_title_id_index" on "books" ("title", "id");

create index "books_published_title_id_index" on "books" ("published", "title", "id");

create index "books_author_id_index" on "books" ("author_id");
