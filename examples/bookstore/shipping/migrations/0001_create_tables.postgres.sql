create table "shipments" (
  "id" text collate "C" not null primary key,
  "order_id" text collate "C" not null,
  "tracking_number" text collate "C" not null,
  "shipped_at" timestamptz(3) not null
);
