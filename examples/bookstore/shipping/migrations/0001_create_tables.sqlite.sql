create table "shipments" (
  "id" text not null primary key,
  "order_id" text not null,
  "tracking_number" text not null,
  "shipped_at" integer not null
);
