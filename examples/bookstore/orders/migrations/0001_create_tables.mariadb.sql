create table `orders` (
  `id` varchar(255) collate utf8mb4_nopad_bin not null primary key,
  `customer` longtext collate utf8mb4_nopad_bin not null,
  `placed_at` datetime(3) not null,
  `status` longtext collate utf8mb4_nopad_bin not null,
  `total` int not null,
  `version` int not null
);

create table `order_lines` (
  `id` varchar(255) collate utf8mb4_nopad_bin not null primary key,
  `order_id` varchar(255) collate utf8mb4_nopad_bin not null,
  `book_id` varchar(255) collate utf8mb4_nopad_bin not null,
  `quantity` int not null,
  `price` int not null
);
