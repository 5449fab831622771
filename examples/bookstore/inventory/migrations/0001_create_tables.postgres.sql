create table "stock" (
  "book_id" text collate "C" not null primary key,
  "available" integer not null,
  "version" integer not null
);
