create table `shipments` (
  `id` varchar(255) collate utf8mb4_nopad_bin not null primary key,
  `order_id` varchar(255) collate utf8mb4_nopad_bin not null,
  `tracking_number` longtext collate utf8mb4_nopad_bin not null,
  `shipped_at` datetime(3) not null
);
