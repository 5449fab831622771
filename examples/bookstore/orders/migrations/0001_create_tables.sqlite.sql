create table "orders" (
  "id" text not null primary key,
  "customer" text not null,
  "placed_at" integer not null,
  "status" text not null,
  "total" integer not null,
  "version" integer not null
);

create table "order_lines" (
  "id" text not null primary key,
  "order_id" text not null,
  "book_id" text not null,
  "quantity" integer not null,
  "price" integer not null
);
