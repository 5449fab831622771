create index "books_author_id_published_title_id_index" on "books" ("author_id", "published", "title", "id");

drop index "books_author_id_index";
