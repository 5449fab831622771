create table "stock" (
  "book_id" text not null primary key,
  "available" integer not null,
  "version" integer not null
);
