create table `authors` (
  `id` varchar(255) collate utf8mb4_nopad_bin not null primary key,
  `name` longtext collate utf8mb4_nopad_bin not null,
  `sort_name` longtext collate utf8mb4_nopad_bin not null,
  `born` int,
  `died` int
);

create table `books` (
  `id` varchar(255) collate utf8mb4_nopad_bin not null primary key,
  `title` varchar(255) collate utf8mb4_nopad_bin not null,
  `author_id` varchar(255) collate utf8mb4_nopad_bin not null references `authors` (`id`),
  `published` int not null,
  `language` longtext collate utf8mb4_nopad_bin not null,
  `subjects` json not null,
  `gutenberg` int not null,
  `price` int not null
);

create index `books_title_id_index` on `books` (`title`, `id`);

create index `books_published_title_id_index` on `books` (`published`, `title`, `id`);

create index `books_author_id_published_title_id_index` on `books` (`author_id`, `published`, `title`, `id`);
