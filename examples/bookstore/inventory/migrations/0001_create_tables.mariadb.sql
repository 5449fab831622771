create table `stock` (
  `book_id` varchar(255) collate utf8mb4_nopad_bin not null primary key,
  `available` int not null,
  `version` int not null
);
