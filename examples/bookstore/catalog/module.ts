import { Controller, RuntimeWiringConfigurer } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import { GraphQlRepository } from "@espalier/espalier/graphql";
import { applicationModule } from "@espalier/espalier/modulith";
import { AuthorController } from "./author_controller.ts";
import { Authors } from "./authors.ts";
import { BookController } from "./book_controller.ts";
import { Books } from "./books.ts";
import { booksByExample } from "./books_by_example.ts";
import { Money } from "./money.ts";
import { SearchController } from "./search_controller.ts";

/** What the shop sells. */
export const catalog = applicationModule(
  import.meta.url,
  { displayName: "Catalog", allowedDependencies: [] },
  ({ bind }) => {
    bind(Books).toResolvedValue((database) => new Books(database), [Database]);
    bind(Authors).toResolvedValue((database) => new Authors(database), [Database]);
    bind(Controller).toResolvedValue((books, authors) => new BookController(books, authors), [Books, Authors]);
    bind(Controller).toResolvedValue((authors, books) => new AuthorController(authors, books), [Authors, Books]);
    bind(Controller).toResolvedValue((books, authors) => new SearchController(books, authors), [Books, Authors]);
    bind(GraphQlRepository).toResolvedValue((books) => ({ typeName: "Book", builder: booksByExample(books) }), [Books]);
    bind(RuntimeWiringConfigurer).toConstantValue({ configure: (wiring) => void wiring.scalar(Money) });
  },
);
