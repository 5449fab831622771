import { ExampleMatcher, GenericPropertyMatchers, Sort } from "@espalier/espalier/data";
import { keysetStart, QueryByExampleDataFetcher } from "@espalier/espalier/graphql";
import type { Book } from "./book.ts";
import type { Books } from "./books.ts";

const matcher = ExampleMatcher.matching()
  .withIgnoreCase()
  .withMatcher("title", GenericPropertyMatchers.contains())
  .withMatcher("author.name", GenericPropertyMatchers.contains());

/**
 * Serves the query fields that return books and have no controller method: searches by example, oldest first.
 *
 * @param books the repository to search
 */
export function booksByExample(books: Books): QueryByExampleDataFetcher<Book> {
  return QueryByExampleDataFetcher.builder<Book>(books)
    .matcher(matcher)
    .sortBy(Sort.by("published", "title"))
    .defaultScrollSubrange(20, keysetStart);
}
