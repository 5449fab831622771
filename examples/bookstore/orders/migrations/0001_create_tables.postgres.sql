create table "orders" (
  "id" text collate "C" not null primary key,
  "customer" text collate "C" not null,
  "placed_at" timestamptz(3) not null,
  "status" text collate "C" not null,
  "total" integer not null,
  "version" integer not null
);

create table "order_lines" (
  "id" text collate "C" not null primary key,
  "order_id" text collate "C" not null,
  "book_id" text collate "C" not null,
  "quantity" integer not null,
  "price" integer not null
);
